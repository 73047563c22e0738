import { LockIcon, MailIcon, SupportIcon, type IconComponent } from "../ui/icons/icons.tsx";
import { QuestionIcon } from "../ui/icons/later-icons.tsx";
import {
  ClockIcon,
  CoinIcon,
  EarningIcon,
  NoticeIcon,
  PlanIcon,
  HomeIcon,
  PersonIcon,
  ReportIcon,
  SettingsIcon,
  ShieldIcon,
  StakeIcon,
  TeamIcon,
  WalletIcon,
  WithdrawIcon,
} from "../ui/icons/screen-icons.tsx";

export interface ConsoleItem {
  to: string;
  label: string;
  icon: IconComponent;
}

/** The pages of daily work come first, then the pages about the operators themselves. */
export const navigation: readonly { label: string; items: readonly ConsoleItem[] }[] = [
  {
    label: "Work",
    items: [
      { to: "/", label: "Today", icon: HomeIcon },
      { to: "/staking-requests", label: "Staking requests", icon: StakeIcon },
      { to: "/withdrawals", label: "Withdrawals", icon: WithdrawIcon },
      { to: "/support", label: "Support", icon: SupportIcon },
      { to: "/waiting", label: "Second person", icon: ShieldIcon },
    ],
  },
  {
    label: "People",
    items: [
      { to: "/members", label: "Members", icon: PersonIcon },
      { to: "/notices", label: "Notices", icon: NoticeIcon },
      { to: "/faq", label: "FAQ", icon: QuestionIcon },
    ],
  },
  {
    label: "Money",
    items: [
      { to: "/prices", label: "Prices", icon: CoinIcon },
      { to: "/plan", label: "Plan", icon: PlanIcon },
      { to: "/closings", label: "Closings", icon: ClockIcon },
      { to: "/ledger", label: "Ledger", icon: WalletIcon },
      { to: "/reports", label: "Reports", icon: EarningIcon },
    ],
  },
  {
    label: "House",
    items: [
      { to: "/account", label: "Your account", icon: LockIcon },
      { to: "/settings", label: "Settings", icon: SettingsIcon },
      { to: "/jobs", label: "Jobs and mail", icon: MailIcon },
      { to: "/operators", label: "Operators", icon: TeamIcon },
      { to: "/log", label: "Log", icon: ReportIcon },
    ],
  },
];
