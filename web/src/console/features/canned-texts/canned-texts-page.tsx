import {
  addCannedText,
  cannedTextKinds,
  removeCannedText,
  type CannedText,
} from "@fc/contract/canned-texts/console";
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { cannedTextsQuery } from "../../canned-texts/canned-texts.tsx";
import { CannedTextDialog } from "./canned-text-dialog.tsx";

/** Replies and reasons that are kept ready, so that members read the same words from everybody. */
export default function CannedTextsPage() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(cannedTextsQuery);
  const [writing, setWriting] = useState<CannedText | "new">();
  const act = useAction(cannedTextsQuery.queryKey);
  const mayWrite = mayCall(role, addCannedText);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const remove = ({ id, version }: CannedText) =>
    void act(async () => {
      await call(removeCannedText, { params: { id }, body: { version } });
      return "The text was removed";
    });
  return (
    <Stack>
      <Text c="dimmed">
        Offered when a support message is answered or a request is rejected. {"{name}"} and {"{reference}"}{" "}
        are filled in.
      </Text>
      {mayWrite && (
        <div>
          <Button onClick={() => setWriting("new")}>Add a text</Button>
        </div>
      )}
      {data.length === 0 && (
        <div className="card state">
          <p>No text has been written yet.</p>
        </div>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} aria-label="Canned texts" style={{ listStyle: "none" }}>
        {data.map((text) => (
          <Paper component="li" key={text.id} p="md" withBorder aria-label={text.title}>
            <Group align="flex-start" justify="space-between">
              <Stack gap={4} flex={1} miw="min(20rem, 100%)">
                <Text fw={600}>{text.title}</Text>
                <Text size="sm" c="dimmed">
                  {cannedTextKinds[text.kind].label}
                </Text>
                <Text style={{ whiteSpace: "pre-wrap" }}>{text.body}</Text>
                <Text size="sm" c="dimmed">
                  Changed by {text.changedBy}, {dateTimeText(text.changedAt, "en")}
                </Text>
              </Stack>
              {mayWrite && (
                <Group gap="xs">
                  <Button variant="default" onClick={() => setWriting(text)}>
                    Change
                  </Button>
                  <Button variant="default" onClick={() => remove(text)}>
                    Remove
                  </Button>
                </Group>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {writing && (
        <CannedTextDialog
          text={writing === "new" ? undefined : writing}
          onClose={() => setWriting(undefined)}
        />
      )}
    </Stack>
  );
}
