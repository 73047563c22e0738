import { sure } from "@fc/contract/sure";
import { lanes, type Lane } from "@fc/contract/jobs/lanes";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { sendMailTaskName } from "../../platform/mail/outbox.ts";

interface FailingSince {
  mails: number;
  jobs: number;
  /** The tasks of those jobs. */
  tasks: string[];
}

/** How much work that began before a moment still fails and is tried again. */
export async function workFailingSince(db: Db, before: Date): Promise<FailingSince> {
  const isMail = sql<boolean>`task = ${sendMailTaskName}`;
  const { rows } = await sql<FailingSince>`
    select (count(*) filter (where ${isMail}))::int as mails,
      (count(*) filter (where not ${isMail}))::int as jobs,
      coalesce(array_agg(distinct task order by task) filter (where not ${isMail}), '{}') as tasks
    from jobs where failed_at is null and last_error is not null and created_at < ${before}`.execute(db);
  return sure(rows[0]);
}

/** How many of the latest thousand mails were sent after a moment. All of them would be a scan of a large table. */
export async function mailsSentSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select (count(*) filter (where sent_at >= ${since}))::int as sent
    from (select sent_at from mails order by id desc limit 1000) latest`.execute(db);
  return sure(rows[0]).sent;
}

interface WaitingCodes {
  count: number;
  oldestAt: Date | null;
}

/** One-time codes and temporary passwords that are still of use and have waited since before a moment. */
export async function codesWaitingSince(
  db: Db,
  { before, now }: { before: Date; now: Date },
): Promise<WaitingCodes> {
  const { rows } = await sql<WaitingCodes>`
    select count(*)::int as count, min(mails.created_at) as "oldestAt"
    from jobs join mails on mails.id = (jobs.payload ->> 'mailId')::bigint
    where jobs.lane = 'codes' and jobs.task = ${sendMailTaskName} and jobs.failed_at is null
      and mails.sent_at is null and mails.created_at < ${before}
      and (mails.expires_at is null or mails.expires_at > ${now})`.execute(db);
  return sure(rows[0]);
}

export interface LaneFigures {
  lane: Lane;
  waiting: number;
  retrying: number;
  failed: number;
  /** How long the oldest job has been due; of one that erred, since when it exists. */
  oldestSeconds: number;
}

/** What waits in each lane of the queue. */
export async function laneFigures(db: Db): Promise<LaneFigures[]> {
  const isOpen = sql<boolean>`failed_at is null`;
  const hasErred = sql<boolean>`last_error is not null`;
  const { rows } = await sql<LaneFigures>`
    select lane,
      (count(*) filter (where ${isOpen} and not ${hasErred}))::int as waiting,
      (count(*) filter (where ${isOpen} and ${hasErred}))::int as retrying,
      (count(*) filter (where not ${isOpen}))::int as failed,
      greatest(0, coalesce(extract(epoch from now() - min(case when ${hasErred} then created_at else run_at end)
        filter (where ${isOpen})), 0))::float8 as "oldestSeconds"
    from jobs group by lane`.execute(db);
  return lanes.map(
    (lane) =>
      rows.find((row) => row.lane === lane) ?? { lane, waiting: 0, retrying: 0, failed: 0, oldestSeconds: 0 },
  );
}
