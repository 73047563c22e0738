import { type Fc, asFc, minus } from "@fc/contract/units";
import type { Readable } from "node:stream";
import { fcFigure } from "@fc/contract/amount-text";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import { csvFile } from "../../platform/csv.ts";
import type { Comparison } from "./compare.ts";
import { exactOfFc, exactText } from "./exact-amount.ts";
import { inColumns } from "./report.ts";

/** A terminal shows so many; the file has all. */
const mostShown = 100;

/** The sums of each kind, and the differences with their reasons, for the person who compares. */
export function comparisonLines({ day, planVersion, sums, differences }: Comparison): string[] {
  const totalOf = (of: "expectedFc" | "oursFc") => sums.reduce((sum, each) => sum + each[of], 0n);
  const rows = [
    ...sums.map(({ kind, ...sum }) => ({ label: rewardKinds[kind].totalTitle, ...sum })),
    { label: "In all", expectedFc: totalOf("expectedFc"), oursFc: totalOf("oursFc") },
  ].map(({ label, expectedFc, oursFc }) => [
    label,
    fcFigure(asFc(expectedFc)),
    fcFigure(asFc(oursFc)),
    signed(asFc(oursFc - expectedFc)),
  ]);
  const left = differences.length - mostShown;
  return [
    `${day} by version ${planVersion} of the plan, before the pool's coverage, in FC`,
    "",
    ...inColumns([["", "expected", "here", "difference"], ...rows]),
    "",
    ...(differences.length === 0
      ? ["Every member would get what is expected."]
      : [countText(differences.length)]),
    ...differences
      .slice(0, mostShown)
      .map(
        ({ refId, kind, expectedFc, oursFc, reason }) =>
          `${refId}, ${rewardKinds[kind].title.toLowerCase()}: ${signed(minus(oursFc, expectedFc))}, ` +
          `from ${fcFigure(expectedFc)} to ${fcFigure(oursFc)}. ${reason}.`,
      ),
    ...(left > 0 ? [`… and ${left} more; --csv FILE has all of them.`] : []),
  ];
}

const countText = (count: number) =>
  `${count === 1 ? "1 difference" : `${count} differences`}, the largest first:`;

function signed(amountFc: Fc): string {
  return amountFc > 0n ? `+${fcFigure(amountFc)}` : fcFigure(amountFc);
}

const columns = {
  userId: "user_id",
  kind: "kind",
  expected: "expected_fc",
  ours: "here_fc",
  difference: "difference_fc",
  reason: "reason",
} as const;

/** All differences for a spreadsheet, the largest first. */
export function comparisonFile({ differences }: Comparison): Readable {
  const figure = (amountFc: Fc) => ({ figure: exactText(exactOfFc(amountFc)) });
  return csvFile(columns, differences, ({ refId, kind, expectedFc, oursFc, reason }) => ({
    userId: refId,
    kind,
    expected: figure(expectedFc),
    ours: figure(oursFc),
    difference: figure(minus(oursFc, expectedFc)),
    reason,
  }));
}
