import { Anchor, Button, Center, Group, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Later } from "../../../lib/lazy/later.tsx";
import { localStore } from "../../../lib/storage.ts";
import { pathQuery } from "../../../lib/team-path.ts";
import { BackIcon } from "../../../ui/icons/screen-icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import type { TeamPath } from "@fc/contract/tree/portal";
import type { TreeSearch } from "./address.ts";
import { ChartView } from "./chart-view.tsx";
import { Floating } from "./floating.tsx";
import type { Rect } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { ListView } from "./list-view.tsx";
import { startFor } from "./path.ts";
import { TreeSkeleton } from "./tree-skeleton.tsx";
import { Trail } from "./trail.tsx";
import { shownMember, usersBelow } from "./team.ts";
import { useOpenCard } from "./use-open-card.ts";
import { useTree } from "./use-tree.ts";
import "@mantine/core/styles/Center.layer.css";
import "./tree.css";

const route = getRouteApi("/frame/shell/tree-chart");

// Together they need more code than the chart itself, which is to be there first.
const searchBox = () => import("./search-box.tsx");
const memberCard = () => import("./member-card.tsx");

type TreeView = "chart" | "list";
/** The view that the member chose last, on this device. */
const viewKey = "fcTreeView";
const rememberedView = (): TreeView => (localStore.read(viewKey) === "list" ? "list" : "chart");

/** What the address names, who is shown for it, and how another one is chosen. */
function useTreePage() {
  const { id: userId, refId } = useMember();
  const { start: askedStart, find, view = rememberedView() } = route.useSearch();
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
  const openedNode = useRef<Rect>(undefined);
  const placeCard = () => placeBeside(cardBox.current, openedNode.current, top.current);
  const onPlace = (box: Rect | undefined) => {
    openedNode.current = box;
    placeCard();
  };
  const cardRef = (box: HTMLElement | null) => {
    cardBox.current = box;
    placeCard();
  };

  // Replaced, not added: Go Back and the phone's own gesture leave the chart at once.
  const show = (search: TreeSearch) =>
    void navigate({ search: view === "list" ? { ...search, view } : search, replace: true });

  function startFrom(key: string): void {
    card.close();
    setActive(key);
    show(key === refId ? {} : { start: key });
  }

  function showView(next: TreeView): void {
    card.close();
    localStore.write(viewKey, next);
    void navigate({
      search: (before) => {
        const { view: _, ...rest } = before;
        return next === "list" ? { ...rest, view: next } : rest;
      },
      replace: true,
    });
  }

  function showFound(found: string, way: TeamPath): void {
    const from = startFor(way);
    card.close();
    setActive(found);
    show({ ...(from !== refId && { start: from }), ...(found !== refId && { find: found }) });
  }

  const trail = about === undefined ? undefined : path.data;
  const own = state.team.get(refId);
  const isAlone = about === undefined && own !== undefined && usersBelow(own) === 0;
  const opened = card.openKey === undefined ? undefined : shownOf(tree, card.openKey);
  return {
    view,
    find,
    askedStart,
    start,
    notFound: find === undefined ? undefined : path.error,
    tree,
    active,
    setActive,
    card,
    top,
    onPlace,
    cardRef,
    show,
    startFrom,
    showView,
    showFound,
    trail,
    isAlone,
    opened,
  };
}

export default function TreeChartPage() {
  const { refId } = useMember();
  const chart = useTreePage();
  const { view, find, start, tree, active, setActive, card, top, startFrom, trail, opened } = chart;
  const { state, root } = tree;
  return (
    <div
      className="tree"
      data-view={view}
      onKeyDown={(event) => {
        if (event.key === "Escape") card.close();
      }}
    >
      <Top chart={chart} />
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
          onPlace={chart.onPlace}
          hasTrail={trail !== undefined}
          topInset={() => top.current?.getBoundingClientRect().bottom ?? 0}
        />
      )}
      {opened && (
        <Later
          load={memberCard}
          props={{
            ref: chart.cardRef,
            shown: opened,
            above: state.team.get(opened.parent ?? ""),
            failure: state.failures.get(opened.key),
            onRetry: () => tree.toggle(opened.key),
            onStart: opened.member && opened.key !== root ? () => startFrom(opened.key) : undefined,
            onClose: card.close,
            onEnter: card.stay,
            onLeave: () => card.show(undefined, "hover"),
          }}
        />
      )}
      <Legend />
    </div>
  );
}

/** The bars above the chart or the list. */
function Top({ chart }: { chart: ReturnType<typeof useTreePage> }) {
  const { view, askedStart, top, show, startFrom, showView, showFound, trail, notFound, isAlone } = chart;
  return (
    <Stack
      className="tree-top"
      ref={top}
      gap={8}
      align="flex-start"
      px={8}
      pt="max(0.5rem, env(safe-area-inset-top))"
    >
      <TopBar view={view} onView={showView}>
        <Later
          load={searchBox}
          props={{ onFound: showFound }}
          fallback={<Skeleton h={44} flex={{ base: "1 1 100%", sm: "0 1 22rem" }} />}
        />
      </TopBar>
      {trail && <Trail path={trail} onStart={startFrom} />}
      {notFound && (
        <NotFound
          error={notFound}
          onClose={() => show(askedStart === undefined ? {} : { start: askedStart })}
        />
      )}
      {isAlone && <AloneNote />}
    </Stack>
  );
}

/** A free place has no member of its own: its key says below whom, and on which side. */
function shownOf({ state }: ReturnType<typeof useTree>, key: string) {
  const [parent = "", side] = key.split("/");
  if (side !== "left" && side !== "right") return shownMember(state, key);
  return { key, member: undefined, side, parent, isOpen: false } as const;
}

interface TopBarProps {
  view: TreeView;
  onView: (view: TreeView) => void;
  children: ReactNode;
}

function TopBar({ view, onView, children }: TopBarProps) {
  const t = useT();
  const { history, navigate } = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const views = [
    ["chart", t("Chart")],
    ["list", t("List")],
  ] as const;
  return (
    <Floating component="header" p={6} w="100%">
      <Group gap="6px 8px">
        <Button
          variant="subtle"
          size="sm"
          px={4}
          leftSection={<BackIcon />}
          onClick={() => {
            if (history.canGoBack()) history.back();
            else void navigate({ to: "/", replace: true });
          }}
        >
          {t("Go Back")}
        </Button>
        <Title
          order={1}
          ref={heading}
          tabIndex={-1}
          flex={1}
          miw={0}
          fz={{ base: 15, xs: 18 }}
          lh={1.2}
          style={{ outline: "none" }}
        >
          {t("Tree Chart")}
        </Title>
        <div role="group" aria-label={t("View")}>
          <Button.Group>
            {views.map(([name, label]) => (
              <Button
                key={name}
                size="sm"
                px={12}
                variant={view === name ? "filled" : "default"}
                aria-pressed={view === name}
                onClick={() => onView(name)}
              >
                {label}
              </Button>
            ))}
          </Button.Group>
        </div>
        {children}
      </Group>
    </Floating>
  );
}

function AloneNote() {
  const t = useT();
  return (
    <Note>
      {t("Nobody is in your team yet. Everybody who registers with your referral link takes a place here.")}{" "}
      <Link to="/referral-link">{t("Open your referral link")}</Link>
    </Note>
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
    <Center flex={1}>
      {isUnknown && onHome ? (
        <Stack align="center" role="alert">
          <p>{t("Nobody in your team has this user ID.")}</p>
          <Anchor component="button" type="button" mih={44} fw={600} onClick={onHome}>
            {t("Start from yourself")}
          </Anchor>
        </Stack>
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </Center>
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
