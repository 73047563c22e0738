import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { houseBalances } from "../ledger/house.ts";

interface PoolOutlook {
  balanceFc: bigint;
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
  const dueFcPerDay = BigInt(rows[0]!.due);
  const daysLeft = dueFcPerDay > 0n ? Number((balanceFc * 100n) / dueFcPerDay) / 100 : undefined;
  return { balanceFc, dueFcPerDay, daysLeft };
}

/** The age in seconds of the oldest entry that is not sealed, by the clock that dated it: the database's. */
export async function unsealedSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - (
      select recorded_at from ledger_entries
      where id > coalesce((select last_id from ledger_seals order by number desc limit 1), 0)
      order by id limit 1)), 0)::float8 as seconds`.execute(db);
  return rows[0]!.seconds;
}
