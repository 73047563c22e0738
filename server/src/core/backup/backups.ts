import { sure } from "@fc/contract/sure";
import type pg from "pg";
import type { Db } from "../../platform/db.ts";
import { withConnection } from "../../platform/one-connection.ts";

/** The newest backup that is complete. */
export async function lastBackup(db: Db): Promise<{ at: Date; host: string; bytes: bigint } | undefined> {
  const row = await db
    .selectFrom("backups")
    .select(["started_at", "host", "bytes"])
    .where("state", "=", "done")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.started_at, host: row.host, bytes: row.bytes ?? 0n };
}

/** The moment of the newest complete backup's data; undefined before the first. */
export async function lastBackupAt(db: Db): Promise<Date | undefined> {
  return (await lastBackup(db))?.at;
}

/** Why the last rehearsal failed; undefined if it did not, or if there was none. */
export async function lastRehearsalProblem(db: Db): Promise<string | undefined> {
  return (await lastRehearsal(db))?.rehearsal_problem ?? undefined;
}

export async function lastRehearsalAt(db: Db): Promise<Date | undefined> {
  return (await lastRehearsal(db))?.rehearsed_at ?? undefined;
}

function lastRehearsal(db: Db) {
  return db
    .selectFrom("backups")
    .select(["rehearsed_at", "rehearsal_problem"])
    .where("rehearsed_at", "is not", null)
    .orderBy("rehearsed_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** At the record of the backup in this folder. Only the owner may write it. */
export async function recordRehearsal(
  ownerUrl: string,
  { folder, at, problem }: { folder: string; at: Date; problem: string | null },
): Promise<void> {
  await withConnection({ url: ownerUrl, purpose: "rehearsal" }, (client) =>
    client.query("update backups set rehearsed_at = $2, rehearsal_problem = $3 where folder = $1", [
      folder,
      at,
      problem,
    ]),
  );
}

interface NewBackup {
  startedAt: Date;
  host: string;
  folder: string;
}

/** Records a backup that begins. Only one runs at a time, so an earlier one without an end was cut off. */
export async function recordBegin(
  client: pg.Client,
  { startedAt, host, folder }: NewBackup,
): Promise<number> {
  await client.query(
    `update backups set state = 'failed', finished_at = $1, problem = 'It was cut off before its end.'
     where state = 'running'`,
    [startedAt],
  );
  const { rows } = await client.query<{ id: number }>(
    "insert into backups (started_at, host, folder) values ($1, $2, $3) returning id",
    [startedAt, host, folder],
  );
  return sure(rows[0]).id;
}

export interface BackupEnd {
  id: number;
  state: "done" | "failed";
  finishedAt: Date;
  bytes: number | null;
  problem: string | null;
}

export async function recordEnd(client: pg.Client, end: BackupEnd): Promise<void> {
  await client.query(
    "update backups set state = $2, finished_at = $3, bytes = $4, problem = $5 where id = $1",
    [end.id, end.state, end.finishedAt, end.bytes, end.problem],
  );
}
