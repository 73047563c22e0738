import type { arrival } from "@fc/contract/arrival/console";
import type { RequestStatus } from "@fc/contract/request-states";
import type { ResponseOf } from "@fc/contract/route";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { TeamIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { AcceptedTable, FilesTable, TotalsTable } from "./report-tables.tsx";
import { arrivalQuery } from "./queries.ts";
import { Sample } from "./sample.tsx";

type Arrival = NonNullable<ResponseOf<typeof arrival>["data"]>;

/** What the import read, for the second admin, who opens the company that moved in. */
export default function ArrivalPage() {
  const { data, error, refetch } = useQuery(arrivalQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PageSkeleton />;
  if (data === null) return <EmptyState icon={TeamIcon}>No company has moved in here.</EmptyState>;
  const { report } = data;
  return (
    <Stack gap="1.5rem">
      <State arrival={data} />
      <Card title="Sums">
        <TotalsTable totals={report.totals} />
      </Card>
      <Card title="Warnings that were accepted">
        {report.accepted.length === 0 ? (
          <Text c="dimmed">None. The check of the files warned of nothing.</Text>
        ) : (
          <AcceptedTable accepted={report.accepted} />
        )}
      </Card>
      <Card title="Random members">
        {data.status === "A" ? (
          <Text c="dimmed">
            They were compared before the opening. Since then their figures move on, and differ for good
            reasons.
          </Text>
        ) : (
          <Sample members={report.sample} />
        )}
      </Card>
      <WaitingHere kinds={["arrival"]} />
      <Card title="Files">
        <FilesTable files={report.files} />
      </Card>
    </Stack>
  );
}

const stateWords: Readonly<Record<RequestStatus, string>> = {
  P: "Waits for a second admin",
  A: "Open",
  R: "Stays shut",
};

function State({
  arrival: { folder, cutDay, importedBy, importedAt, status, ...decision },
}: {
  arrival: Arrival;
}) {
  return (
    <Card aria-label="State">
      <Group justify="space-between" gap="0.5rem 1.5rem" mb="sm">
        <h2 className="card-title">The company of {dayText(cutDay, "en")}</h2>
        <StateTag status={status}>{stateWords[status]}</StateTag>
      </Group>
      <Figures>
        <Figure label="Read from" wide>
          {folder}
        </Figure>
        <Figure label="Imported by" note={dateTimeText(importedAt, "en")}>
          {importedBy}
        </Figure>
      </Figures>
      <Decision status={status} {...decision} />
    </Card>
  );
}

function Decision({
  status,
  problem,
  decidedBy,
  decidedAt,
  refusal,
}: Pick<Arrival, "status" | "problem" | "decidedBy" | "decidedAt" | "refusal">) {
  if (status === "A")
    return (
      <p>
        Opened by {decidedBy}
        {decidedAt !== null && `, ${dateTimeText(decidedAt, "en")}`}.
      </p>
    );
  if (status === "R")
    return (
      <Note tone="bad">
        <p>
          {decidedBy === null ? "It ended by itself" : `Refused by ${decidedBy}`}
          {refusal !== null && `: ${refusal}`}. Entries cannot be deleted, so the company moves into a new
          database.
        </p>
      </Note>
    );
  if (problem !== null) return <Note tone="bad">{problem}</Note>;
  return (
    <Note>
      <p>
        No member comes in, no day is closed, nothing is paid and no mail leaves until another admin than the
        one who imported it confirms below. Then there is no way back. To refuse is for good as well: the
        company moves into a new database.
      </p>
    </Note>
  );
}
