import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { BookCell } from "@fc/contract/books/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { sql } from "kysely";
import { openShortfallsAt } from "../../core/staking/shortfalls.ts";
import { csvTime } from "../../platform/csv.ts";
import type { ReadDb } from "../../platform/db.ts";
import { decimal } from "./decimal.ts";
import type { BookScope } from "./scope.ts";

interface ShortfallRow {
  request_id: number;
  decided_at: Date;
  ref_id: string;
  name: string;
  confirmer: string | null;
  approver: string | null;
  confirmed_reason: string | null;
  owed_fc: Fc;
  arrived_fc: Fc;
}

/** As they were at the end of the month, or are now. */
export async function shortfallLines(db: ReadDb, { to, memberId }: BookScope) {
  const { rows } = await sql<ShortfallRow>`
    select open.*, members.ref_id, members.name, confirmer.name as confirmer, approver.name as approver
    from (${openShortfallsAt(to)}) as open join members on members.id = open.member_id
      left join operators confirmer on confirmer.id = open.confirmed_by
      left join operators approver on approver.id = open.decided_by
    ${memberId === undefined ? sql`` : sql`where open.member_id = ${memberId}`}
    order by open.decided_at, open.request_id`.execute(db);
  const sums = [0n, 0n, 0n];
  const lines = rows.map((row): BookCell[] => {
    const figures = [row.owed_fc, row.arrived_fc, row.owed_fc - row.arrived_fc];
    for (const [at, figure] of figures.entries()) sums[at] = sure(sums[at]) + figure;
    return [
      referenceOf("staking-request", row.request_id),
      csvTime(row.decided_at.toISOString()),
      row.ref_id,
      row.name,
      row.confirmer,
      row.approver,
      row.confirmed_reason,
      ...figures.map((figure) => decimal(figure, 4)),
    ];
  });
  return { lines, totals: sums.map((sum) => decimal(sum, 4)) };
}
