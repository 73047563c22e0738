import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { BackIcon, ListIcon, TreeIcon } from "../../../ui/icons/screen-icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import type { TreeSearch } from "./address.ts";
import { ChartView } from "./chart-view.tsx";
import type { Rect } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { ListView } from "./list-view.tsx";
import { MemberCard } from "./member-card.tsx";
import { startFor } from "./path.ts";
import { pathQuery } from "./queries.ts";
import { SearchBox } from "./search-box.tsx";
import { TreeSkeleton } from "./tree-skeleton.tsx";
import { Trail } from "./trail.tsx";
import { shownMember, usersBelow } from "./team.ts";
import { useOpenCard } from "./use-open-card.ts";
import { useTree } from "./use-tree.ts";
import "./tree.css";

const route = getRouteApi("/frame/shell/tree-chart");

export default function TreeChartPage() {
  const t = useT();
  const { id: userId, refId } = useMember();
  const { start: askedStart, find, view = "chart" } = route.useSearch();
  const navigate = route.useNavigate();
  const card = useOpenCard();
  const about = find ?? askedStart;
  const path = useQuery({ ...pathQuery(userId, about ?? refId), enabled: about !== undefined });
  // An address may name whom to find and not where to start.
  const start = askedStart ?? (find !== undefined && path.data ? startFor(path.data) : undefined);
  const tree = useTree({ start, find, onFailed: (key) => card.show(key, "tap") });
  const { state, root } = tree;
  const [active, setActive] = useState(root);
  const top = useRef<HTMLDivElement>(null);
  const cardBox = useRef<HTMLElement>(null);

  // Replaced, not added: Go Back and the phone's own gesture leave the chart at once.
  const show = (search: TreeSearch) =>
    void navigate({ search: view === "list" ? { ...search, view } : search, replace: true });

  function startFrom(key: string): void {
    card.close();
    setActive(key);
    show(key === refId ? {} : { start: key });
  }

  const hasTrail = about !== undefined && path.data !== undefined;
  const own = state.team.get(refId);
  const isAlone = about === undefined && own !== undefined && usersBelow(own) === 0;
  const opened = card.openKey === undefined ? undefined : shownOf(tree, card.openKey);

  return (
    <div
      className="tree"
      data-view={view}
      onKeyDown={(event) => {
        if (event.key === "Escape") card.close();
      }}
    >
      <div className="tree-top" ref={top}>
        <TopBar
          view={view}
          onView={(next) => {
            card.close();
            void navigate({
              search: (before) => {
                const { view: _, ...rest } = before;
                return next === "list" ? { ...rest, view: next } : rest;
              },
              replace: true,
            });
          }}
        >
          <SearchBox
            onFound={(found, way) => {
              const from = startFor(way);
              card.close();
              setActive(found);
              show({ ...(from !== refId && { start: from }), ...(found !== refId && { find: found }) });
            }}
          />
        </TopBar>
        {hasTrail && <Trail path={path.data} onStart={startFrom} />}
        {find !== undefined && path.error && (
          <NotFound
            error={path.error}
            onClose={() => show(askedStart === undefined ? {} : { start: askedStart })}
          />
        )}
        {isAlone && (
          <Note>
            {t(
              "Nobody is in your team yet. Everybody who registers with your referral link takes a place here.",
            )}{" "}
            <Link to="/referral-link">{t("Open your referral link")}</Link>
          </Note>
        )}
      </div>

      {tree.problem ? (
        <Problem
          error={tree.problem}
          onRetry={tree.retry}
          onHome={start ? () => startFrom(refId) : undefined}
        />
      ) : !state.team.has(root) ? (
        <TreeSkeleton />
      ) : view === "list" ? (
        <ListView tree={tree} found={find} active={active} onActive={setActive} onShowCard={card.show} />
      ) : (
        <ChartView
          tree={tree}
          found={find}
          active={active}
          onActive={setActive}
          openCard={card.openKey}
          onShowCard={card.show}
          onPlace={(box) => placeBeside(cardBox.current, box, top.current)}
          hasTrail={hasTrail}
          topInset={() => top.current?.getBoundingClientRect().bottom ?? 0}
        />
      )}
      {opened && (
        <MemberCard
          ref={cardBox}
          shown={opened}
          above={state.team.get(opened.parent ?? "")}
          failure={state.failures.get(opened.key)}
          onRetry={() => tree.toggle(opened.key)}
          onStart={opened.member && opened.key !== root ? () => startFrom(opened.key) : undefined}
          onClose={card.close}
          onEnter={card.stay}
          onLeave={() => card.show(undefined, "hover")}
        />
      )}
      <Legend />
    </div>
  );
}

