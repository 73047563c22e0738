import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { DryRunResult } from "@fc/contract/closings/console";
import { percentText } from "@fc/contract/plan/difference";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import { coinsFigure, coinsText } from "../../lib/format/amounts.ts";
import { dayText } from "../../lib/format/dates.ts";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import type { Column } from "../../ui/table/column.ts";
import { PlainTable } from "../../ui/table/plain-table.tsx";

interface DryRunViewProps {
  run: DryRunResult;
  /** The result by the plan in force, for comparison. */
  other?: DryRunResult | undefined;
  /** Whether the plan has another return on staking. The figures do not show it, because running stakes keep theirs. */
  hasNewRos?: boolean;
}

export function DryRunView({ run, other, hasNewRos = false }: DryRunViewProps) {
  const beside = (of: (run: DryRunResult) => number) =>
    other ? `By the plan in force: ${coinsText(of(other))}` : undefined;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="2.5rem" verticalSpacing="1.5rem">
      <div>
        <h3 className="card-title">{dayText(run.day, "en")}, as far as is known by now</h3>
        <Figures>
          {Object.values(rewardKinds).map(({ totalTitle, planSection, termsOf }) => (
            <Figure
              key={planSection}
              label={totalTitle}
              note={
                hasNewRos && termsOf === "stake"
                  ? "As by the plan in force: stakes that run keep the terms they were bought under. The new return counts for stakes that begin under the new plan."
                  : beside(({ due }) => due[planSection])
              }
            >
              {coinsText(run.due[planSection])}
            </Figure>
          ))}
          <Figure label="In all" strong note={beside(({ totalDue }) => totalDue)}>
            {coinsText(run.totalDue)}
          </Figure>
          <Figure label="In the pool">{coinsText(run.available)}</Figure>
          <Figure label="Covered">{percentText(run.coverage)}</Figure>
          <Figure label="Flushed business">${run.flushedUsd.toLocaleString("en-IN")}</Figure>
          <Figure label="Lapsed bonuses">{run.lapsedBonuses.toLocaleString("en-IN")}</Figure>
        </Figures>
      </div>
      <Stack>
        <Stack gap={6}>
          <h3 className="card-title">Who would get most</h3>
          <TopEarners run={run} />
        </Stack>
        <Stack gap={6}>
          <h3 className="card-title">How many would get how much</h3>
          <Distribution run={run} />
        </Stack>
      </Stack>
    </SimpleGrid>
  );
}

type Earner = DryRunResult["topEarners"][number];

const earnerColumns: readonly Column<Earner>[] = [
  {
    title: "Member",
    cell: ({ name, refId }) => (
      <>
        {name} <span className="small dimmed unit-id">{refId}</span>
      </>
    ),
  },
  { title: "FC", cell: ({ due }) => coinsFigure(due), align: "end" },
];

function TopEarners({ run: { topEarners } }: { run: DryRunResult }) {
  if (topEarners.length === 0) return <Text c="dimmed">Nobody.</Text>;
  return (
    <PlainTable
      label="Who would get most"
      columns={earnerColumns}
      rows={topEarners}
      rowKey={({ refId }) => refId}
      dense
    />
  );
}

type Band = DryRunResult["distribution"][number];

const bandColumns: readonly Column<Band>[] = [
  { title: "Each", cell: bandText },
  { title: "Members", cell: ({ members }) => members.toLocaleString("en-IN"), align: "end" },
  { title: "Together (FC)", cell: ({ due }) => coinsFigure(due), align: "end" },
];

/** The first band is for members who would get nothing. */
function bandText({ from }: Band, serial: number): string {
  if (serial === 1) return "Nothing";
  return from === 0 ? "Up to 10 FC" : `From ${coinsFigure(from)} FC`;
}

function Distribution({ run: { distribution } }: { run: DryRunResult }) {
  return (
    <PlainTable
      label="How many would get how much"
      columns={bandColumns}
      rows={distribution}
      rowKey={(band) => distribution.indexOf(band)}
      dense
    />
  );
}
