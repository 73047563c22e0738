import { createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { anyPage } from "../lib/asserted.ts";
import { lazyComponent } from "../lib/lazy/lazy-component.ts";
import { readSearch, writeSearch } from "../lib/search-params.ts";
import { operatorSession } from "../lib/session/session.ts";
import { CrashPage } from "../ui/feedback/crash-page.tsx";
import { OfflineBanner } from "../ui/feedback/offline-banner.tsx";
import { Toasts } from "../ui/feedback/toasts.tsx";
import { ConsoleShell } from "./shell/shell.tsx";

type Screen = () => Promise<{ default: ComponentType }>;

const root = createRootRoute({
  component: () => (
    <>
      <OfflineBanner />
      <Outlet />
      <Toasts />
    </>
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" ? { from } : {},
  beforeLoad: ({ search }) => {
    if (operatorSession.token()) throw redirect(anyPage({ to: pathIn(search.from), replace: true }));
  },
  component: lazyComponent(() => import("./features/operators/login-page.tsx")),
});

/** Accepts only paths of the console, so that a crafted link cannot lead to another site after signing in. */
function pathIn(from: string | undefined): string {
  return from !== undefined && /^\/[\w-]+(\/[\w-]+)*$/.test(from) ? from : "/";
}

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyComponent(() => import("./features/operators/invitation-page.tsx")),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: ({ location }) => {
    if (operatorSession.token()) return;
    const from =
      operatorSession.signedOutOnPurpose || location.pathname === "/" ? undefined : location.pathname;
    throw redirect(anyPage({ to: "/login", search: from === undefined ? {} : { from }, replace: true }));
  },
  component: ConsoleShell,
});

function page<const P extends string>(path: P, title: string, screen: Screen) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    component: lazyComponent(screen),
  });
}

const pages = shell.addChildren([
  page("/", "Today", () => import("./features/today/today-page.tsx")),
  page("/staking-requests", "Staking requests", () => import("./features/staking/queue-page.tsx")),
  page("/withdrawals", "Withdrawals", () => import("./features/withdraw/queue-page.tsx")),
  page("/deposits", "Deposits", () => import("./features/deposits/deposits-page.tsx")),
  page("/bank", "Bank", () => import("./features/bank-statements/bank-page.tsx")),
  page("/coins", "Coins on the chain", () => import("./features/deposits/coins-page.tsx")),
  page("/payouts", "Payouts", () => import("./features/withdraw/payouts-page.tsx")),
  page("/kyc", "KYC", () => import("./features/kyc/queue-page.tsx")),
  page("/signals", "Signals", () => import("./features/signals/signals-page.tsx")),
  page("/signals/$id", "Signal", () => import("./features/signals/signal-page.tsx")),
  page("/documents", "Documents", () => import("./features/documents/documents-page.tsx")),
  page("/plan", "Plan", () => import("./features/plan/plan-versions-page.tsx")),
  page("/arrival", "Company moved in", () => import("./features/arrival/arrival-page.tsx")),
  page("/waiting", "Second person", () => import("./features/proposals/waiting-page.tsx")),
  page("/support", "Support", () => import("./features/support/inbox-page.tsx")),
  page("/faq", "FAQ", () => import("./features/support/faq-page.tsx")),
  page("/notices", "Notices", () => import("./features/notices/notices-page.tsx")),
  page("/bulk-mail", "Bulk mail", () => import("./features/bulk-mail/bulk-mails-page.tsx")),
  page("/bulk-mail/$id", "Bulk mail", () => import("./features/bulk-mail/bulk-mail-page.tsx")),
  page("/prices", "Prices", () => import("./features/prices/prices-page.tsx")),
  page("/closings", "Closings", () => import("./features/closings/closings-page.tsx")),
  page("/ledger", "Ledger", () => import("./features/ledger/ledger-page.tsx")),
  page("/ledger/$id", "Entry of the ledger", () => import("./features/ledger/entry-page.tsx")),
  page("/receipts/$reference", "Receipt", () => import("./features/receipts/receipt-page.tsx")),
  page("/canned-texts", "Canned texts", () => import("./features/canned-texts/canned-texts-page.tsx")),
  page("/books", "Books", () => import("./features/books/books-page.tsx")),
  page("/taxes", "Taxes", () => import("./features/taxes/taxes-page.tsx")),
  page("/reports", "Reports", () => import("./features/reports/reports-page.tsx")),
  page("/settings", "Settings", () => import("./features/settings/settings-page.tsx")),
  page("/pauses", "Pauses", () => import("./features/pauses/pauses-page.tsx")),
  page("/jobs", "Jobs and mail", () => import("./features/jobs/jobs-page.tsx")),
  page("/handbook", "Handbook", () => import("./features/handbook/handbook-page.tsx")),
  page("/handbook/$page", "Handbook", () => import("./features/handbook/handbook-page.tsx")),
  page("/version", "Version", () => import("./features/today/version-page.tsx")),
  page("/members", "Members", () => import("./features/members/members-page.tsx")),
  page("/members/$refId", "Member", () => import("./features/members/member-page.tsx")),
  page("/account", "Your account", () => import("./features/operators/account-page.tsx")),
  page("/operators", "Operators", () => import("./features/operators/operators-page.tsx")),
  page("/log", "Log", () => import("./features/operators/log-page.tsx")),
  page("/$", "Page not found", () => import("./shell/not-found-page.tsx")),
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([login, invitation, pages]),
    basepath: "/console",
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
    defaultPendingMinMs: 0,
  });
}
