import { AppError } from "@fc/contract/errors";
import type { consoleJobs, WorkRow, WorkCounts, WorkKind } from "@fc/contract/jobs/console";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { databaseErrorCode, type Db, type Tx } from "../../platform/db.ts";
import { wakeWorkersAfter } from "../../platform/jobs.ts";
import { maskAddress } from "../../platform/mail/address.ts";
import { sendMailTaskName } from "../../platform/mail/outbox.ts";
import { readLongPage } from "../../platform/paging.ts";

/** Lets operators see and handle jobs and mails that failed. */

const failed = sql<boolean>`jobs.failed_at is not null`;
/** A job without an error that runs again was cut off. */
const hasErred = sql<boolean>`(jobs.last_error is not null or jobs.attempts > 1)`;
const retrying = sql<boolean>`jobs.failed_at is null and ${hasErred}`;
const waiting = sql<boolean>`jobs.failed_at is null and not ${hasErred}`;
const states = { failed, retrying, waiting } as const;

type Condition = ReturnType<typeof sql<boolean>>;

interface FailingWork {
  jobs: WorkCounts;
  mails: WorkCounts;
}

/** How many jobs and mails failed, are tried again after an error, and wait for their time. */
export async function failingWork(db: Db): Promise<FailingWork> {
  const rows = await db
    .selectFrom("jobs")
    .select(sql<boolean>`task = ${sendMailTaskName}`.as("is_mail"))
    .select([
      sql<number>`(count(*) filter (where ${failed}))::int`.as("failed"),
      sql<number>`(count(*) filter (where ${retrying}))::int`.as("retrying"),
      sql<number>`(count(*) filter (where ${waiting}))::int`.as("waiting"),
    ])
    .groupBy("is_mail")
    .execute();
  const of = (isMail: boolean): WorkCounts => {
    const found = rows.find((row) => row.is_mail === isMail);
    return {
      failed: found?.failed ?? 0,
      retrying: found?.retrying ?? 0,
      waiting: found?.waiting ?? 0,
    };
  };
  return { jobs: of(false), mails: of(true) };
}

type WorkFilter = Pick<QueryOf<typeof consoleJobs>, "state" | "kind" | "lane">;

function matching(db: Db, { state, kind, lane }: WorkFilter) {
  let found = db.selectFrom("jobs");
  if (lane) found = found.where("lane", "=", lane);
  if (state) found = found.where(states[state]);
  if (kind) found = found.where("task", kind === "mail" ? "=" : "!=", sendMailTaskName);
  return found;
}

/** Looked up for the rows of the page only; a join would look up the mail of every job that waits. */
const ofMail = (column: "recipient" | "subject") => sql<string | null>`(
  select ${sql.ref(column)} from mails
  where jobs.task = ${sendMailTaskName} and mails.id = (jobs.payload ->> 'mailId')::bigint)`;

/** Failed work first, then what is tried again, then what waits; within each by when it runs or has failed. */
export function workPage(db: Db, query: QueryOf<typeof consoleJobs>) {
  return readLongPage(db, query, {
    rows: matching(db, query)
      .select([
        "jobs.id",
        "jobs.task",
        "jobs.lane",
        "jobs.attempts",
        "jobs.created_at",
        "jobs.run_at",
        "jobs.failed_at",
      ])
      .select(["jobs.last_error", ofMail("recipient").as("recipient"), ofMail("subject").as("subject")])
      .orderBy(sql`case when ${failed} then 0 when ${retrying} then 1 else 2 end`)
      .orderBy(sql`coalesce(jobs.failed_at, jobs.run_at)`, query.order ?? "asc")
      .orderBy("jobs.id", query.order ?? "asc"),
    matching: matching(db, query),
    show: (row): WorkRow => ({
      id: Number(row.id),
      kind: row.task === sendMailTaskName ? "mail" : "job",
      task: row.task,
      lane: row.lane,
      state: row.failed_at ? "failed" : row.last_error !== null || row.attempts > 1 ? "retrying" : "waiting",
      subject: row.subject,
      recipient: row.recipient === null ? null : maskAddress(row.recipient),
      attempts: row.attempts,
      createdAt: row.created_at.toISOString(),
      at: (row.failed_at ?? row.run_at).toISOString(),
      error: row.last_error,
    }),
  });
}

/** Not running: a job that a worker is doing right now is neither retried nor discarded. */
const isAtRest = sql<boolean>`(leased_until is null or leased_until < now())`;
/** The same work under another id: of a repeating task, or one that was requested again. */
const hasDuplicate = (which: Condition) => sql<boolean>`jobs.failed_at is not null
  and exists (
    select from jobs duplicate
    where duplicate.task = jobs.task and duplicate.dedupe_key = jobs.dedupe_key and ${which}
  )`;
/** The duplicate already waits to run. */
const open = sql<boolean>`duplicate.failed_at is null`;
/** The duplicate waits to run, or is a newer one of several failed jobs that are all retried. */
const openOrNewer = sql<boolean>`(duplicate.failed_at is null or duplicate.id > jobs.id)`;

/** Makes the job run at once, with all its attempts. False if it can no longer be retried. */
export async function retryWork(tx: Tx, id: number): Promise<boolean> {
  return (
    (await retry(tx, { which: sql<boolean>`id = ${id} and (${failed} or ${hasErred})`, duplicate: open })) > 0
  );
}

/** Retries everything that failed, of one kind or of both. Returns how many. */
export async function retryAllWork(tx: Tx, kind: WorkKind | undefined): Promise<number> {
  const ofKind =
    kind === undefined
      ? sql<boolean>`true`
      : kind === "mail"
        ? sql<boolean>`task = ${sendMailTaskName}`
        : sql<boolean>`task <> ${sendMailTaskName}`;
  return retry(tx, { which: sql<boolean>`failed_at is not null and ${ofKind}`, duplicate: openOrNewer });
}

async function retry(
  tx: Tx,
  { which, duplicate }: { which: Condition; duplicate: Condition },
): Promise<number> {
  // Its duplicate does the work; this one has nothing left to do.
  const done = await tx
    .deleteFrom("jobs")
    .where(which)
    .where(hasDuplicate(duplicate))
    .returning("id")
    .execute();
  try {
    const again = await tx
      .updateTable("jobs")
      .set({
        failed_at: null,
        run_at: sql<Date>`now()`,
        attempts: 0,
        last_error: null,
        leased_by: null,
        leased_until: null,
      })
      .where(which)
      .where(isAtRest)
      .returning("id")
      .execute();
    if (again.length > 0) wakeWorkersAfter(tx);
    return done.length + again.length;
  } catch (error) {
    // The same job was requested again at the same moment.
    if (databaseErrorCode(error) === "23505") throw new AppError("CONFLICT");
    throw error;
  }
}

/** Deletes the job, and the text of a mail, which may hold a code. Undefined if the job is no longer there. */
export async function discardWork(tx: Tx, id: number): Promise<{ task: string } | undefined> {
  const gone = await tx
    .deleteFrom("jobs")
    .where("id", "=", BigInt(id))
    .where(sql<boolean>`(${failed} or ${hasErred})`)
    .where(isAtRest)
    .returning(["task", "payload"])
    .executeTakeFirst();
  if (gone?.task === sendMailTaskName) {
    await tx
      .updateTable("mails")
      .set({ content: null })
      .where("id", "=", BigInt(String(gone.payload["mailId"])))
      .where("sent_at", "is", null)
      .execute();
  }
  return gone;
}
