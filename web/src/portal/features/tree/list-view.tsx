import { emptyPlace } from "@fc/contract/tree/portal";
import { sides } from "@fc/contract/side";
import { ActionIcon, Box, Group, Stack, Text } from "@mantine/core";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { InfoIcon } from "../../../ui/icons/icons.tsx";
import { ArrowIcon } from "../../../ui/icons/screen-icons.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { countText, usdText } from "./figures.ts";
import { rowMove, rowsOf, type TreeRow } from "./rows.ts";
import { StatusMark } from "./status-mark.tsx";
import { stakeStatusOf, usersBelow, type TeamMember } from "./team.ts";
import type { Tree } from "./use-tree.ts";
import { noteOf, spokenName } from "./node-labels.ts";

const rowHeight = 68;
/** Rows drawn above and below the visible ones. */
const extraRows = 8;

interface ListViewProps {
  tree: Tree;
  found: string | undefined;
  active: string;
  onActive: (key: string) => void;
  onShowCard: (key: string, how: "focus" | "tap") => void;
}

/** Which rows are in view. */
function useSeenRows() {
  const host = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 30 });
  function updateSeen(): void {
    const box = host.current;
    if (!box) return;
    const first = Math.floor(box.scrollTop / rowHeight);
    const last = first + Math.ceil(box.clientHeight / rowHeight);
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
  }
  const resized = useEffectEvent(updateSeen);
  useLayoutEffect(() => {
    const box = host.current;
    if (!box) return;
    const watch = new ResizeObserver(() => resized());
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { host, seen, updateSeen };
}

interface FoundInViewProps {
  host: RefObject<HTMLDivElement | null>;
  /** Below zero while the member who was found has no row. */
  foundAt: number;
}

function useFoundInView({ host, foundAt }: FoundInViewProps): void {
  const isThere = foundAt >= 0;
  const showFound = useEffectEvent(() => {
    host.current?.scrollTo({ top: foundAt * rowHeight - host.current.clientHeight / 3 });
  });
  useEffect(() => {
    if (isThere) showFound();
  }, [isThere]);
}

/** The same tree for keyboards, screen readers and small screens. Only the rows in view are in the page. */
export function ListView({ tree, found, active, onActive, onShowCard }: ListViewProps) {
  const t = useT();
  const { state, root } = tree;
  const { team, open } = state;
  const rows = useMemo(() => rowsOf({ team, open }, root), [team, open, root]);
  const { host, seen, updateSeen } = useSeenRows();
  useFoundInView({ host, foundAt: rows.findIndex(({ key }) => key === found) });
  const activeAt = Math.max(
    0,
    rows.findIndex(({ key }) => key === active),
  );

  const pressed = useRowKeys({ host, rows, activeAt, tree, onActive });

  function toggle({ key, member }: TreeRow): void {
    onActive(key);
    // A free place has nothing to open, but somebody to be invited to it.
    if (member) tree.toggle(key);
    else onShowCard(key, "tap");
  }

  const drawn = drawnRows({ rows, seen, activeAt });

  return (
    // Below the bars; at the foot there is room for the legend, and where there is room, beside it.
    <Box
      ref={host}
      onScroll={updateSeen}
      flex={1}
      mt={8}
      pb={72}
      pl={{ base: 8, lg: 264 }}
      pr={{ base: 8, lg: 352 }}
      style={{ overflow: "auto", overscrollBehavior: "contain" }}
    >
      <Box
        role="tree"
        aria-label={t("Your team as a list")}
        pos="relative"
        maw="60rem"
        mx="auto"
        h={rows.length * rowHeight}
        onKeyDown={pressed}
      >
        {drawn.map(({ row, at }) => (
          <ListRow
            key={row.key}
            row={row}
            top={at * rowHeight}
            isActive={at === activeAt}
            isFound={row.key === found}
            isWaiting={state.waiting.has(row.key)}
            hasFailed={state.failures.has(row.key)}
            onToggle={() => toggle(row)}
            onFocus={(isByKeyboard) => {
              onActive(row.key);
              tree.prefetch(row.key);
              if (isByKeyboard) onShowCard(row.key, "focus");
            }}
            onPoint={() => tree.prefetch(row.key)}
            onShowCard={() => onShowCard(row.key, "tap")}
          />
        ))}
      </Box>
    </Box>
  );
}

interface RowKeysProps extends Pick<ListViewProps, "tree" | "onActive"> {
  host: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  activeAt: number;
}

/** What the keys do at the active row. */
function useRowKeys({ host, rows, activeAt, tree, onActive }: RowKeysProps) {
  function goTo(at: number): void {
    const row = rows[at];
    if (!row || !host.current) return;
    scrollTo(host.current, at);
    onActive(row.key);
    // It is drawn with the next paint, wherever it is: the active row always is.
    requestAnimationFrame(() =>
      host.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)
        ?.focus({ preventScroll: true }),
    );
  }

  return function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = rowMove(rows, activeAt, event.key);
    if (!move) return;
    event.preventDefault();
    if ("to" in move) goTo(move.to);
    else tree.toggle(move.toggle);
  };
}

