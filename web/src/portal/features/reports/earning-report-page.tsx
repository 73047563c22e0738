import { msg } from "../../../lib/msg.ts";
import { WalletReport } from "./wallet-report.tsx";

export default function EarningReportPage() {
  return <WalletReport report="earning" label={msg("Earning Wallet Report")} />;
}
