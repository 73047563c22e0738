import { sql } from "kysely";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { queuePush } from "./push-queue.ts";

const noticeTaskName = "notifications.notice";

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

export function noticePushTask({ db, clock }: Pick<Deps, "db" | "clock">): Task {
  return {
    name: noticeTaskName,
    async run({ id }) {
      await atomically(db, pushNotice, { id: Number(id), now: clock() });
    },
  };
}

/** Once, and only while it is on the board: what was moved to later has another job. */
async function pushNotice(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  const notice = await tx
    .updateTable("notices")
    .set({ pushed_at: now })
    .where("id", "=", id)
    .where("pushed_at", "is", null)
    .where("starts_at", "<=", now)
    .where("withdrawn_at", "is", null)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .returning("audience")
    .executeTakeFirst();
  if (!notice) return;
  const readers =
    notice.audience === "all"
      ? sql`select distinct member_id from push_subscriptions`
      : sql`select member_id from notice_readers where notice_id = ${id}`;
  const told = sql`select member_id, ${`b${id}`}::text as item from (${readers}) reader`;
  await queuePush(tx, { kind: "notice", told, now });
}
