import { useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { firstStepRequired, refusals } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { Later } from "../../lib/lazy/later.tsx";
import { whenIdle } from "../../lib/lazy/when-idle.ts";
import { MemberContext, memberQuery } from "../../lib/session/member.ts";
import { createQueryClient } from "../../lib/api/query-client.ts";
// On every page: the member may sign out from any.
import "../../lib/session/session-keys.ts";
import { session } from "../../lib/session/session.ts";
import { localStore } from "../../lib/storage.ts";
import { loadOrNotify } from "../../ui/feedback/load-or-notify.ts";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../ui/feedback/skeletons.tsx";
import { OwnAmounts } from "../../ui/money/own-amounts.tsx";
import "../../ui/styles/signed-in.ts";
import { keepingCache } from "../kept-figures.ts";
import { pendingPage } from "../pending-page.ts";
import { usePrefetchedPages } from "../prefetch.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { LeavePlace } from "./leave-place.tsx";
import { MailNote } from "./mail-note.tsx";
import { MemberViewBanner } from "./member-view-banner.tsx";
import { NavigationList } from "./navigation-list.tsx";
import { PalettePlace } from "./palette-place.tsx";
import { TopBar } from "./top-bar.tsx";
import { useArrival } from "./use-arrival.ts";
import { usePendingPage } from "./use-pending-page.ts";
import "./shell.css";

const NavigationDrawer = lazyComponent(() => import("./navigation-drawer.tsx"));

/** The signed-in area. A new session starts from nothing: no figure of the last one survives. */
export default function Shell() {
  const token = useSyncExternalStore(session.subscribe, session.token, session.token);
  return token && <SessionShell key={token} />;
}

function SessionShell() {
  const [queries] = useState(() => createQueryClient({ queryCache: keepingCache() }));
  return (
    <QueryClientProvider client={queries}>
      <OwnAmounts>
        <ShellFrame />
        <PrefetchedPages />
        <LeavePlace />
        <Later load={memberLanguage} props={{}} />
        <Later load={appPlace} props={{}} />
        <Later load={signOutPlace} props={{}} />
      </OwnAmounts>
    </QueryClientProvider>
  );
}

/** By itself, because it is drawn anew whenever a call begins or ends. */
function PrefetchedPages() {
  usePrefetchedPages();
  return null;
}

const memberLanguage = () => import("./member-language.ts");
const lostAnswersPlace = () => import("./lost-answers-place.tsx");
const signOutPlace = () => import("./sign-out-place.tsx");
const appPlace = () => import("./app-place.tsx");

const shrunkKey = "fcSidebarShrunk";

function ShellFrame() {
  const t = useT();
  const { data: member, error, refetch } = useQuery(memberQuery);
  const [shrunk, setShrunk] = useState(() => localStore.read(shrunkKey) === "1");
  const menu = useMenu();
  const isWide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  useFirstStep();

  const toggleShrunk = () => {
    localStore.write(shrunkKey, shrunk ? "0" : "1");
    setShrunk(!shrunk);
  };
  // A member who must choose a password or accept the terms first is shown no links that would not work.
  const open = !member?.mustChangePassword && !member?.mustAccept;
  const bare = useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.bare) });
  const content = member ? (
    <MemberContext value={member}>
      <Later load={lostAnswersPlace} props={{}} />
      <Page {...member} />
    </MemberContext>
  ) : error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <PageSkeleton />
  );
  const page = (
    <>
      <Covered>{content}</Covered>
      {open && <PalettePlace member={member} />}
    </>
  );
  const banner = member?.lookUntil && <MemberViewBanner member={member} until={member.lookUntil} />;
  if (bare) {
    return (
      <>
        {banner}
        <main>{page}</main>
      </>
    );
  }

  return (
    <>
      {banner}
      <div className="shell" data-shrunk={shrunk} data-locked={!open}>
        <a className="skip-link not-printed" href="#content">
          {t("Skip to content")}
        </a>
        <TopBar
          member={member}
          shrunk={shrunk}
          onToggleShrunk={open ? toggleShrunk : undefined}
          isMenuOpen={menu.isOpen}
          onOpenMenu={open ? () => void menu.open() : undefined}
        />
        {open && isWide && (
          <aside className="shell-sidebar wide-only not-printed">
            <NavigationList shrunk={shrunk} />
          </aside>
        )}
        <main className="shell-main" id="content" tabIndex={-1}>
          {open && member?.mailsReturnedFrom && <MailNote address={member.mailsReturnedFrom} />}
          {page}
        </main>
        {open && <BottomBar />}
        <Suspense>
          {open && menu.isOpen && <NavigationDrawer refId={member?.refId} onClose={menu.close} />}
        </Suspense>
      </div>
    </>
  );
}

