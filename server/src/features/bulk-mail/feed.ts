import { sure } from "@fc/contract/sure";
import type { Language } from "@fc/contract/languages";
import { sql, type Selectable } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { after, minute, second } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { isMailAddress } from "../../platform/mail/address.ts";
import type { Schema } from "../../platform/schema.ts";
import { unnested } from "../../platform/unnested.ts";
import { leftOutBecause, membersWithObstacles } from "./audience.ts";
import { settle } from "./settle.ts";

export const feedTaskName = "bulk-mail.feed";

/** A feeding that comes late makes up for so much time; more would be a burst that the mail server does not expect. */
const makesUpForMs = 3 * second;
/** A mail server that is away holds up so much of a minute's mails at least, and a minute's at most. */
const fewestUnderWay = 20;

/**
 * Queues mails at the business's own rate, in a lane of their own: codes and receipts never wait behind them. A member
 * is marked as queued in the transaction that writes the mail, so a killed worker neither forgets nor repeats anybody.
 */
export function feedTask({ db, clock, databaseClock }: Pick<Deps, "db" | "clock" | "databaseClock">): Task {
  return {
    name: feedTaskName,
    everyMs: second,
    lane: "bulk",
    async hasWork() {
      const found = await db
        .selectFrom("bulk_mails")
        .select("id")
        .where((eb) => eb.or([eb("state", "=", "sending"), eb("queued", ">", 0)]))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
    async run() {
      const running = await db
        .selectFrom("bulk_mails")
        .select("id")
        .where((eb) => eb.or([eb("state", "=", "sending"), eb("queued", ">", 0)]))
        .execute();
      for (const { id } of running) await atomically(db, settle, { id, now: clock() });
      const { perMinute } = await businessSetting(db, "bulkMail");
      await atomically(db, feed, { perMinute, now: clock(), at: await databaseClock() });
    },
  };
}

interface Feeding {
  perMinute: number;
  now: Date;
  /** The database's clock, so that all nodes keep one pace. */
  at: Date;
}

async function feed(tx: Tx, { perMinute, now, at }: Feeding): Promise<void> {
  const intervalMs = minute / perMinute;
  const pace = await tx.selectFrom("bulk_mail_pace").select("next_at").forUpdate().executeTakeFirstOrThrow();
  const from = Math.max(pace.next_at.getTime(), at.getTime() - makesUpForMs);
  const due = from > at.getTime() ? 0 : Math.floor((at.getTime() - from) / intervalMs) + 1;
  const room = Math.min(due, Math.max(fewestUnderWay, perMinute) - (await underWay(tx)));
  if (room <= 0) return;
  const mail = await tx
    .selectFrom("bulk_mails")
    .selectAll()
    .where("state", "=", "sending")
    .where("waiting", ">", 0)
    // Bulk mails that are sent at the same time take turns: a small one does not wait days for a large one.
    .orderBy("fed_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) return;
  const queued = await queueNext(tx, { mail, limit: room, now });
  await tx
    .updateTable("bulk_mail_pace")
    .set({ next_at: after(new Date(from), queued * intervalMs) })
    .execute();
}

async function underWay(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(queued), 0)::int as count from bulk_mails where queued > 0`.execute(tx);
  return sure(rows[0]).count;
}

interface NextMember {
  id: number;
  name: string;
  refId: string;
  email: string;
  language: Language | null;
  /** Looked up again, because the set was fixed earlier: a member who unsubscribed meanwhile gets no mail either. */
  reason: string | null;
}

/** Queues the mails to the next members, and returns how many. */
async function queueNext(
  tx: Tx,
  { mail, limit, now }: { mail: Selectable<Schema["bulk_mails"]>; limit: number; now: Date },
): Promise<number> {
  const { id, kind, subject, text } = mail;
  const { rows } = await sql<NextMember>`
    select member.id, member.name, member.ref_id as "refId", member.email, member.language,
      ${leftOutBecause(kind)} as reason
    from (
      select member_id from bulk_mail_recipients where bulk_mail_id = ${id} and result = 'waiting'
      order by member_id limit ${limit} for update
    ) recipient join (${membersWithObstacles}) on member.id = recipient.member_id
    order by member.id`.execute(tx);
  const obstacleOf = ({ reason, email }: NextMember) => reason ?? (isMailAddress(email) ? null : "bounced");
  const next = rows.filter((member) => obstacleOf(member) === null);
  const values = { id, kind, subject, text, isTest: false };
  const mailIds =
    next.length === 0
      ? []
      : await sendMail(tx, ...next.map((to) => ({ kind: "bulk-mail", to, now, values }) as const));
  const mailOf = new Map(next.map((member, at) => [member.id, sure(mailIds[at])]));
  const changes = rows.map((member) => ({
    member_id: member.id,
    reason: obstacleOf(member),
    mail_id: mailOf.get(member.id) ?? null,
  }));
  await sql`
    update bulk_mail_recipients recipient set reason = given.reason, mail_id = given.mail_id, at = ${now},
      result = case when given.reason is null then 'queued' else 'skipped' end
    from ${unnested(changes, { member_id: "int", reason: "text", mail_id: "bigint" })}
    where recipient.bulk_mail_id = ${id} and recipient.member_id = given.member_id`.execute(tx);
  await tx
    .updateTable("bulk_mails")
    .set((eb) => ({
      waiting: eb("waiting", "-", rows.length),
      queued: eb("queued", "+", next.length),
      skipped: eb("skipped", "+", rows.length - next.length),
      fed_at: now,
    }))
    .where("id", "=", id)
    .execute();
  return next.length;
}
