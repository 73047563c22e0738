import { msg } from "../lib/msg.ts";
import { HomeIcon, LockIcon, NoticeIcon, SupportIcon, type IconComponent } from "../ui/icons.tsx";

export interface NavigationItem {
  to: string;
  label: string;
  icon: IconComponent;
  /** Among the up to five things of a phone's bottom bar. */
  often?: true;
}

export interface NavigationGroup {
  /** Single links have no heading. */
  label?: string;
  items: readonly NavigationItem[];
}

/** The specification's groups, in its order: Home, Team, Wallet, single links. Only what exists. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: msg("Home"),
    items: [
      { to: "/", label: msg("Dashboard"), icon: HomeIcon, often: true },
      { to: "/change-password", label: msg("Change Password"), icon: LockIcon, often: true },
      { to: "/notice-board", label: msg("Notice Board"), icon: NoticeIcon, often: true },
    ],
  },
  { items: [{ to: "/support", label: msg("Support"), icon: SupportIcon, often: true }] },
];
