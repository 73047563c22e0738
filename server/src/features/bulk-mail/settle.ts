import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { sendMailTaskName } from "../../platform/mail/outbox.ts";

/** A mail that an operator threw away in the list of jobs. */
export const discarded = "discarded in the list of jobs and mails";

/**
 * Takes over what became of queued mails. A failed job is removed with it: the result is kept here, and thousands of
 * refused addresses would else hide the failures that an operator has to deal with.
 */
export async function settle(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  const mail = await tx
    .selectFrom("bulk_mails")
    .select(["state", "collected_to_member", "up_to_member"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const sent = await countOf(
    tx,
    sql`update bulk_mail_recipients recipient set result = 'sent', at = mails.sent_at
      from mails where recipient.bulk_mail_id = ${id} and recipient.result = 'queued'
        and mails.id = recipient.mail_id and mails.sent_at is not null`,
  );
  const failed = await countOf(
    tx,
    sql`with given_up as (
        delete from jobs where lane = 'bulk' and task = ${sendMailTaskName} and failed_at is not null
          and (payload ->> 'mailId')::bigint in (
            select mail_id from bulk_mail_recipients where bulk_mail_id = ${id} and result = 'queued')
        returning (payload ->> 'mailId')::bigint as mail_id, last_error, failed_at
      ), emptied as (
        update mails set content = null from given_up where mails.id = given_up.mail_id and mails.sent_at is null
      )
      update bulk_mail_recipients recipient
      set result = 'failed', reason = given_up.last_error, at = given_up.failed_at
      from given_up where recipient.bulk_mail_id = ${id} and recipient.mail_id = given_up.mail_id`,
  );
  const thrownAway = await countOf(
    tx,
    sql`update bulk_mail_recipients recipient set result = 'failed', reason = ${discarded}, at = ${now}
      where recipient.bulk_mail_id = ${id} and recipient.result = 'queued' and not exists (
        select from mails where mails.id = recipient.mail_id
          and (mails.sent_at is not null or mails.content is not null))`,
  );
  await tx
    .updateTable("bulk_mails")
    .set((eb) => ({
      queued: eb("queued", "-", sent + failed + thrownAway),
      sent: eb("sent", "+", sent),
      failed: eb("failed", "+", failed + thrownAway),
    }))
    .where("id", "=", id)
    .execute();
  if (mail.state === "sending" && mail.collected_to_member >= (mail.up_to_member ?? 0)) {
    await tx
      .updateTable("bulk_mails")
      .set({ state: "done", finished_at: now })
      .where("id", "=", id)
      .where("waiting", "=", 0)
      .where("queued", "=", 0)
      .execute();
  }
}

async function countOf(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(tx);
  return Number(numAffectedRows);
}
