import { sql } from "kysely";
import type { Tx } from "../platform/db.ts";

/** Resolves once another transaction waits for this one. `pg_stat_activity` would not show connections made meanwhile. */
export async function untilWaitedFor(tx: Tx): Promise<void> {
  const { rows } = await sql`select pid from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
  if (rows.length === 0) await untilWaitedFor(tx);
}
