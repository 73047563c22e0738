import { operatorLogout } from "@fc/contract/operators/console";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { SecondStep } from "../features/operators/second-step.tsx";
import { call } from "../../lib/api/api.ts";
import { OperatorContext, operatorQuery, type SignedInOperator } from "../../lib/session/operator.ts";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { operatorSession } from "../../lib/session/session.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { MenuIcon, PowerIcon, SearchIcon } from "../../ui/icons/screen-icons.tsx";
import { Brand } from "../../ui/layout/logo.tsx";
import { ColourSwitch } from "../../ui/layout/preferences.tsx";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../ui/feedback/skeletons.tsx";
import { navigation, type ConsoleItem } from "../navigation.ts";
import { proposalsQuery } from "../proposals/queries.ts";
import { CommandPalette, PaletteOpener, usePaletteKey } from "./command-palette.tsx";
import "./shell.css";

/** The key makes React build everything anew for a new session, so that no figure of the last one stays on the screen. */
export function ConsoleShell() {
  const token = useSyncExternalStore(operatorSession.subscribe, operatorSession.token, operatorSession.token);
  return token && <SessionShell key={token} />;
}

function SessionShell() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const { data: operator, error, refetch } = useQuery(operatorQuery);
  if (error && !operator) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!operator) return <PageSkeleton />;
  if (operator.secondStep !== "none")
    return <SecondStep operator={operator} onPassed={() => void refetch()} onLeave={signOut} />;
  return (
    <OperatorContext value={operator}>
      <Console operator={operator} />
    </OperatorContext>
  );
}

function Console({ operator }: { operator: SignedInOperator }) {
  const [open, setOpen] = useState<"menu" | "palette">();
  const close = () => setOpen(undefined);
  usePaletteKey(() => setOpen("palette"));
  return (
    <div className="console">
      <aside className="console-side">
        <Brand />
        <PaletteOpener onOpen={() => setOpen("palette")} />
        <Navigation />
        <Account operator={operator} />
      </aside>
      <header className="console-top">
        <button
          type="button"
          className="icon-button"
          aria-label="Open the menu"
          onClick={() => setOpen("menu")}
        >
          <MenuIcon />
        </button>
        <PageTitle />
        <button type="button" className="icon-button" aria-label="Go to" onClick={() => setOpen("palette")}>
          <SearchIcon />
        </button>
      </header>
      <main className="console-main" id="content">
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      {open === "menu" && (
        <Dialog title="Menu" kind="drawer" onClose={close}>
          <Navigation onChosen={close} />
          <Account operator={operator} />
        </Dialog>
      )}
      {open === "palette" && <CommandPalette onClose={close} />}
    </div>
  );
}

function Navigation({ onChosen }: { onChosen?: () => void }) {
  return (
    <nav aria-label="Console" className="console-navigation">
      {navigation.map(({ label, items }) => (
        <div key={label}>
          <p className="console-heading">{label}</p>
          <ul className="plain-list">
            {items.map((item) => (
              <li key={item.to}>
                <ItemLink item={item} onChosen={onChosen} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface ItemLinkProps {
  item: ConsoleItem;
  onChosen: (() => void) | undefined;
}

function ItemLink({ item: { to, label, icon: Icon }, onChosen }: ItemLinkProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isCurrent = to === "/" ? path === "/" : path.startsWith(to);
  return (
    <Link
      to={to}
      className="console-link"
      title={label}
      data-current={isCurrent}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onChosen}
    >
      <Icon />
      <span className="console-word">{label}</span>
      {to === "/waiting" && <WaitingCount />}
    </Link>
  );
}

/** How much waits for a second person, on this page and elsewhere. */
function WaitingCount() {
  const { data } = useQuery(proposalsQuery);
  if (!data) return null;
  const { open, elsewhere } = data;
  const count = Object.values(elsewhere).reduce((sum, each) => sum + each, open.length);
  if (count === 0) return null;
  return (
    <span className="console-count">
      {count.toLocaleString("en-IN")}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

function Account({ operator }: { operator: SignedInOperator }) {
  return (
    <div className="console-account">
      <div className="console-colours">
        <ColourSwitch />
      </div>
      <div className="row console-who">
        <span className="console-word">
          <strong>{operator.name}</strong>
          <span className="small dimmed">{operator.role}</span>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label="Sign out"
          title="Sign out"
          onClick={signOut}
        >
          <PowerIcon />
        </button>
      </div>
    </div>
  );
}

function PageTitle() {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title }) ?? "";
  useEffect(() => {
    document.title = `${title} · FC Console`;
  }, [title]);
  return <h1 className="console-title">{title}</h1>;
}

/** Signs out in the browser at once. If the call fails, the session on the server ends when it expires. */
function signOut(): void {
  const ended = call(operatorLogout).catch(() => undefined);
  operatorSession.end("signed-out");
  void ended;
}
