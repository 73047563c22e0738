import { sure } from "@fc/contract/sure";
import type pg from "pg";
import { databaseErrorCode, type Db } from "../../platform/db.ts";
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

/** Identities begin with 1. */
const notInTable = 0;
const diskFull = "53100";
export const recordMissing =
  "The backup is whole, but the disk of the database is full, so the console does not know of it. Free space there.";

/**
 * Undefined where the record cannot be written because the disk is full. The backup goes on without it: on a full disk
 * it is needed most.
 */
async function unlessFull<Result>(recording: Promise<Result>): Promise<Result | undefined> {
  return recording.catch((error: unknown) => {
    if (databaseErrorCode(error) !== diskFull) throw error;
    return undefined;
  });
}

/** Records a backup that begins. Only one runs at a time, so an earlier one without an end was cut off. */
export async function recordBegin(client: pg.Client, begin: NewBackup): Promise<number> {
  return (await unlessFull(insertRecord(client, begin))) ?? notInTable;
}

async function insertRecord(client: pg.Client, { startedAt, host, folder }: NewBackup): Promise<number> {
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

/** Whether the record could be written. */
export async function recordEnd(client: pg.Client, end: BackupEnd): Promise<boolean> {
  const { id, state, finishedAt, bytes, problem } = end;
  const recorded = await unlessFull(
    client.query("update backups set state = $2, finished_at = $3, bytes = $4, problem = $5 where id = $1", [
      id,
      state,
      finishedAt,
      bytes,
      problem,
    ]),
  );
  return recorded?.rowCount === 1;
}

/** On a connection of its own: the backup's may be the one that failed. */
export async function recordFailure(ownerUrl: string, id: number, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const end = { id, state: "failed", finishedAt: new Date(), bytes: null, problem } as const;
  // If the database is away, the next backup closes the record.
  await withConnection({ url: ownerUrl, purpose: "backup" }, (client) => recordEnd(client, end)).catch(
    () => undefined,
  );
}
