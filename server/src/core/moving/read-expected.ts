import { type Fc, asFc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import { fcUnits } from "./exact-amount.ts";
import { Findings } from "./findings.ts";
import { columnsOf, fileNames, type Column } from "./format.ts";
import { placeOf } from "./report.ts";
import { readRows } from "./read-rows.ts";

export interface ExpectedReward {
  refId: string;
  kind: RewardKind;
  amountFc: Fc;
}

/** expected.csv of a folder, with a member's amounts of a kind added up. The check of the folder says all that is wrong. */
export async function readExpected(folder: string, now: Date): Promise<ExpectedReward[]> {
  const findings = new Findings();
  const { userId, kind, amountFc } = columnsOf.expected;
  const found: ExpectedReward[] = [];
  const columns: readonly Column[] = Object.values(columnsOf.expected);
  await readRows(
    fileNames.expected,
    columns,
    { folder, now, findings, ignoresUnknownColumns: true },
    (row) => {
      const [refId, of, amount] = [row.read(userId), row.read(kind), row.read(amountFc)];
      if (refId === undefined || of === undefined || amount === undefined) return;
      found.push({ refId, kind: of, amountFc: asFc(fcUnits(amount)) });
    },
  );
  const [wrong] = findings.all().flatMap(({ shown }) => shown);
  if (wrong)
    throw new AppError("BAD_REQUEST", {
      fields: { from: `${placeOf(wrong)}: run the check of the folder first` },
    });
  return found;
}
