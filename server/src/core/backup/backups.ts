import type { Db } from "../../platform/db.ts";

/** The newest backup that is complete. */
export async function lastBackup(
  db: Db,
): Promise<{ at: Date; host: string; bytes: bigint; problem: string | null } | undefined> {
  const row = await db
    .selectFrom("backups")
    .select(["started_at", "host", "bytes", "problem"])
    .where("state", "=", "done")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.started_at, host: row.host, bytes: row.bytes ?? 0n, problem: row.problem };
}

/** The moment of the newest complete backup's data; undefined before the first. */
export async function lastBackupAt(db: Db): Promise<Date | undefined> {
  return (await lastBackup(db))?.at;
}
