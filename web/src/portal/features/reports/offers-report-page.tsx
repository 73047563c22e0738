import { msg } from "../../../lib/msg.ts";
import { WalletReport } from "./wallet-report.tsx";

export default function OffersReportPage() {
  return <WalletReport report="offers" label={msg("Offers Wallet Report")} />;
}
