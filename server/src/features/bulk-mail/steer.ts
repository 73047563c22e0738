import type { LogAction } from "@fc/contract/operators/console-log";
import { sql } from "kysely";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import { sendMailTaskName } from "../../platform/mail/outbox.ts";
import { changedBy, checkKind, lockSeen, type Seen } from "./drafts.ts";
import type { OperatorSession } from "../../platform/operator-sessions.ts";

type Act = "pause" | "resume" | "cancel";

/** From which states an act leads to which one. */
const steps = {
  pause: { from: ["sending"], to: "paused", action: "bulk-mail/pause" },
  resume: { from: ["paused"], to: "sending", action: "bulk-mail/resume" },
  cancel: { from: ["draft", "sending", "paused"], to: "cancelled", action: "bulk-mail/cancel" },
} as const satisfies Record<Act, { from: readonly string[]; to: string; action: LogAction }>;

interface Steering extends Seen {
  act: Act;
  actor: Pick<OperatorSession, "role">;
}

/** Pauses, goes on or cancels. What is queued and not being sent at this moment does not leave any more. */
export async function steerBulkMail(tx: Tx, { id, version, act, actor, operating }: Steering): Promise<void> {
  const { operatorId, now } = operating;
  const { from, to, action } = steps[act];
  const mail = await lockSeen(tx, { id, version });
  const allowed: readonly string[] = from;
  if (!allowed.includes(mail.state)) throw await changedBy(tx, id);
  // Stopping does no harm. Going on needs the same right as sending.
  if (act === "resume") checkKind(mail.kind, actor.role);
  if (act !== "resume") await takeBack(tx, id);
  await tx
    .updateTable("bulk_mails")
    .set({
      state: to,
      version: version + 1,
      changed_by: operatorId,
      changed_at: now,
      ...(act === "cancel" && { finished_at: now }),
    })
    .where("id", "=", id)
    .execute();
  const details = { mail: id, subject: mail.subject.en, count: mail.sent + mail.bounced };
  await logAction(tx, { ...operating, action, details });
}

/**
 * An emptied mail is never sent, so its member can wait for a new one. A mail whose row is locked is being sent right
 * now: it stays queued, and its result is taken over as usual.
 */
async function takeBack(tx: Tx, id: number): Promise<void> {
  await sql`
    with taken as materialized (
      select recipient.member_id, mails.id as mail_id
      from bulk_mail_recipients recipient join mails on mails.id = recipient.mail_id
      where recipient.bulk_mail_id = ${id} and recipient.result = 'queued'
        and mails.sent_at is null and mails.content is not null
      for update of mails skip locked
    ), emptied as (
      update mails set content = null from taken where mails.id = taken.mail_id
    ), jobless as (
      delete from jobs where lane = 'bulk' and task = ${sendMailTaskName}
        and (payload ->> 'mailId')::bigint in (select mail_id from taken)
        and (leased_until is null or leased_until < now())
    ), waiting as (
      update bulk_mail_recipients recipient set result = 'waiting', mail_id = null, at = null
      from taken where recipient.bulk_mail_id = ${id} and recipient.member_id = taken.member_id
      returning 1
    )
    update bulk_mails set queued = queued - count, waiting = waiting + count
    from (select count(*)::int as count from waiting) back where bulk_mails.id = ${id}`.execute(tx);
}
