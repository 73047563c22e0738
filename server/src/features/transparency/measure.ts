import { bandLimits } from "@fc/contract/transparency/portal";
import { indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { putInByMember, tookOutByMember } from "../../core/members/lifetimes.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";

/** The usual limit of a statement may be too short for a million members. */
const limitMs = 5 * minute;

/** Measures once a day. It runs more often, so that a day whose first try failed is still measured. */
export function measureNetResultsTask({ db, databaseClock }: Deps): Task {
  return {
    name: "measure-net-results",
    everyMs: 15 * minute,
    run: async () => atomically(db, measureNetResults, { now: await databaseClock() }),
  };
}

/**
 * Compares what came in from outside for members' stakes, without what was staked again from a wallet, with what
 * withdrawals paid out. Everybody who put in anything counts, including those who never took out anything.
 */
export async function measureNetResults(tx: Tx, { now }: { now: Date }): Promise<void> {
  const day = indiaDayOf(now);
  const done = await tx.selectFrom("net_results").select("day").where("day", "=", day).executeTakeFirst();
  if (done) return;
  const { hiddenReceiverRefIds } = await businessSetting(tx, "transfer");
  await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);
  await sql`
    with put_in as (select * from (${sql.raw(putInByMember)}) of_members where put_fc > 0), took_out as (${sql.raw(tookOutByMember)}),
    result as (
      select put_fc, coalesce(took_fc, 0) as took_fc from put_in left join took_out using (member_id)
    ), banded as (
      select took_fc - put_fc as net_fc, floor((took_fc - put_fc) * 10000 / put_fc)::int as share,
        case when took_fc = 0 then 0
          else width_bucket(took_fc * 100 / put_fc, ${bandLimits.slice(1)}::numeric[]) end as band,
        took_fc > 0 as has_taken
      from result
    )
    insert into net_results (day, members, put_in_members, took_out_members, median_net_fc, median_net_basis_points,
      bands, measured_at)
    select ${day}::date, (select count(*) from members where ref_id <> all (${hiddenReceiverRefIds}::text[])),
      count(*), count(*) filter (where has_taken), percentile_disc(0.5) within group (order by net_fc),
      percentile_disc(0.5) within group (order by share),
      array[${sql.join(bandLimits.map((_, band) => sql`count(*) filter (where band = ${band})`))}]::int[], ${now}
    from banded
    on conflict (day) do nothing`.execute(tx);
}
