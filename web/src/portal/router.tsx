import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { lazyComponent } from "../lib/lazy/lazy-component.ts";
import { msg } from "../lib/msg.ts";
import { readSearch, writeSearch } from "../lib/search-params.ts";
import { safeReturnPath, session } from "../lib/session/session.ts";
import { CrashPage } from "../ui/feedback/crash-page.tsx";
import { placeSearch } from "./features/referrals/place-address.ts";
import { treeSearch } from "./features/tree/address.ts";
import { Frame, loadFrame } from "./frame.tsx";
import { Root } from "./root.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's title, in the top bar and in the browser's tab. */
    title?: string;
    /** Also for those who are not signed in; then without the shell. */
    open?: true;
    /** Fills the whole screen, with a way back of its own. */
    bare?: true;
  }
  interface HistoryState {
    /** A receipt was opened from a report, and leads back there. */
    isFromReport?: boolean;
    /** The page that a member wanted to see before something else had to be done first. */
    from?: string;
  }
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}

type Screen = () => Promise<{ default: ComponentType }>;

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  staticData: { title: msg("Login") },
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" ? { from } : {},
  beforeLoad: ({ search }) => {
    if (session.token()) throw redirect({ href: safeReturnPath(search.from), replace: true });
  },
  component: lazyComponent(() => import("./screens/login-screen.tsx")),
});

/** A page for anybody, signed in or not, and without the shell. */
function lonePage<const P extends string>(path: P, title: string, screen: Screen) {
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyComponent(screen),
  });
}

/** Only for signed-in members; a visitor returns here after signing in. */
function membersOnly({ location }: { location: { href: string } }): void {
  if (session.token()) return;
  const from = session.signedOutOnPurpose || location.href === "/" ? {} : { from: location.href };
  throw redirect({ to: "/login", search: from, replace: true });
}

const frame = createRoute({
  getParentRoute: () => root,
  id: "frame",
  loader: loadFrame,
  component: Frame,
});

const shell = createRoute({ getParentRoute: () => frame, id: "shell", beforeLoad: membersOnly });

/** A page inside the shell: its path, its title, and where its code is. */
function page<const P extends string>(path: P, title: string, screen: Screen) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    component: lazyComponent(screen),
  });
}

/** A page for anybody: beside the guarded ones, whatever prefix they share. */
function openPage<const P extends string>(path: P, title: string, screen: Screen) {
  return createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title, open: true },
    component: lazyComponent(screen),
  });
}

const treeChart = createRoute({
  getParentRoute: () => shell,
  path: "/tree-chart",
  staticData: { title: msg("Tree Chart"), bare: true },
  validateSearch: treeSearch,
  component: lazyComponent(() => import("./features/tree/tree-chart-page.tsx")),
});

/** Help with a receipt carries its reference in the address. */
const support = createRoute({
  getParentRoute: () => shell,
  path: "/support",
  staticData: { title: msg("Support") },
  validateSearch: ({ receipt }: Record<string, unknown>): { receipt?: string } =>
    typeof receipt === "string" && /^[A-Z]{2}-\w{8}$/.test(receipt) ? { receipt } : {},
  component: lazyComponent(() => import("./features/support/support-page.tsx")),
});

const referralLink = createRoute({
  getParentRoute: () => shell,
  path: "/referral-link",
  staticData: { title: msg("Referral link") },
  validateSearch: placeSearch,
  component: lazyComponent(() => import("./features/referrals/referral-link-page.tsx")),
});

const registration = () => import("./features/registration/registration-page.tsx");

