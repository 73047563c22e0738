import { msg } from "../../../lib/msg.ts";
import { WalletReport } from "./wallet-report.tsx";

export default function WalletReportPage() {
  return <WalletReport report="all" label={msg("Wallet Report")} />;
}