interface Menu {
  isOpen: boolean;
  /** The page below it. */
  on: string;
  /** The page that was on its way when the menu was opened. */
  next?: string | undefined;
}

/** Another page closes the menu, such as by Back. The one that was on its way when it was opened does not. */
function useMenu() {
  const on = useRouterState({ select: ({ location }) => location.pathname });
  const [menu, setMenu] = useState<Menu>({ isOpen: false, on });
  if (menu.on !== on) setMenu({ isOpen: menu.isOpen && menu.next === on, on });
  useEffect(() => whenIdle(() => void NavigationDrawer.preload()), []);

  const open = async () => {
    if (await loadOrNotify([NavigationDrawer], { onRetry: () => void open() }))
      setMenu((last) => ({ isOpen: true, on: last.on, next: pendingPage.current()?.pathname }));
  };
  const close = () => setMenu((last) => ({ isOpen: false, on: last.on }));
  return { isOpen: menu.isOpen, open, close };
}

/**
 * While another page is on its way its outline lies over this one. This one stays as it is: it keeps its place and
 * what was typed, in case the other does not come.
 */
function Covered({ children }: { children: ReactNode }) {
  const pending = usePendingPage();
  // Not from the moment on when the other page is here: it could not take the focus.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  const isCovered = pending !== undefined && pending.pathname !== shown;
  const { outline, page } = useArrival(isCovered ? pending : undefined);
  return (
    <>
      {isCovered && (
        <div className="pending-page" ref={outline}>
          <PageSkeleton />
        </div>
      )}
      <div className="pending-under" inert={isCovered} ref={page}>
        {children}
      </div>
    </>
  );
}

/** What a member who has not accepted the terms can still open; the server allows the calls of these pages. */
const openBeforeAcceptance = /^\/(accept|support|my-data|withdraw|coin-address|receipt)(\/|$)/;

function Page({ mustChangePassword, mustAccept }: { mustChangePassword: boolean; mustAccept: boolean }) {
  // The page that is shown, not the address that is on its way: no other page may flash up meanwhile.
  const shown = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath }) ?? "/";
  if (mustChangePassword) return shown === "/change-password" ? <Outlet /> : <ToStep to="/change-password" />;
  return mustAccept && !openBeforeAcceptance.test(shown) ? <ToStep to="/accept" /> : <Outlet />;
}

/** Keeps where the member wanted to go, to lead on there afterwards. */
function ToStep({ to }: { to: "/change-password" | "/accept" }) {
  // One step may follow another: then it is where the member wanted to go before the first one.
  const wanted = useRouterState({ select: ({ location }) => location.state.from ?? location.href });
  const [from] = useState(wanted);
  return <Navigate to={to} state={{ from }} replace />;
}

/** The server may require a new password or an acceptance at any call; then the session is read again. */
function useFirstStep(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: memberQuery.queryKey });
    refusals.addEventListener(firstStepRequired, readAgain);
    return () => refusals.removeEventListener(firstStepRequired, readAgain);
  }, [queries]);
}
