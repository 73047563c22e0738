import { asFc } from "@fc/contract/units";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { sql } from "kysely";
import { accountSql } from "../../core/ledger/accounts.ts";
import { paid } from "../../core/plan/paying.ts";
import { availableFor, comingDay, projectedDues } from "../../core/plan/projection.ts";
import { projectedTotalOf, projectTotal } from "../../core/plan/projected-total.ts";
import { createDb, createPool, type Db } from "../../platform/db.ts";

interface ComparedClosing {
  /** Members with a credit, projected or paid. */
  members: number;
  /** Members and kinds whose projection is not what was paid, to the unit. */
  differences: number;
}

/** Nobody else can qualify. */
const everySponsor = sql`select distinct sponsor_id as member_id from placements where sponsor_id is not null`;

/**
 * Projects what every member would be paid of each kind, has the day closed, and compares. Everybody who could qualify
 * is matched, like in a member's own projection, and not only those of whom the closing knows that something is new.
 */
export async function comparedClosing(
  ownerUrl: string,
  closing: { now: Date; close: () => Promise<unknown> },
): Promise<ComparedClosing> {
  // Only the owner may keep the projection in a temporary table.
  const owner = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    return await compareAs(owner, closing);
  } finally {
    await owner.destroy();
  }
}

async function compareAs(
  db: Db,
  { now, close }: { now: Date; close: () => Promise<unknown> },
): Promise<ComparedClosing> {
  await projectTotal(db, now);
  // One transaction, which keeps the projection while other connections close the day.
  return db.transaction().execute(async (own) => {
    const day = (await comingDay(own))!;
    const total = await projectedTotalOf(own, day);
    if (!total?.isCurrent) throw new Error("The sum of all dues is not that of now");
    const coverage = { due_fc: total.due_fc, available_fc: asFc(await availableFor(own, day)) };
    // For everybody's matching of a million members.
    await sql`set local work_mem = '128MB'`.execute(own);
    await sql`create temp table projected (member_id int, kind text, fc bigint) on commit drop`.execute(own);
    await sql`
      insert into projected with ${projectedDues(day, { members: everySponsor })}
      select member_id, kind, sum(${paid(coverage)})::bigint from due group by 1, 2`.execute(own);
    await close();
    const kinds = sql.join(rewardKindNames.map((kind) => sql`${kind}::ledger_kind`));
    const { rows } = await sql<ComparedClosing>`
      with credited as (
        select ${sql.raw(accountSql.memberId("credit_id"))}::int as member_id, entry.kind::text as kind,
          sum(posting.amount)::bigint as fc
        from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
        where entry.kind in (${kinds}) and entry.effective_at = ${new Date(day.cut.getTime() - 1)}
        group by 1, 2
      )
      select count(distinct member_id)::int as members,
        count(*) filter (where coalesce(projected.fc, 0) <> coalesce(credited.fc, 0))::int as differences
      from projected full join credited using (member_id, kind)`.execute(own);
    return rows[0]!;
  });
}
