import { msg } from "../lib/msg.ts";
import { LockIcon, SupportIcon, type IconComponent } from "../ui/icons/icons.tsx";
import {
  ActivityIcon,
  AddMemberIcon,
  BankIcon,
  BellIcon,
  CardIcon,
  CoinIcon,
  DownloadIcon,
  EarningIcon,
  GiftIcon,
  HomeIcon,
  LinkIcon,
  NoticeIcon,
  PersonIcon,
  PlanIcon,
  ReportIcon,
  ShieldIcon,
  StakeIcon,
  TeamIcon,
  TransferIcon,
  TransparencyIcon,
  TreeIcon,
  WalletIcon,
  WithdrawIcon,
} from "../ui/icons/screen-icons.tsx";

export interface NavigationItem {
  to: string;
  /** A file to be saved, below the page that shows it; `to` is where it is. */
  file?: true;
  label: string;
  icon: IconComponent;
}

export interface NavigationGroup {
  /** The specification's single links have none. */
  label: string | undefined;
  items: readonly NavigationItem[];
}

/** The specification's groups and single links in its order, and what it does not have behind them. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: msg("Home"),
    items: [
      { to: "/", label: msg("Dashboard"), icon: HomeIcon },
      { to: "/profile", label: msg("Profile"), icon: PersonIcon },
      { to: "/bank-details", label: msg("Bank Details"), icon: BankIcon },
      { to: "/change-password", label: msg("Change Password"), icon: LockIcon },
      { to: "/pan-details", label: msg("PAN Details"), icon: CardIcon },
      { to: "/notice-board", label: msg("Notice Board"), icon: NoticeIcon },
    ],
  },
  {
    label: msg("Team"),
    items: [
      { to: "/direct-referrals", label: msg("Direct referrals"), icon: TeamIcon },
      { to: "/tree-chart", label: msg("Tree Chart"), icon: TreeIcon },
    ],
  },
  {
    label: msg("Wallet"),
    items: [
      { to: "/stacking-wallet-report", label: msg("Staking Wallet Report"), icon: WalletIcon },
      { to: "/earning-report", label: msg("Earning Wallet Report"), icon: EarningIcon },
      { to: "/offers-report", label: msg("Offers Wallet Report"), icon: GiftIcon },
      { to: "/transferWallet-report", label: msg("Transfer Wallet Report"), icon: TransferIcon },
    ],
  },
  {
    label: undefined,
    items: [
      { to: "/withdraw", label: msg("Withdraw"), icon: WithdrawIcon },
      { to: "/Withdraw-report", label: msg("Withdraw Report"), icon: ReportIcon },
      { to: "/topupRequest", label: msg("Staking Report"), icon: ReportIcon },
      { to: "/coin-address", label: msg("Free Coin Address"), icon: CoinIcon },
      { to: "/fmdc-coin-update", label: msg("FMDC Coin Update"), icon: CoinIcon },
      { to: "/stacking", label: msg("Staking"), icon: StakeIcon },
      { to: "/referral-link", label: msg("Referral link"), icon: LinkIcon },
      { to: "/transfer-wallet", label: msg("Transfer Wallet"), icon: TransferIcon },
      { to: "/plan", label: msg("Plan"), icon: PlanIcon },
      { to: "/api/plan/document", label: msg("Download the plan (PDF)"), icon: DownloadIcon, file: true },
      { to: "/register-user", label: msg("Registration"), icon: AddMemberIcon },
      { to: "/support", label: msg("Support"), icon: SupportIcon },
    ],
  },
  {
    label: msg("More"),
    items: [
      { to: "/activity", label: msg("Activity"), icon: ActivityIcon },
      { to: "/my-team", label: msg("My team"), icon: TeamIcon },
      { to: "/tonight", label: msg("Tonight's earnings"), icon: EarningIcon },
      { to: "/notifications", label: msg("Notifications"), icon: BellIcon },
      { to: "/security", label: msg("Security"), icon: ShieldIcon },
      { to: "/transparency", label: msg("Transparency"), icon: TransparencyIcon },
      { to: "/documents", label: msg("Terms, privacy and risks"), icon: ReportIcon },
    ],
  },
];

/** The five things members do most, for a phone's bottom bar, in words that fit there. */
const often: Readonly<Record<string, string>> = {
  "/": msg("Dashboard"),
  "/stacking": msg("Staking"),
  "/withdraw": msg("Withdraw"),
  "/direct-referrals": msg("Team"),
  "/notice-board": msg("Notices"),
};

const items = navigation.flatMap((group) => group.items);

export const bottomBar: readonly NavigationItem[] = Object.entries(often).flatMap(([to, label]) =>
  items.filter((item) => item.to === to).map((item) => ({ ...item, label })),
);
