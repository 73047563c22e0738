import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { fitsFilter } from "../../core/members/filter.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { leftOutBecause, membersWithObstacles } from "./audience.ts";

export const collectTaskName = "bulk-mail.collect";

/** Ids of members in one transaction: it is short, and a worker that is killed repeats only this much. */
const idsPerBatch = 5000;

/**
 * Writes down who gets a bulk mail, in batches. The first of them are mailed while it goes on. It goes by ids and not
 * by pages of those who fit: each batch costs the same, however few fit.
 */
export function collectTask({ db, clock }: Pick<Deps, "db" | "clock">): Task {
  return {
    name: collectTaskName,
    async run(payload) {
      const id = Number(payload["id"]);
      while (await atomically(db, collectBatch, { id, now: clock() }));
    },
  };
}

/** Whether another batch should follow. */
async function collectBatch(tx: Tx, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const mail = await tx
    .selectFrom("bulk_mails")
    .select(["kind", "filter", "state", "up_to_member as upTo", "collected_to_member as from"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { kind, filter, upTo, from } = mail;
  // After it was cancelled, nobody else gets it.
  if (upTo === null || from >= upTo || mail.state === "cancelled") return false;
  const to = Math.min(from + idsPerBatch, upTo);
  const { rows } = await sql<{ waiting: number; skipped: number }>`
    with written as (
      insert into bulk_mail_recipients (bulk_mail_id, member_id, result, reason, at)
      select ${id}, found.id, case when reason is null then 'waiting' else 'skipped' end, reason,
        case when reason is not null then ${now}::timestamptz end
      from (
        select member.id, ${leftOutBecause(kind)} as reason from ${membersWithObstacles}
        where member.id > ${from} and member.id <= ${to} and ${fitsFilter(filter)}
        order by member.id
      ) found
      returning result
    )
    select (count(*) filter (where result = 'waiting'))::int as waiting,
      (count(*) filter (where result = 'skipped'))::int as skipped from written`.execute(tx);
  const { waiting, skipped } = sure(rows[0]);
  await tx
    .updateTable("bulk_mails")
    .set((eb) => ({
      collected_to_member: to,
      waiting: eb("waiting", "+", waiting),
      skipped: eb("skipped", "+", skipped),
    }))
    .where("id", "=", id)
    .execute();
  return to < upTo;
}
