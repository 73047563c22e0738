import { sql } from "kysely";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { queuePush } from "./push-queue.ts";

const noticeTaskName = "notifications.notice";
/** Few enough that one statement writes their messages in a moment, however many members have a device. */
const perBatch = 1000;

interface StartingNotice {
  id: number;
  startsAt: Date;
  now: Date;
}

/** Tells the readers' browsers when a notice begins. Called again when its start is changed. */
export async function pushWhenShown(tx: Tx, { id, startsAt, now }: StartingNotice): Promise<void> {
  const afterMs = Math.max(0, startsAt.getTime() - now.getTime());
  await enqueue(tx, { task: noticeTaskName, payload: { id }, lane: "push", now, afterMs });
}

/** The first job of a notice begins with its batches; each of the others tells one batch and begins with the next. */
export function noticePushTask({ db, clock }: Pick<Deps, "db" | "clock">): Task {
  return {
    name: noticeTaskName,
    async run({ id, after }) {
      const notice = { id: Number(id), now: clock() };
      if (after === undefined) await atomically(db, beginPush, notice);
      else await atomically(db, pushBatch, { ...notice, after: Number(after) });
    },
  };
}

interface Notice {
  id: number;
  now: Date;
}

/** Once, and only while it is on the board: what was moved to later has another job. */
async function beginPush(tx: Tx, { id, now }: Notice): Promise<void> {
  const begun = await tx
    .updateTable("notices")
    .set({ pushed_at: now })
    .where("id", "=", id)
    .where("pushed_at", "is", null)
    .where("starts_at", "<=", now)
    .where("withdrawn_at", "is", null)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .returning("id")
    .executeTakeFirst();
  if (begun) await queueBatch(tx, { id, after: 0, now });
}

interface Batch extends Notice {
  /** The last member of the batch before. */
  after: number;
}

const keyOf = ({ id, after }: Pick<Batch, "id" | "after">) => `${id}/${after}`;

async function queueBatch(tx: Tx, { id, after, now }: Batch): Promise<void> {
  const dedupeKey = keyOf({ id, after });
  await enqueue(tx, { task: noticeTaskName, payload: { id, after }, lane: "push", now, dedupeKey });
}

async function pushBatch(tx: Tx, { id, after, now }: Batch): Promise<void> {
  // The job ends in the transaction that queues its messages. If it stayed until the worker ends it, a worker that is
  // killed in between would leave it behind, and the batch would be told twice.
  const own = await tx
    .deleteFrom("jobs")
    .where("task", "=", noticeTaskName)
    .where("dedupe_key", "=", keyOf({ id, after }))
    .where("failed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!own) return;
  const notice = await tx
    .selectFrom("notices")
    .select("audience")
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  if (!notice) return;
  const readers =
    notice.audience === "all"
      ? sql`select distinct member_id from push_subscriptions where member_id > ${after}`
      : sql`select member_id from notice_readers where notice_id = ${id} and member_id > ${after}`;
  const batch = sql`${readers} order by member_id limit ${perBatch}`;
  const { rows } = await sql<{ last: number | null; count: number }>`
    select max(member_id) as last, count(*)::int as count from (${batch}) reader`.execute(tx);
  const { last = null, count = 0 } = rows[0] ?? {};
  if (last === null) return;
  const told = sql`
    select member_id, ${`b${id}`}::text as item from (${readers} and member_id <= ${last}) reader`;
  await queuePush(tx, { kind: "notice", told, now });
  if (count === perBatch) await queueBatch(tx, { id, after: last, now });
}
