import type { Movement } from "@fc/contract/activity/portal";
import { Button, Paper, Skeleton, Text } from "@mantine/core";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Text.layer.css";
import { useLingui } from "@lingui/react";
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { monthText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ProblemText } from "../../../ui/feedback/problem-text.tsx";
import { ActivityRow } from "./activity-row.tsx";
import "./activity.css";

const rowPx = 68;
const monthPx = 44;
/** How many rows before the last one the next page is requested. */
const rowsAhead = 20;

interface ActivityListProps {
  rows: readonly Movement[];
  /** Of all that was found; undefined until that is known. */
  count: number | undefined;
  isStale: boolean;
  more: { isThere: boolean; isLoading: boolean; error: unknown; load: () => void };
  onExplain: (transID: string) => void;
}

interface FeedProps {
  rows: readonly Movement[];
  focused: number | undefined;
  beginsMonth: (index: number) => boolean;
}

/** Which rows are drawn, and where. */
function useFeed({ rows, focused, beginsMonth }: FeedProps) {
  const feed = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and nowhere else
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rowPx + (beginsMonth(index) ? monthPx : 0),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
    // The row with the focus stays, or the focus would be lost as soon as it is scrolled away.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const isKept = focused === undefined || focused >= range.count || shown.includes(focused);
      return isKept ? shown : [...shown, focused].toSorted((a, b) => a - b);
    },
  });
  // Whatever stands above may change its height, and then the whole page changes its own.
  useLayoutEffect(() => {
    const place = () => feed.current && setTop(feed.current.getBoundingClientRect().top + scrollY);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { feed, top, virtual };
}

/**
 * The rows around what is on the screen, however many there are. A feed for screen readers: each row knows its place,
 * Page Down and Page Up go from row to row, and the next rows arrive before the last one is reached.
 */
export function ActivityList({ rows, count, isStale, more, onExplain }: ActivityListProps) {
  const t = useT();
  const { i18n } = useLingui();
  const [focused, setFocused] = useState<number>();
  const months = rows.map(({ at }) => monthText(at, i18n.locale));
  // Lines from before the move are shown below, and not counted.
  const hasOlder = rows.at(-1)?.kind === null;
  const beginsMonth = (index: number) => months[index] !== months[index - 1];

  const { feed, top, virtual } = useFeed({ rows, focused, beginsMonth });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const isNearEnd = lastShown >= rows.length - rowsAhead;
  const { isThere, isLoading, error, load } = more;
  useEffect(() => {
    if (isNearEnd && isThere && !isLoading && !error) load();
  }, [isNearEnd, isThere, isLoading, error, load]);

  const focusOn = (index: number) => {
    setFocused(index);
    virtual.scrollToIndex(index);
    // Rendered by the next frame at the latest.
    requestAnimationFrame(() =>
      feed.current?.querySelector<HTMLElement>(`[data-index="${index}"] .activity-row`)?.focus(),
    );
  };
  const typed = (event: KeyboardEvent) => {
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    const index = Number(row?.dataset["index"]);
    if (step === undefined || !Number.isInteger(index)) return;
    event.preventDefault();
    focusOn(Math.min(rows.length - 1, Math.max(0, index + step)));
  };

  return (
    <div>
      <Text size="sm" c="dimmed" ta="end" px="md" mb={4}>
        {t("Amount, and the balance after it in FC")}
      </Text>
      <Paper bd="1px solid var(--fc-line)" bg="var(--fc-surface)" radius="lg" opacity={isStale ? 0.6 : 1}>
        <div
          ref={feed}
          role="feed"
          aria-label={t("Activity")}
          aria-busy={isStale || isLoading}
          className="activity-feed"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={typed}
          onFocus={({ target }) =>
            setFocused(Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"]))
          }
          onBlur={() => setFocused(undefined)}
        >
          {items.map(({ key, index, start, size }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <article
                key={key}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={hasOlder ? -1 : (count ?? -1)}
                aria-labelledby={`activity-${row.id}`}
                className="activity-item"
                style={{ height: size, transform: `translateY(${start - top}px)` }}
              >
                {beginsMonth(index) && <Month text={months[index]} />}
                <ActivityRow row={row} titleId={`activity-${row.id}`} height={rowPx} onExplain={onExplain} />
              </article>
            );
          })}
        </div>
        {error !== undefined && <NotLoaded error={error} onRetry={load} />}
        {isThere && error === undefined && <Skeleton h={rowPx - 24} m={12} w="auto" />}
      </Paper>
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <Note tone="bad">
      <ProblemText error={error} />
      <Button variant="default" mt="xs" onClick={onRetry}>
        {t("Retry")}
      </Button>
    </Note>
  );
}

function Month({ text }: { text: string | undefined }) {
  return (
    <h2 className="activity-month" style={{ height: monthPx }}>
      {text}
    </h2>
  );
}
