import { msg } from "../../../lib/msg.ts";
import { WalletReport } from "./wallet-report.tsx";

export default function StakingWalletReportPage() {
  return <WalletReport report="staking" label={msg("Staking Wallet Report")} />;
}
