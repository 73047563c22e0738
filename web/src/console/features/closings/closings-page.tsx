import {
  requestDryRun,
  closeMissedDay,
  closingSorts,
  type consoleClosings,
  type ConsoleClosing,
} from "@fc/contract/closings/console";
import { percentText } from "@fc/contract/plan/difference";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import type { ResponseOf } from "@fc/contract/route";
import { Button, Flex, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { durationText, isUnderWay } from "../../../lib/requested-job.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { AlertIcon } from "../../../ui/icons/icons.tsx";
import { CoinsCell, Figure, Figures } from "../../../ui/money/figures.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { RequestedJobState } from "../../../ui/content/requested-job-state.tsx";
import { ClockIcon } from "../../../ui/icons/screen-icons.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { useChange } from "../../../ui/form/use-change.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { DryRunView } from "../../dry-run/dry-run.tsx";
import { closingsKey, dryRunQuery } from "../../dry-run/queries.ts";
import { closingsQuery, downloadClosings, progressQuery } from "./queries.ts";

type Sort = (typeof closingSorts)[number];

const columns: readonly Column<ConsoleClosing, Sort>[] = [
  {
    title: "Day",
    cell: ({ day }) => <Whole>{dayText(day, "en")}</Whole>,
    sort: "day",
    inCard: "heading",
  },
  { title: "State", cell: ({ state }) => <State state={state} />, inCard: "aside", folds: true },
  {
    title: "Due (FC)",
    cell: ({ totalDue }) => <CoinsCell coins={totalDue} />,
    sort: "due",
    align: "end",
  },
  {
    title: "Paid (FC)",
    cell: ({ paid }) => <CoinsCell coins={paid} />,
    sort: "paid",
    align: "end",
    folds: true,
  },
  { title: "Coverage", cell: ({ coverage }) => percentText(coverage), sort: "coverage", align: "end" },
  {
    title: "Took",
    cell: ({ seconds }) => (seconds === null ? "–" : durationText(seconds)),
    sort: "seconds",
    align: "end",
    folds: true,
  },
];

type Totals = ResponseOf<typeof consoleClosings>["totals"];

/** With what all days that are found come to. */
function columnsWith(totals: Totals | undefined): readonly Column<ConsoleClosing, Sort>[] {
  const sums = { due: totals?.dueFc, paid: totals?.paidFc };
  return columns.map((column) => {
    const sum = column.sort === "due" || column.sort === "paid" ? sums[column.sort] : undefined;
    return sum === undefined ? column : { ...column, total: <CoinsCell coins={sum} /> };
  });
}

const stateLabels: Record<ConsoleClosing["state"], string> = {
  open: "Being computed",
  paying: "Being paid",
  ending: "Ending stakes",
  sealed: "Closed",
};

function State({ state }: { state: ConsoleClosing["state"] }) {
  return <StateTag status={state === "sealed" ? "A" : "P"}>{stateLabels[state]}</StateTag>;
}

/** Lists the closings, and shows the progress of a running one and what the next one would pay. */
export default function ClosingsPage() {
  const table = useTable({
    sorts: closingSorts,
    first: { sort: "day", order: "desc" },
    filters: ["from", "to"],
  });
  const result = useQuery(closingsQuery(table.query));
  return (
    <Stack>
      <NextClosing />
      <DryRun />
      <DataTable
        label="Days closed"
        table={table}
        columns={columnsWith(result.data?.totals)}
        rowKey={({ day }) => day}
        result={result}
        details={detailsOf}
        filters={<PeriodChoice table={table} />}
        download={() => downloadClosings(table.query)}
        empty={<EmptyState icon={ClockIcon}>No day has been closed yet.</EmptyState>}
      />
    </Stack>
  );
}

function NextClosing() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(progressQuery);
  const { busy, problem, submit } = useChange(closingsKey, (day: string) =>
    call(closeMissedDay, { body: { day } }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <TextSkeleton rows={1} />;
  if (data === null) return <Card>Closings begin with the first day that the server runs.</Card>;
  const { day, state, done, missedDays, dueAt } = data;
  const isRunning = state !== "waiting" && state !== "sealed";
  const days = missedDays === 1 ? "1 day has" : `${missedDays.toLocaleString("en-IN")} days have`;
  return (
    <Card aria-label="Next closing">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">
            {isRunning ? `${dayText(day, "en")}: ${stateLabels[state].toLowerCase()}` : "Next closing"}
          </h2>
          {isRunning ? (
            <p>{Math.floor(done * 100)} % done</p>
          ) : missedDays > 0 ? (
            <Flex component="p" align="center" wrap="wrap" gap="sm">
              <AlertIcon />
              {days} ended and not been closed, from {dayText(day, "en")} on. A worker does so by itself, two
              minutes after midnight.
            </Flex>
          ) : (
            <p>
              {dayText(day, "en")}, when it has ended: {dateTimeText(dueAt, "en")}
            </p>
          )}
        </div>
        {missedDays > 0 && !isRunning && mayCall(role, closeMissedDay) && (
          <Button onClick={() => void submit(day)} aria-disabled={busy} mod={{ busy }}>
            Close {dayText(day, "en")} now
          </Button>
        )}
      </Group>
      {isRunning && <Progress value={done * 100} mt="xs" aria-label="Progress of the closing" />}
      <FormProblem error={problem} />
    </Card>
  );
}

function DryRun() {
  const { role } = useOperator();
  const queries = useQueryClient();
  const { data: run } = useQuery(dryRunQuery);
  const { busy, problem, submit } = useSubmit(async () => {
    await call(requestDryRun);
    await queries.invalidateQueries({ queryKey: dryRunQuery.queryKey });
  });
  const isBusy = busy || isUnderWay(run);
  return (
    <Card aria-label="Dry run">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">Dry run of the next closing</h2>
          <Text c="dimmed">Computed by a worker, by the closing's own queries. Nothing is written.</Text>
        </div>
        {mayCall(role, requestDryRun) && (
          <Button
            variant="default"
            aria-disabled={isBusy}
            mod={{ busy: isBusy }}
            onClick={() => !isBusy && void submit()}
          >
            {isBusy ? "Under way" : "Dry run"}
          </Button>
        )}
      </Group>
      <FormProblem error={problem} />
      {run && <RequestedJobState run={run} />}
      {run?.result && <DryRunView run={run.result} />}
    </Card>
  );
}

function detailsOf(closing: ConsoleClosing) {
  const { due } = closing;
  return (
    <Figures>
      {Object.values(rewardKinds).map(({ totalTitle, planSection }) => (
        <Figure key={planSection} label={`${totalTitle} due`}>
          {coinsText(due[planSection])}
        </Figure>
      ))}
      <Figure label="In the pool at the day's end">{coinsText(closing.available)}</Figure>
      <Figure label="Credits">{closing.credits.toLocaleString("en-IN")}</Figure>
      <Figure label="Flushed business">${closing.flushedUsd.toLocaleString("en-IN")}</Figure>
      <Figure label="Lapsed bonuses">{closing.lapsedBonuses.toLocaleString("en-IN")}</Figure>
      <Figure label="Ended stakes">{closing.endedStakes.toLocaleString("en-IN")}</Figure>
      <Figure label="Version of the plan">{closing.planVersion}</Figure>
      <Figure label="Begun">{dateTimeText(closing.openedAt, "en")}</Figure>
    </Figures>
  );
}
