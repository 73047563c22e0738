import { sure } from "@fc/contract/sure";
import { monthDays } from "@fc/contract/books/console";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { createDb, createPool, databaseErrorCode, lockNotAvailable, type Db } from "../../platform/db.ts";
import { nextDayToClose } from "../plan/calendar.ts";
import { boundOf } from "./months.ts";
import { withConnection } from "../../platform/one-connection.ts";

/** Why nothing was archived, in a sentence for the person who asked for it. */
export class ArchiveProblem extends Error {
  override readonly name = "ArchiveProblem";
}

/** A part of ledger_postings, mostly a month. */
interface Part {
  name: string;
  from: Date | null;
  to: Date;
}

export interface ArchivedPart extends Part {
  lines: bigint;
  /** How long posting could have waited for it at most. */
  lockMs: number;
}

/**
 * Moves all parts up to the end of a month (2026-01) into the archive, the oldest first. Statements and the verification
 * read them as before. Nothing can be added to them any more, so they must be closed and sealed.
 */
export async function archiveUpTo(
  ownerUrl: string,
  { month, now }: { month: string; now: Date },
): Promise<ArchivedPart[]> {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    const parts = await partsToArchive(db, { until: endOfMonth(month), now });
    return await withConnection({ url: ownerUrl, purpose: "archive" }, async (client) => {
      const archived: ArchivedPart[] = [];
      for (const part of parts) archived.push(await archive(client, part));
      return archived;
    });
  } finally {
    await db.destroy();
  }
}

function endOfMonth(month: string): Date {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) {
    throw new ArchiveProblem(`Name a month like 2026-01: npm run ledger:archive -- 2026-01`);
  }
  return endOfDay(monthDays(month).to);
}

async function partsToArchive(db: Db, { until, now }: { until: Date; now: Date }): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select relname as name, ${boundOf("from")} as from, ${boundOf("to")} as to
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'ledger_postings'::regclass and relkind = 'r' and ${boundOf("to")} is not null
    order by 3`.execute(db);
  const [oldest] = rows;
  const parts = rows.filter(({ to }) => to <= until);
  const last = parts.at(-1);
  if (!oldest || !last) {
    const what = oldest ? `the oldest part ends with ${lastDayOf(oldest)}` : "everything is archived";
    throw new ArchiveProblem(`There is nothing to archive: ${what}.`);
  }
  if (last.to > now) throw new ArchiveProblem(`${lastDayOf(last)} is not over yet.`);
  const nextDay = await nextDayToClose(db);
  if (nextDay !== undefined && endOfDay(nextDay) <= last.to) {
    throw new ArchiveProblem(`${nextDay} is not closed yet: its rewards belong to a month to be archived.`);
  }
  for (const { name } of parts) await refuseUnsealed(db, name);
  return parts;
}

const lastDayOf = ({ to }: Part) => indiaDayOf(new Date(to.getTime() - 1));

/** The sealer would miss nothing, but what is archived is to be proven by seals. */
async function refuseUnsealed(db: Db, name: string): Promise<void> {
  const { rows } = await sql<{ is_sealed: boolean }>`
    select coalesce(max(entry_id), 0) <= coalesce((select max(last_id) from ledger_seals), 0) as is_sealed
    from ${sql.table(`ledger_months.${name}`)}`.execute(db);
  if (!sure(rows[0]).is_sealed)
    throw new ArchiveProblem("Not all of it is sealed yet. Try again in a minute.");
}

/**
 * First a check proves what the part holds, while posting goes on. So the move itself reads nothing, and is done in one
 * transaction: no reader sees a ledger without the month, or with the month twice.
 */
async function archive(client: pg.Client, { name, from, to }: Part): Promise<ArchivedPart> {
  const table = `ledger_months.${pg.escapeIdentifier(name)}`;
  const bound = (at: Date | null) => (at === null ? "minvalue" : `'${at.toISOString()}'`);
  const isInside = `effective_at < ${bound(to)}${from === null ? "" : ` and effective_at >= ${bound(from)}`}`;
  const proof = `alter table ${table} drop constraint if exists ledger_archived;
    alter table ${table} add constraint ledger_archived check (${isInside}) not valid`;
  const proofMs = await withBriefLock(client, proof);
  await client.query(`alter table ${table} validate constraint ledger_archived`);
  const { rows } = await client.query<{ is_attached: boolean; lines: bigint }>(
    `select (select relispartition from pg_class where oid = 'ledger_months.archive'::regclass) as is_attached,
      (select count(*) from ${table}) as lines`,
  );
  const { is_attached: isAttached, lines } = sure(rows[0]);
  const moveMs = await withBriefLock(
    client,
    `lock table only ledger_postings in access exclusive mode;
     alter table ledger_postings detach partition ${table};
     ${isAttached ? "alter table ledger_postings detach partition ledger_months.archive;" : ""}
     alter table ledger_months.archive attach partition ${table} for values from (${bound(from)}) to (${bound(to)});
     create trigger ledger_archived before insert on ${table} for each row execute function ledger_refuse();
     alter table ledger_postings attach partition ledger_months.archive for values from (minvalue) to (${bound(to)})`,
  );
  return { name, from, to, lines, lockMs: Math.max(proofMs, moveMs) };
}

const attempts = 100;

/**
 * Everybody who posts queues behind the lock while it is waited for. So it gives up after 50 ms, and tries again when
 * those who queued have gone on. Returns how long the attempt that succeeded took.
 */
async function withBriefLock(client: pg.Client, statements: string): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const start = performance.now();
    try {
      await client.query(`begin; set local lock_timeout = 50; ${statements}; commit`);
      return performance.now() - start;
    } catch (error) {
      await client.query("rollback");
      if (databaseErrorCode(error) !== lockNotAvailable) throw error;
      await sleep(500);
    }
  }
  throw new ArchiveProblem(
    "Something has used this part of the ledger all the time, such as a backup, a verification or PostgreSQL's autovacuum. Try again when it has ended.",
  );
}
