import { useEffect, useRef, type ReactNode } from "react";
import { ageText, isPast } from "../../lib/format/age-text.ts";
import "./queue.css";

interface QueueProps<Row extends { id: number }> {
  /** What waits here, for those who do not see it. */
  label: string;
  rows: readonly Row[];
  chosenId: number | undefined;
  onChoose: (id: number) => void;
  /** A row in the list. */
  line: (row: Row) => ReactNode;
  /** Where several can be dealt with at once: which are marked. */
  marks?:
    { ids: ReadonlySet<number>; onToggle: (row: Row) => void; nameOf: (row: Row) => string } | undefined;
  /** The chosen one, at length. */
  children: ReactNode;
}

/** A list to work off: what waits on one side, the chosen one beside it. */
export function Queue<Row extends { id: number }>(props: QueueProps<Row>) {
  const { label, rows, chosenId, onChoose, line, marks, children } = props;
  return (
    <div className="queue">
      <ul className="plain-list queue-list" aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className="queue-row">
            {marks && (
              <label className="queue-mark">
                <input
                  type="checkbox"
                  aria-label={`Mark ${marks.nameOf(row)}`}
                  checked={marks.ids.has(row.id)}
                  onChange={() => marks.onToggle(row)}
                />
              </label>
            )}
            <QueueLine isChosen={row.id === chosenId} onChoose={() => onChoose(row.id)}>
              {line(row)}
            </QueueLine>
          </li>
        ))}
      </ul>
      <section className="card queue-chosen" aria-label="The chosen request" aria-live="polite">
        {children}
      </section>
    </div>
  );
}

interface QueueLineProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function QueueLine({ isChosen, onChoose, children }: QueueLineProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <button ref={button} type="button" className="queue-line" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}

/** Single letters that work wherever one is, but for a field that is being typed into and an open dialog. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
      const action = isTyping ? undefined : current.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The one after the chosen, or before: where to go on. */
export function neighbourOf(rows: readonly { id: number }[], id: number | undefined, step: 1 | -1) {
  const at = rows.findIndex((row) => row.id === id);
  return rows[at + step]?.id ?? rows[at - step]?.id;
}

/** How long it waits, in another colour once that is longer than promised. */
export function WaitingTime({ since, dueAt, status }: { since: string; dueAt: string; status: string }) {
  if (status !== "P") return <span className="small dimmed">{ageText(since)} ago</span>;
  const isLate = isPast(dueAt);
  return (
    <span className={isLate ? "small queue-late" : "small dimmed"}>
      {isLate ? `late: ${ageText(since)}` : ageText(since)}
    </span>
  );
}

/** What the keys do, where one works. */
export function KeyHints({ hints }: { hints: readonly (readonly [key: string, does: string])[] }) {
  return (
    <p className="small dimmed queue-hints">
      {hints.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}

/** The decision that waits to be committed, and the way back from it. */
export function HeldDecision({ words, onUndo }: { words: string; onUndo: () => void }) {
  return (
    <div className="queue-held" role="status">
      <span>{words}</span>
      <button type="button" className="link-button" onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}
