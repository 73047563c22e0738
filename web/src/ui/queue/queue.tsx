import { Button, Center, Checkbox, Flex, Group, Paper, Text, UnstyledButton } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { Card } from "../layout/page.tsx";
import { ageText, isPast } from "../../lib/format/age-text.ts";
import "./queue.css";

interface QueueProps<Item extends { id: number }> {
  /** Names the list for screen readers. */
  label: string;
  items: readonly Item[];
  /** Undefined while none is open. */
  chosenId: number | undefined;
  onChoose: (id: number) => void;
  /** What the list shows of an item. */
  renderLine: (item: Item) => ReactNode;
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
  const { label, items, chosenId, onChoose, renderLine, marks, children } = props;
  return (
    <div className="queue">
      <Paper component="ul" className="plain-list queue-list" radius="lg" aria-label={label}>
        {items.map((item) => (
          <Flex component="li" key={item.id} align="center">
            {marks && (
              <Center component="label" w="var(--fc-tap)" style={{ alignSelf: "stretch", cursor: "pointer" }}>
                <Checkbox
                  size="md"
                  aria-label={`Mark ${marks.nameOf(item)}`}
                  checked={marks.ids.has(item.id)}
                  onChange={() => marks.onToggle(item)}
                />
              </Center>
            )}
            <QueueLine isChosen={item.id === chosenId} onChoose={() => onChoose(item.id)}>
              {renderLine(item)}
            </QueueLine>
          </Flex>
        ))}
      </Paper>
      <div className="queue-chosen">
        <Card aria-label="The chosen request" aria-live="polite">
          {children}
        </Card>
      </div>
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
    <UnstyledButton ref={button} className="queue-line" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </UnstyledButton>
  );
}

/** How long a request has been waiting, in another colour once that is longer than promised. */
export function WaitingTime({ since, dueAt, status }: { since: string; dueAt: string; status: string }) {
  if (status !== "P")
    return (
      <Text component="span" size="sm" c="dimmed">
        {ageText(since)} ago
      </Text>
    );
  const isLate = isPast(dueAt);
  if (isLate) return <Late>late: {ageText(since)}</Late>;
  return (
    <Text span size="sm" c="dimmed">
      {ageText(since)}
    </Text>
  );
}

/** What an operator has to see first. */
export function Late({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" fw={600} c="var(--fc-bad-text)">
      {children}
    </Text>
  );
}

/**
 * The line above the list: which keys work, what is marked, or what can be undone. All of them take the same room, so
 * that nothing below moves and nothing is covered.
 */
export function QueueStatus({ children }: { children: ReactNode }) {
  return (
    <Flex align="center" mih={40}>
      {children}
    </Flex>
  );
}

/** Shows the decision that is not sent yet, with the button that takes it back. */
export function PendingDecision({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <Paper bg="#241c36" c="#ffffff" role="status" radius="md" px="md" w="100%" maw="40rem">
      <Group wrap="nowrap" justify="space-between">
        <span>{text}</span>
        <Button variant="transparent" size="sm" c="#d2c1ef" onClick={onUndo}>
          Undo
        </Button>
      </Group>
    </Paper>
  );
}
