import { sure } from "@fc/contract/sure";
import {
  confirmPlan,
  dryRunPlanDraft,
  savePlanDraft,
  withdrawPlanVersion,
  type ConsolePlanVersion,
  type PlanDraft,
} from "@fc/contract/plan/console";
import { planDifference, planLines } from "@fc/contract/plan/difference";
import type { PlanRules } from "@fc/contract/plan/rules";
import { Box, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { isUnderWay } from "../../../lib/requested-job.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { RequestedJobState } from "../../../ui/content/requested-job-state.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { RuledTable } from "../../../ui/table/ruled-table.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { DiscardDialog, ScheduleDialog } from "./draft-dialogs.tsx";
import { DryRunView } from "../../dry-run/dry-run.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { PlanEditor } from "./plan-editor.tsx";
import { planQuery } from "./queries.ts";
import { dryRunQuery } from "../../dry-run/queries.ts";
import { Card } from "../../../ui/layout/page.tsx";

const stateTags = {
  "in force": ["A", "In force"],
  scheduled: ["P", "Scheduled"],
  past: ["P", "Past"],
  withdrawn: ["R", "Withdrawn"],
} as const;

/** Lists past, current and scheduled versions of the plan, and the draft of the next one. Only the draft can be changed. */
export default function PlanVersionsPage() {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery(planQuery);
  const [isEditing, setEditing] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { versions, draft, earliest, isDecided } = data;
  const inForce = sure(versions.find(({ state }) => state === "in force"));
  const mayEdit = mayCall(role, savePlanDraft);
  return (
    <Stack gap="1.5rem">
      <WaitingHere kinds={["plan"]} />
      {!isDecided && <Unconfirmed version={inForce.version} />}
      {draft ? (
        <Draft draft={draft} inForce={inForce} earliest={earliest} onEdit={() => setEditing(true)} />
      ) : (
        mayEdit && (
          <Group justify="space-between" gap="0.75rem 1.5rem">
            <Text c="dimmed">There is no draft. A new version begins as a draft of the one in force.</Text>
            <Button onClick={() => setEditing(true)}>Begin a draft</Button>
          </Group>
        )
      )}
      {versions.map((version) => (
        <Version key={version.version} version={version} inForce={inForce} />
      ))}
      {isEditing && (
        <PlanEditor
          revision={draft?.revision ?? 0}
          rules={draft?.rules ?? inForce.rules}
          onClose={() => setEditing(false)}
        />
      )}
    </Stack>
  );
}

/** Before members come: the figures that came with the product are confirmed, or replaced by the company's own. */
function Unconfirmed({ version }: { version: number }) {
  const { role } = useOperator();
  const [isAsking, setAsking] = useState(false);
  const confirmation = useChange(
    planQuery.queryKey,
    () => call(confirmPlan, { body: { version } }),
    () => setAsking(false),
  );
  return (
    <Card title="Nobody has confirmed this plan">
      <Text>
        Its figures came with the product. Until an admin confirms them, or puts a draft in force, there can
        be no first member. While nobody has ever staked, a draft can be in force from today on.
      </Text>
      {mayCall(role, confirmPlan) && (
        <Group>
          <Button onClick={() => setAsking(true)}>Confirm the plan</Button>
        </Group>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Confirm version ${version} of the plan?`}
          action="Confirm"
          change={confirmation}
          onClose={() => setAsking(false)}
        >
          <p>You have read all its figures on this page, and the company pays rewards by them.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface DraftProps {
  draft: PlanDraft;
  inForce: ConsolePlanVersion;
  earliest: string;
  onEdit: () => void;
}

function Draft({ draft, inForce, earliest, onEdit }: DraftProps) {
  const { role } = useOperator();
  const { data: other } = useQuery(dryRunQuery);
  const [isScheduling, setScheduling] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const { revision, dryRun } = draft;
  const act = useChange(planQuery.queryKey, (work: () => Promise<unknown>) => work());
  const isRunning = isUnderWay(dryRun);
  const sameDay = other?.result && other.result.day === dryRun?.result?.day ? other.result : undefined;
  return (
    <Card aria-label="Draft">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">Draft</h2>
          <Text size="sm" c="dimmed">
            {draft.editedBy}, {dateTimeText(draft.editedAt, "en")}
          </Text>
        </div>
        {mayCall(role, savePlanDraft) && (
          <Group gap="sm">
            <Button onClick={() => setScheduling(true)}>Schedule</Button>
            <Button
              variant="default"
              aria-disabled={isRunning}
              mod={{ busy: isRunning }}
              onClick={() =>
                !isRunning && void act.submit(() => call(dryRunPlanDraft, { body: { revision } }))
              }
            >
              {isRunning ? "Under way" : "Dry run"}
            </Button>
            <Button variant="default" onClick={onEdit}>
              Edit
            </Button>
            <Button variant="default" onClick={() => setDiscarding(true)}>
              Throw away
            </Button>
          </Group>
        )}
      </Group>
      <FormProblem error={act.problem} />
      <Difference before={inForce.rules} after={draft.rules} />
      {dryRun && <RequestedJobState run={dryRun} />}
      {dryRun?.result && (
        <DryRunView run={dryRun.result} other={sameDay} hasNewRos={!isSameRos(inForce.rules, draft.rules)} />
      )}
      {isScheduling && (
        <ScheduleDialog revision={revision} earliest={earliest} onClose={() => setScheduling(false)} />
      )}
      {isDiscarding && <DiscardDialog revision={revision} onClose={() => setDiscarding(false)} />}
    </Card>
  );
}

function isSameRos({ ros: before }: PlanRules, { ros: after }: PlanRules): boolean {
  return (
    before.dailyBasisPoints === after.dailyBasisPoints && before.limitBasisPoints === after.limitBasisPoints
  );
}

const changeColumns: readonly Column<ReturnType<typeof planDifference>[number]>[] = [
  { title: "Changes against the version in force", cell: ({ label }) => label.en },
  { title: "Now", cell: ({ before }) => before ?? "none", align: "end" },
  { title: "Then", cell: ({ after }) => <strong>{after ?? "none"}</strong>, align: "end" },
];

/** Lists the figures that differ between two versions. */
function Difference({ before, after }: { before: PlanRules; after: PlanRules }) {
  const changes = planDifference(before, after);
  if (changes.length === 0) return <Text c="dimmed">It says the same as the version in force.</Text>;
  return (
    <PlainTable
      label="What changes"
      columns={changeColumns}
      rows={changes}
      rowKey={({ label }) => label.en}
      dense
    />
  );
}

function Version({ version, inForce }: { version: ConsolePlanVersion; inForce: ConsolePlanVersion }) {
  const { role } = useOperator();
  const [isAsking, setAsking] = useState(false);
  const withdrawal = useChange(
    planQuery.queryKey,
    () => call(withdrawPlanVersion, { params: { id: version.version } }),
    () => setAsking(false),
  );
  const [status, words] = stateTags[version.state];
  return (
    <Card aria-label={`Version ${version.version}`}>
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">Version {version.version}</h2>
          <Text size="sm" c="dimmed">
            {dayText(version.effectiveFrom, "en")} to{" "}
            {version.effectiveTo === null ? "open end" : dayText(version.effectiveTo, "en")}
            {version.createdBy !== null && ` · scheduled by ${version.createdBy}`}
            {version.withdrawnBy !== null && ` · withdrawn by ${version.withdrawnBy}`}
          </Text>
        </div>
        <Group gap="sm">
          <StateTag status={status}>{words}</StateTag>
          {version.state === "scheduled" && mayCall(role, withdrawPlanVersion) && (
            <Button variant="default" onClick={() => setAsking(true)}>
              Withdraw
            </Button>
          )}
        </Group>
      </Group>
      {version.state === "scheduled" && <Difference before={inForce.rules} after={version.rules} />}
      <details open={version.state === "in force"}>
        <Box component="summary" className="link-button" ml={-4}>
          All figures
        </Box>
        <RuledTable label={`Figures of version ${version.version}`} isDense>
          <Table.Tbody>
            {planLines(version.rules).map(({ label, figure }) => (
              <Table.Tr key={label.en}>
                <Table.Th scope="row">{label.en}</Table.Th>
                <Table.Td data-align="end">{figure}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </RuledTable>
      </details>
      {isAsking && (
        <ConfirmDialog
          title={`Withdraw version ${version.version}?`}
          action="Withdraw"
          change={withdrawal}
          onClose={() => setAsking(false)}
        >
          <p>
            It does not come into force on {dayText(version.effectiveFrom, "en")}: the version before it goes
            on. This cannot be undone, but its day is free for another one.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