const guarded = shell.addChildren([
  page("/", msg("Dashboard"), () => import("./screens/home-screen.tsx")),
  page("/profile", msg("Profile"), () => import("./features/profile/profile-page.tsx")),
  page("/bank-details", msg("Bank Details"), () => import("./features/bank/bank-page.tsx")),
  page(
    "/change-password",
    msg("Change Password"),
    () => import("./features/password/change-password-page.tsx"),
  ),
  page("/new-here", msg("What is new here"), () => import("./features/arrival/new-here-page.tsx")),
  page("/accept", msg("Please read first"), () => import("./features/documents/accept-page.tsx")),
  page("/my-data", msg("My data"), () => import("./features/my-data/my-data-page.tsx")),
  page("/pan-details", msg("PAN Details"), () => import("./features/pan/pan-page.tsx")),
  page("/security", msg("Security"), () => import("./features/security/security-page.tsx")),
  page("/notice-board", msg("Notice Board"), () => import("./features/notices/notice-board-page.tsx")),
  page(
    "/notifications",
    msg("Notifications"),
    () => import("./features/notifications/notifications-page.tsx"),
  ),
  page(
    "/notification-settings",
    msg("Notification settings"),
    () => import("./features/notifications/notification-settings-page.tsx"),
  ),
  support,
  page("/support/$reference", msg("Support"), () => import("./features/support/thread-page.tsx")),
  page(
    "/direct-referrals",
    msg("Direct referrals"),
    () => import("./features/referrals/direct-referrals-page.tsx"),
  ),
  page("/my-team", msg("My team"), () => import("./features/team/my-team-page.tsx")),
  treeChart,
  page("/topupRequest", msg("Stacking Report"), () => import("./features/staking/staking-report-page.tsx")),
  page("/stacking", msg("Staking"), () => import("./features/staking/staking-page.tsx")),
  page("/stacking-report", msg("Staking Report"), () => import("./features/staking/coming-soon-page.tsx")),
  page(
    "/stacking-investment",
    msg("Staking Investment"),
    () => import("./features/staking/investment-page.tsx"),
  ),
  referralLink,
  page(
    "/stacking-wallet-report",
    msg("Staking Wallet Report"),
    () => import("./features/reports/staking-wallet-report-page.tsx"),
  ),
  page(
    "/earning-report",
    msg("Earning Wallet Report"),
    () => import("./features/reports/earning-report-page.tsx"),
  ),
  page(
    "/offers-report",
    msg("Offers Wallet Report"),
    () => import("./features/reports/offers-report-page.tsx"),
  ),
  page("/wallet-report", msg("Wallet Report"), () => import("./features/reports/wallet-report-page.tsx")),
  page("/activity", msg("Activity"), () => import("./features/activity/activity-page.tsx")),
  page("/withdraw", msg("Withdraw"), () => import("./features/withdraw/withdraw-page.tsx")),
  page(
    "/Withdraw-report",
    msg("Withdraw Report"),
    () => import("./features/withdraw/withdraw-report-page.tsx"),
  ),
  page(
    "/coin-address",
    msg("Free Coin Address"),
    () => import("./features/coin-address/coin-address-page.tsx"),
  ),
  page("/fmdc-coin-update", msg("FMDC Coin Update"), () => import("./features/fmdc/fmdc-page.tsx")),
  page("/transfer-wallet", msg("Transfer Wallet"), () => import("./features/transfer/transfer-page.tsx")),
  page(
    "/transferWallet-report",
    msg("Transfer Wallet Report"),
    () => import("./features/transfer/transfer-report-page.tsx"),
  ),
  page("/receipt/$reference", msg("Receipt"), () => import("./features/receipts/receipt-page.tsx")),
  page("/tonight", msg("Tonight's earnings"), () => import("./features/tonight/tonight-page.tsx")),
  page("/transparency", msg("Transparency"), () => import("./features/transparency/transparency-page.tsx")),
  page("/plan", msg("Plan"), () => import("./features/plan/plan-page.tsx")),
  page("/$", msg("Page not found"), () => import("./shell/not-found-page.tsx")),
]);

const routeTree = root.addChildren([
  login,
  // The links of mails: anybody who holds one may use it.
  lonePage("/not-me/$token", msg("This was not me"), () => import("./features/freeze/freeze-page.tsx")),
  lonePage(
    "/unsubscribe/$token",
    msg("News by mail"),
    () => import("./features/bulk-mail/unsubscribe-page.tsx"),
  ),
  // With the token of a mail it confirms that mail's address.
  lonePage("/anchors/{-$token}", msg("Daily seals"), () => import("./features/anchors/anchors-page.tsx")),
  lonePage(
    "/documents/{-$kind}/{-$version}",
    msg("Documents"),
    () => import("./features/documents/documents-page.tsx"),
  ),
  frame.addChildren([
    openPage("/register-user", msg("Registration"), registration),
    openPage("/referral-link/$parentRefId/{-$type}", msg("Registration"), registration),
    guarded,
  ]),
]);

export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultErrorComponent: CrashPage,
    // Its inline script has no nonce, so the pre-rendered page does without.
    scrollRestoration: !import.meta.env.SSR,
    // Nothing is loaded by the router itself, so there is nothing to wait for before showing a page.
    defaultPendingMinMs: 0,
  });
}
