import { useEffect, useRef, type ReactNode } from "react";
import { ageText, isPast } from "../../lib/format/age-text.ts";
import "./queue.css";

interface QueueProps<Item extends { id: number }> {
  /** Names the list for screen readers. */
  label: string;
  items: readonly Item[];
  chosenId: number;
  onChoose: (id: number) => void;
  /** What the list shows of an item. */
  line: (item: Item) => ReactNode;
  /** Check boxes before the lines, where several items can be decided at once. */
  marks?: QueueMarks<Item> | undefined;
  /** The chosen item in full. */
  children: ReactNode;
}

export interface QueueMarks<Item> {
  ids: ReadonlySet<number>;
  onToggle: (item: Item) => void;
  nameOf: (item: Item) => string;
}

/** The list of items on one side, the chosen one beside it. */
export function Queue<Item extends { id: number }>(props: QueueProps<Item>) {
  const { label, items, chosenId, onChoose, line, marks, children } = props;
  return (
    <div className="queue">
      <ul className="plain-list queue-list" aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className="queue-row">
            {marks && (
              <label className="queue-mark">
                <input
                  type="checkbox"
                  aria-label={`Mark ${marks.nameOf(item)}`}
                  checked={marks.ids.has(item.id)}
                  onChange={() => marks.onToggle(item)}
                />
              </label>
            )}
            <QueueLine isChosen={item.id === chosenId} onChoose={() => onChoose(item.id)}>
              {line(item)}
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

/** How long a request has been waiting, in another colour once that is longer than promised. */
export function WaitingTime({ since, dueAt, status }: { since: string; dueAt: string; status: string }) {
  if (status !== "P") return <span className="small dimmed">{ageText(since)} ago</span>;
  const isLate = isPast(dueAt);
  return (
    <span className={isLate ? "small queue-late" : "small dimmed"}>
      {isLate ? `late: ${ageText(since)}` : ageText(since)}
    </span>
  );
}

/** Shows the decision that is not sent yet, with the button that takes it back. */
export function PendingDecision({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <div className="queue-pending" role="status">
      <span>{text}</span>
      <button type="button" className="link-button" onClick={onUndo}>
        Undo
      </button>
    </div>
  );
}
