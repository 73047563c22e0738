import { sql } from "kysely";
import type { Tx } from "../platform/db.ts";

/** Resolves once other transactions wait for this one. `pg_stat_activity` would not show connections made meanwhile. */
export async function untilWaitedFor(tx: Tx, others = 1): Promise<void> {
  const { rows } = await sql`select pid from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
  if (rows.length < others) await untilWaitedFor(tx, others);
}
