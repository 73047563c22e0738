import { type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { houseBalances } from "../ledger/house.ts";

interface PoolOutlook {
  balanceFc: Fc;
  /** What was due a day on the last seven closed days; not what was paid, which an empty pool makes small. */
  dueFcPerDay: bigint;
  /** Undefined while nothing is due. */
  daysLeft: number | undefined;
}

/** How long the rewards pool lasts if the next days are like the last seven. */
export async function poolOutlook(db: Db): Promise<PoolOutlook> {
  const [{ rewards_pool: balanceFc }, { rows }] = await Promise.all([
    houseBalances(db),
    sql<{ due: string }>`
      select coalesce(round(avg(due_fc)), 0)::text as due
      from (select due_fc from closings where state = 'sealed' order by day desc limit 7) latest`.execute(db),
  ]);
  const dueFcPerDay = BigInt(sure(rows[0]).due);
  const daysLeft = dueFcPerDay > 0n ? Number((balanceFc * 100n) / dueFcPerDay) / 100 : undefined;
  return { balanceFc: asFc(balanceFc), dueFcPerDay, daysLeft };
}

/** The age in seconds of the oldest entry that is not sealed, by the clock that dated it: the database's. */
export async function unsealedSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - (
      select recorded_at from ledger_entries
      where id > coalesce((select last_id from ledger_seals order by number desc limit 1), 0)
      order by id limit 1)), 0)::float8 as seconds`.execute(db);
  return sure(rows[0]).seconds;
}

interface LateArchive {
  archivedAt: Date | null;
  /** Null where nothing failed since. */
  failedAt: Date | null;
}

/**
 * PostgreSQL's archive, if its last copy failed or is long overdue; undefined where all is well or nothing is archived. All
 * by the database's clock, which dated it.
 */
export async function lateArchive(db: Db): Promise<LateArchive | undefined> {
  const { rows } = await sql<LateArchive>`
    select last_archived_time as "archivedAt", case when is_failing then last_failed_time end as "failedAt"
    from pg_stat_archiver,
      lateral (select coalesce(last_archived_time, '-infinity') < last_failed_time as is_failing,
        current_setting('archive_timeout')::interval as due_each) as archive
    where current_setting('archive_mode') <> 'off' and (is_failing
      or due_each > interval '0' and clock_timestamp()
        > coalesce(last_archived_time, pg_postmaster_start_time()) + due_each + interval '5 minutes')`.execute(
    db,
  );
  return rows[0];
}