/** A free place has no member of its own: its key says below whom, and on which side. */
function shownOf({ state }: ReturnType<typeof useTree>, key: string) {
  const [parent = "", side] = key.split("/");
  if (side !== "left" && side !== "right") return shownMember(state, key);
  return { key, member: undefined, side, parent, isOpen: false } as const;
}

interface TopBarProps {
  view: "chart" | "list";
  onView: (view: "chart" | "list") => void;
  children: React.ReactNode;
}

function TopBar({ view, onView, children }: TopBarProps) {
  const t = useT();
  const { history, navigate } = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const views = [
    ["chart", t("Chart"), TreeIcon],
    ["list", t("List"), ListIcon],
  ] as const;
  return (
    <header className="tree-bar floating">
      <button
        type="button"
        className="link-button go-back"
        onClick={() => {
          if (history.canGoBack()) history.back();
          else void navigate({ to: "/", replace: true });
        }}
      >
        <BackIcon />
        {t("Go Back")}
      </button>
      <h1 ref={heading} tabIndex={-1}>
        {t("Tree Chart")}
      </h1>
      {children}
      <div className="segments" role="group" aria-label={t("View")}>
        {views.map(([name, label, Icon]) => (
          <button
            type="button"
            className="segment"
            key={name}
            aria-pressed={view === name}
            onClick={() => onView(name)}
          >
            <Icon />
            {label}
          </button>
        ))}
      </div>
    </header>
  );
}

/** Whom the address names to be found. */
function NotFound({ error, onClose }: { error: unknown; onClose: () => void }) {
  const t = useT();
  const isUnknown = error instanceof ApiError && error.code === "NOT_FOUND";
  return (
    <div role="alert">
      <Note tone="bad" onClose={onClose}>
        {isUnknown ? t("Nobody in your team has this user ID.") : <ProblemText error={error} />}
      </Note>
    </div>
  );
}

interface ProblemProps {
  error: unknown;
  onRetry: () => void;
  onHome: (() => void) | undefined;
}

function Problem({ error, onRetry, onHome }: ProblemProps) {
  const t = useT();
  const isUnknown = error instanceof ApiError && error.code === "NOT_FOUND";
  return (
    <div className="tree-problem">
      {isUnknown && onHome ? (
        <div className="state" role="alert">
          <p>{t("Nobody in your team has this user ID.")}</p>
          <button type="button" className="link-button" onClick={onHome}>
            {t("Start from yourself")}
          </button>
        </div>
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </div>
  );
}

const gap = 12;

/** Beside a node where there is room, right first; on phones the styles keep the card at the foot. */
function placeBeside(card: HTMLElement | null, box: Rect | undefined, bars: HTMLElement | null): void {
  if (!card || !box) return;
  const { offsetWidth: width, offsetHeight: height } = card;
  const top = (bars?.getBoundingClientRect().bottom ?? 0) + gap;
  const right = box.right + gap;
  const x = right + width + gap <= innerWidth ? right : Math.max(gap, box.left - gap - width);
  const y = Math.max(top, Math.min(box.top, innerHeight - height - gap));
  card.style.setProperty("--x", `${x}px`);
  card.style.setProperty("--y", `${y}px`);
}
