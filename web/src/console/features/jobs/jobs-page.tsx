import {
  consoleJobsCsv,
  discardJob,
  plainError,
  retryAllJobs,
  retryJob,
  taskText,
  workKinds,
  workSorts,
  workStates,
  type WorkRow,
  type WorkKind,
  type WorkState,
} from "@fc/contract/jobs/console";
import { lanes, type Lane } from "@fc/contract/jobs/lanes";
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { useAction } from "../../../ui/form/use-change.ts";
import { TestMailButton } from "../../mail/test-mail-button.tsx";
import { jobCountsQuery, jobsKey, jobsQuery } from "./queries.ts";

type Sort = (typeof workSorts)[number];

const stateLabels: Record<WorkState, string> = {
  failed: "Failed",
  retrying: "Tried again",
  waiting: "Waiting",
};
const kindLabels: Record<WorkKind, string> = { mail: "Mails", job: "Jobs" };

const laneLabels: Record<Lane, string> = {
  codes: "Codes",
  mails: "Mails",
  bulk: "Bulk mails",
  alerts: "Alerts",
  push: "Push",
  work: "Work",
};

const columns: readonly Column<WorkRow, Sort>[] = [
  { title: "State", cell: stateTag, inCard: "aside" },
  { title: "What", cell: (work) => <What work={work} />, inCard: "heading" },
  { title: "Lane", cell: ({ lane }) => laneLabels[lane] },
  { title: "Why", cell: ({ error }) => <Why error={error} /> },
  { title: "Tries", cell: ({ attempts }) => attempts, align: "end" },
  {
    title: "Next try",
    cell: ({ state, at }) => <Whole>{state === "failed" ? "–" : dateTimeText(at, "en")}</Whole>,
    sort: "at",
  },
];

function stateTag({ state }: WorkRow) {
  return <StateTag status={state === "failed" ? "R" : "P"}>{stateLabels[state]}</StateTag>;
}

function What({ work: { task, subject, recipient, createdAt } }: { work: WorkRow }) {
  return (
    <>
      {subject ?? taskText(task)} {recipient !== null && <More>to {recipient} </More>}
      <More>
        <Whole>since {dateTimeText(createdAt, "en")}</Whole>
      </More>
    </>
  );
}

function More({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed" fw={400} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

/** Says in plain words why the work failed, and shows the technical details below. */
function Why({ error }: { error: string | null }) {
  if (error === null) return "–";
  const plain = plainError(error);
  return (
    <>
      {plain ?? "It failed."} <More>{error}</More>
    </>
  );
}

interface Actions {
  onRetry: (work: WorkRow) => void;
  onDiscard: (work: WorkRow) => void;
}

function actionsOf(actions: Actions): Column<WorkRow, Sort> {
  return { title: "Actions", cell: (work) => <RowActions work={work} {...actions} />, inCard: "actions" };
}

function RowActions({ work, onRetry, onDiscard }: Actions & { work: WorkRow }) {
  if (work.state === "waiting") return null;
  return (
    <Group gap="0 1rem" mx={-4}>
      <button type="button" className="link-button" onClick={() => onRetry(work)}>
        Retry
      </button>
      <button type="button" className="link-button" onClick={() => onDiscard(work)}>
        Throw away
      </button>
    </Group>
  );
}

function useWork() {
  return useTable({
    sorts: workSorts,
    first: { sort: "at", order: "asc" },
    filters: ["state", "kind", "lane"],
  });
}

function Filters({ table }: { table: ReturnType<typeof useWork> }) {
  return (
    <>
      <ChoiceFilter
        label="State"
        name="state"
        choices={workStates.map((state) => [state, stateLabels[state]])}
        table={table}
      />
      <ChoiceFilter
        label="Kind"
        name="kind"
        choices={workKinds.map((kind) => [kind, kindLabels[kind]])}
        table={table}
      />
      <ChoiceFilter
        label="Lane"
        name="lane"
        choices={lanes.map((lane) => [lane, laneLabels[lane]])}
        table={table}
      />
    </>
  );
}

/** Lists the background work that failed or waits. An operator can retry or discard it. */
export default function JobsPage() {
  const { role } = useOperator();
  const table = useWork();
  const result = useQuery(jobsQuery(table.query));
  const [discarding, setDiscarding] = useState<WorkRow>();
  const act = useAction(jobsKey);
  const retryOne = ({ id }: WorkRow) =>
    void act(async () => {
      await call(retryJob, { params: { id } });
      return "It is tried again now.";
    });
  const discard = ({ id }: WorkRow, reason: string) =>
    void act(async () => {
      await call(discardJob, { params: { id }, body: { reason } });
      return "It was thrown away.";
    });
  const mayAct = mayCall(role, retryJob);
  return (
    <Stack>
      <Counts
        onRetryAll={
          mayAct
            ? (kind) =>
                void act(async () => {
                  const { data } = await call(retryAllJobs, { body: { kind } });
                  return `${data.count.toLocaleString("en-IN")} tried again now.`;
                })
            : undefined
        }
      />
      <DataTable
        label="Jobs and mails"
        table={table}
        columns={mayAct ? [...columns, actionsOf({ onRetry: retryOne, onDiscard: setDiscarding })] : columns}
        rowKey={({ id }) => id}
        result={result}
        filters={<Filters table={table} />}
        download={() => download(consoleJobsCsv, { query: withoutPage(table.query) })}
        empty={<EmptyState icon={CheckIcon}>Nothing failed, and nothing waits.</EmptyState>}
      />
      {discarding && (
        <ReasonDialog
          title={`Throw away: ${discarding.subject ?? taskText(discarding.task)}`}
          label="Reason, for the log"
          action="Throw away"
          onClose={() => setDiscarding(undefined)}
          onGiven={(reason) => {
            setDiscarding(undefined);
            discard(discarding, reason);
          }}
        />
      )}
    </Stack>
  );
}

function Counts({ onRetryAll }: { onRetryAll: ((kind: WorkKind) => void) | undefined }) {
  const { data } = useQuery(jobCountsQuery);
  const count = (number: number | undefined) => number?.toLocaleString("en-IN") ?? "–";
  return (
    <SimpleGrid minColWidth="min(18rem, 100%)" autoFlow="auto-fit">
      {(["mails", "jobs"] as const).map((kind) => (
        <Card key={kind} aria-label={kind === "mails" ? "Mails" : "Jobs"}>
          <Group justify="space-between" gap="0.5rem 1.5rem">
            <h2 className="card-title">{kind === "mails" ? "Mails" : "Jobs"}</h2>
            <p>
              <strong>{count(data?.[kind].failed)}</strong> failed,{" "}
              <strong>{count(data?.[kind].retrying)}</strong> tried again,{" "}
              <strong>{count(data?.[kind].waiting)}</strong> waiting
            </p>
            {onRetryAll && (data?.[kind].failed ?? 0) > 0 && (
              <Button variant="default" onClick={() => onRetryAll(kind === "mails" ? "mail" : "job")}>
                Retry all that failed
              </Button>
            )}
            {kind === "mails" && <TestMailButton />}
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}