/** Only as far as needed for a row to be in view. */
function scrollTo(box: HTMLElement, at: number): void {
  const top = at * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight - box.clientHeight;
}

/** Those in view and some around them, and the active one wherever it is, so that it keeps the focus. */
function drawnRows({
  rows,
  seen,
  activeAt,
}: {
  rows: readonly TreeRow[];
  seen: { first: number; last: number };
  activeAt: number;
}) {
  const drawn = rows
    .map((row, at) => ({ row, at }))
    .slice(Math.max(0, seen.first - extraRows), seen.last + extraRows);
  const activeRow = rows[activeAt];
  if (activeRow && !drawn.some(({ at }) => at === activeAt)) drawn.push({ row: activeRow, at: activeAt });
  return drawn;
}

interface ListRowProps {
  row: TreeRow;
  top: number;
  isActive: boolean;
  isFound: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
  onToggle: () => void;
  onFocus: (isByKeyboard: boolean) => void;
  onPoint: () => void;
  onShowCard: () => void;
}

function ListRow(props: ListRowProps) {
  const { row, top, isActive, isFound, isWaiting, hasFailed, onToggle, onFocus, onPoint, onShowCard } = props;
  const t = useT();
  const { member, level, isOpen, side } = row;
  const kind = member ? stakeStatusOf(member) : "free";
  return (
    <div
      className="list-row"
      role="treeitem"
      data-key={row.key}
      data-kind={kind}
      data-found={isFound || undefined}
      aria-level={level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={member ? isOpen : undefined}
      aria-selected={isActive}
      aria-current={isFound || undefined}
      aria-busy={isWaiting || undefined}
      aria-label={spokenName(t, row)}
      tabIndex={isActive ? 0 : -1}
      style={{ height: rowHeight, transform: `translateY(${top}px)`, "--level": level - 1 }}
      onClick={onToggle}
      onFocus={(event) => onFocus(event.target.matches(":focus-visible"))}
      onPointerEnter={onPoint}
    >
      {member ? <ArrowIcon /> : <span className="icon" />}
      <svg width={28} height={28} style={{ flex: "none" }} viewBox="-14 -14 28 28" aria-hidden="true">
        <rect className="node-box" x="-13" y="-13" width="26" height="26" rx="8" />
        {member ? (
          <StatusMark kind={kind} />
        ) : (
          <text className="node-name" y="5">
            {emptyPlace}
          </text>
        )}
      </svg>
      {member ? (
        <>
          <NameAndNote member={member} side={side} isWaiting={isWaiting} hasFailed={hasFailed} />
          <LegTexts member={member} />
          <ActionIcon
            variant="subtle"
            color="var(--mantine-color-text)"
            size={44}
            tabIndex={-1}
            aria-label={t("Details")}
            title={t("Details")}
            onClick={(event) => {
              event.stopPropagation();
              onShowCard();
            }}
          >
            <InfoIcon />
          </ActionIcon>
        </>
      ) : (
        <Text c="dimmed" truncate>
          {t("Free place")} · {side && t(sideLabels[side])}
        </Text>
      )}
    </div>
  );
}

interface NameAndNoteProps extends Pick<ListRowProps, "isWaiting" | "hasFailed"> {
  member: TeamMember;
  side: TreeRow["side"];
}

function NameAndNote({ member, side, isWaiting, hasFailed }: NameAndNoteProps) {
  const t = useT();
  return (
    <Box flex={1} miw={0}>
      <Text fw={600} truncate lh={1.4}>
        {member.name}
      </Text>
      {/* In two lines where one is too short for both. */}
      <Text c="dimmed" fz="sm" lh={1.3} lineClamp={2}>
        <span className="unit-id">{member.refId}</span> ·{" "}
        <Text span inherit style={{ whiteSpace: "nowrap" }}>
          {isWaiting
            ? t("Loading...")
            : hasFailed
              ? t("Not loaded. Try again.")
              : noteOf(t, side, stakeStatusOf(member))}
        </Text>
      </Text>
    </Box>
  );
}

function LegTexts({ member }: { member: TeamMember }) {
  const t = useT();
  if (usersBelow(member) === 0) return null;
  return (
    <Stack gap={0} fz="sm" lh={1.4} display={{ base: "none", sm: "flex" }}>
      {sides.map((side) => (
        <Group key={side} gap="sm" justify="flex-end" wrap="nowrap" c="dimmed">
          {t(sideLabels[side])}
          <Text span inherit c="bright" miw="7rem" ta="right">
            {countText(member[side].users)} / {countText(member[side].activeUsers)}
          </Text>
          <Text span inherit c="bright" miw="7rem" ta="right">
            <OwnAmount>{usdText(member[side].businessUsd)}</OwnAmount>
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
