import { judgeSignal, type SignalEvidence } from "@fc/contract/signals/console";
import { signalRules } from "@fc/contract/signals/console-rules";
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { anyPage } from "../../../lib/asserted.ts";
import { call } from "../../../lib/api/api.ts";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { useKeys } from "../../../ui/queue/keys.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { signalsKey } from "../../signals/queries.ts";
import { Score } from "../../signals/score.tsx";
import { signalDetail } from "@fc/contract/signals/console-text";
import { signalQuery } from "./queries.ts";

type Person = SignalEvidence["people"][number];

const columns: readonly Column<Person>[] = [
  {
    title: "Member",
    cell: (person) => <Requester member={person} isNarrow />,
    value: ({ name, refId }) => `${name} ${refId}`,
    inCard: "heading",
  },
  {
    title: "Score",
    cell: ({ score }) => <Score score={score} />,
    value: ({ score }) => score,
    inCard: "aside",
  },
  { title: "State", cell: ({ status }) => status, value: ({ status }) => status },
  {
    title: "Since",
    cell: ({ since }) => <Whole>{dateTimeText(since, "en")}</Whole>,
    value: ({ since }) => since,
  },
  {
    title: "Joined",
    cell: ({ joinedAt }) => <Whole>{dateText(joinedAt, "en")}</Whole>,
    value: ({ joinedAt }) => joinedAt,
  },
  {
    title: "Sponsor",
    cell: ({ sponsor }) => (sponsor ? <Requester member={sponsor} isNarrow /> : "–"),
    value: ({ sponsor }) => sponsor && `${sponsor.name} ${sponsor.refId}`,
  },
];

/** The evidence of one signal: who is concerned since when, and who has judged it. */
export default function SignalPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(signalQuery(Number(id)));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { label, help, points } = signalRules[data.rule];
  const withdrawals: string = "/withdrawals";
  return (
    <Stack>
      <Card>
        <Group justify="space-between" align="start">
          <div>
            <Title order={2} fz="1.25rem">
              {label}
            </Title>
            <Text c="dimmed">{help}</Text>
          </div>
          {data.isOpen ? <Judge signal={data} /> : <StateTag status="A">Looks fine</StateTag>}
        </Group>
        <Figures>
          <Figure label="Found">{signalDetail(data)}</Figure>
          <Figure label="Points for each">{points}</Figure>
          <Figure label="First found">{dateTimeText(data.foundAt, "en")}</Figure>
          <Figure label="Newest evidence">{dateTimeText(data.newestAt, "en")}</Figure>
        </Figures>
        {data.facts.withdrawalId !== undefined && (
          <Anchor component={Link} to={withdrawals} search={anyPage({ search: data.people[0]?.refId })}>
            The withdrawals of this member
          </Anchor>
        )}
      </Card>
      <Card title="Members concerned">
        <PlainTable
          label="Members concerned"
          columns={columns}
          rows={data.people}
          rowKey={({ id: row }) => row}
        />
      </Card>
      <Card title="Judged to look fine">
        {data.judgements.length === 0 && <Text c="dimmed">Nobody has judged it yet.</Text>}
        {data.judgements.map(({ id: row, by, at, reason, evidence }) => (
          <Text key={row}>
            {reason}{" "}
            <Text span size="sm" c="dimmed">
              {by}, {dateTimeText(at, "en")}, with {evidence === 1 ? "1 fact" : `${evidence} facts`}
            </Text>
          </Text>
        ))}
      </Card>
    </Stack>
  );
}

function Judge({ signal: { id, evidence } }: { signal: SignalEvidence }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useKeys({ f: () => setAsking(true) });
  const judge = async (reason: string) => {
    setAsking(false);
    try {
      await call(judgeSignal, { params: { id }, body: { evidence, reason } });
      toast.done("Noted that it looks fine. It comes back with new evidence.");
    } catch (failure) {
      toast.failure(failure);
    }
    await queries.invalidateQueries({ queryKey: signalsKey });
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Looks fine (F)
      </Button>
      {isAsking && (
        <ReasonDialog
          title="This looks fine"
          label="Why? It is kept with your name, and comes back with new evidence"
          action="Looks fine"
          onClose={() => setAsking(false)}
          onGiven={(reason) => void judge(reason)}
        />
      )}
    </>
  );
}
