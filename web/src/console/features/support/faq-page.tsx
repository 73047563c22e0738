import { sure } from "@fc/contract/sure";
import { addFaqEntry, orderFaq, type FaqEntry } from "@fc/contract/support/console-faq";
import { ActionIcon, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { EyeOffIcon } from "../../../ui/icons/icons.tsx";
import { DownIcon, UpIcon } from "../../../ui/icons/later-icons.tsx";
import { FaqDialog } from "./faq-dialog.tsx";
import { faqQuery } from "./queries.ts";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";

/** Common questions, in the order in which members and visitors read them. */
export default function FaqPage() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(faqQuery);
  const [writing, setWriting] = useState<FaqEntry | "new">();
  const act = useAction(faqQuery.queryKey);
  const mayWrite = mayCall(role, addFaqEntry);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const from = data.map(({ id }) => id);
  const move = (at: number, by: -1 | 1) => {
    const to = from.with(at, sure(from[at + by])).with(at + by, sure(from[at]));
    void act(async () => {
      await call(orderFaq, { body: { from, to } });
      return "The order was changed";
    });
  };
  return (
    <Stack>
      <Text c="dimmed">
        Shown on the members' Support page and beside the support form of the login page, in this order.
      </Text>
      {mayWrite && (
        <div>
          <Button onClick={() => setWriting("new")}>Add a question</Button>
        </div>
      )}
      {data.length === 0 && (
        <div className="card state">
          <p>No question has been written yet.</p>
        </div>
      )}
      <Stack component="ol" gap="sm" m={0} p={0} aria-label="Questions" style={{ listStyle: "none" }}>
        {data.map((entry, at) => (
          <Entry
            key={entry.id}
            entry={entry}
            isFirst={at === 0}
            isLast={at === data.length - 1}
            acts={mayWrite ? { onMove: (by) => move(at, by), onChange: () => setWriting(entry) } : undefined}
          />
        ))}
      </Stack>
      {writing && (
        <FaqDialog entry={writing === "new" ? undefined : writing} onClose={() => setWriting(undefined)} />
      )}
    </Stack>
  );
}

interface EntryProps {
  entry: FaqEntry;
  isFirst: boolean;
  isLast: boolean;
  /** Undefined for an operator who only reads. */
  acts: { onMove: (by: -1 | 1) => void; onChange: () => void } | undefined;
}

function Entry({ entry, isFirst, isLast, acts }: EntryProps) {
  return (
    <Paper component="li" p="md" withBorder aria-label={entry.question.en}>
      <Group align="flex-start" wrap="nowrap">
        <Stack gap={4} flex={1} miw={0}>
          <Group gap="xs">
            <Text fw={600}>{entry.question.en}</Text>
            {entry.isPublished ? (
              <StateTag status="A">Published</StateTag>
            ) : (
              <StateTag icon={EyeOffIcon}>Hidden</StateTag>
            )}
          </Group>
          {entry.question.hi !== "" && (
            <Text lang="hi" c="dimmed">
              {entry.question.hi}
            </Text>
          )}
          <Text style={{ whiteSpace: "pre-wrap" }}>{entry.answer.en}</Text>
          <Text size="sm" c="dimmed">
            Changed by {entry.changedBy}, {dateTimeText(entry.changedAt, "en")}
          </Text>
        </Stack>
        {acts && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="default"
              size={44}
              aria-label={`Move up: ${entry.question.en}`}
              disabled={isFirst}
              onClick={() => acts.onMove(-1)}
            >
              <UpIcon />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={`Move down: ${entry.question.en}`}
              disabled={isLast}
              onClick={() => acts.onMove(1)}
            >
              <DownIcon />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {acts && (
        <Button variant="default" mt="sm" onClick={acts.onChange}>
          Change
        </Button>
      )}
    </Paper>
  );
}
