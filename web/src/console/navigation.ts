import {
  BooksIcon,
  BulkMailIcon,
  ChainIcon,
  DepositIcon,
  DocumentIcon,
  LogIcon,
  PauseIcon,
  TaxIcon,
} from "./icons.tsx";
import type { Today } from "@fc/contract/today/console";
import { operatorRights, type OperatorAccess, type OperatorRole } from "@fc/contract/operator-access";
import {
  AlertIcon as SignalIcon,
  LockIcon,
  MailIcon,
  SupportIcon,
  type IconComponent,
} from "../ui/icons/icons.tsx";
import { QuestionIcon, SendIcon, TextIcon } from "../ui/icons/later-icons.tsx";
import {
  BankIcon,
  CardIcon,
  ClockIcon,
  CoinIcon,
  EarningIcon,
  NoticeIcon,
  PlanIcon,
  HomeIcon,
  PersonIcon,
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
  /** Who has the page; everybody unless it says so. */
  access?: OperatorAccess;
  /** Without a chain there is no such page. */
  needsChain?: true;
  /** What of it waits is counted beside its name. */
  queue?: QueueName;
}

export type QueueName = keyof Today["queues"];

export interface NavigationGroup {
  label: string;
  items: readonly ConsoleItem[];
}

/** The pages of daily work come first, then the pages about the operators themselves. */
const navigation: readonly NavigationGroup[] = [
  {
    label: "Work",
    items: [
      { to: "/", label: "Today", icon: HomeIcon },
      { to: "/staking-requests", label: "Staking requests", icon: StakeIcon, queue: "staking" },
      { to: "/bank", label: "Bank", icon: BankIcon, access: operatorRights.decideRequests },
      { to: "/withdrawals", label: "Withdrawals", icon: WithdrawIcon, queue: "withdrawals" },
      { to: "/payouts", label: "Payouts", icon: SendIcon, needsChain: true },
      { to: "/deposits", label: "Deposits", icon: DepositIcon, needsChain: true },
      { to: "/kyc", label: "KYC", icon: CardIcon, access: operatorRights.reviewKyc, queue: "kyc" },
      { to: "/support", label: "Support", icon: SupportIcon, queue: "support" },
      { to: "/waiting", label: "Second person", icon: ShieldIcon },
    ],
  },
  {
    label: "People",
    items: [
      { to: "/members", label: "Members", icon: PersonIcon },
      { to: "/signals", label: "Signals", icon: SignalIcon, access: operatorRights.investigate },
      { to: "/notices", label: "Notices", icon: NoticeIcon },
      { to: "/bulk-mail", label: "Bulk mail", icon: BulkMailIcon },
      { to: "/faq", label: "FAQ", icon: QuestionIcon },
      { to: "/canned-texts", label: "Canned texts", icon: TextIcon },
    ],
  },
  {
    label: "Money",
    items: [
      { to: "/prices", label: "Prices", icon: CoinIcon },
      { to: "/plan", label: "Plan", icon: PlanIcon },
      { to: "/closings", label: "Closings", icon: ClockIcon },
      { to: "/ledger", label: "Ledger", icon: WalletIcon },
      { to: "/coins", label: "Coins on the chain", icon: ChainIcon, needsChain: true },
      { to: "/taxes", label: "Taxes", icon: TaxIcon },
      { to: "/books", label: "Books", icon: BooksIcon },
      { to: "/reports", label: "Reports", icon: EarningIcon },
    ],
  },
  {
    label: "House",
    items: [
      { to: "/account", label: "Your account", icon: LockIcon },
      { to: "/settings", label: "Settings", icon: SettingsIcon },
      { to: "/pauses", label: "Pauses", icon: PauseIcon },
      { to: "/documents", label: "Documents", icon: DocumentIcon },
      { to: "/jobs", label: "Jobs and mail", icon: MailIcon },
      { to: "/operators", label: "Operators", icon: TeamIcon },
      { to: "/log", label: "Log", icon: LogIcon },
    ],
  },
];

/** What a role may open. A page that it may not is neither in the navigation nor in the palette. */
export function navigationOf({
  role,
  hasChain,
}: {
  role: OperatorRole;
  hasChain: boolean;
}): NavigationGroup[] {
  const isThere = ({ access, needsChain }: ConsoleItem) =>
    (access === undefined || access.operators.includes(role)) && (needsChain === undefined || hasChain);
  return navigation.map(({ label, items }) => ({ label, items: items.filter(isThere) }));
}
