import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A mail came back. If it was one of many, the result of its member says so. */
export async function noteReturned(
  tx: Tx,
  { mailId, status, now }: { mailId: bigint; status: string; now: Date },
): Promise<void> {
  const found = await tx
    .selectFrom("bulk_mail_recipients")
    .select("bulk_mail_id")
    .where("mail_id", "=", mailId)
    .executeTakeFirst();
  if (!found) return;
  // The mail as a whole is locked before its members, as everywhere: else two could wait for each other.
  await tx
    .selectFrom("bulk_mails")
    .select("id")
    .where("id", "=", found.bulk_mail_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await sql`
    with before as (
      select member_id, result from bulk_mail_recipients
      where bulk_mail_id = ${found.bulk_mail_id} and mail_id = ${mailId} and result in ('queued', 'sent')
    ), returned as (
      update bulk_mail_recipients recipient set result = 'bounced', reason = ${status}, at = ${now}
      from before where recipient.bulk_mail_id = ${found.bulk_mail_id} and recipient.member_id = before.member_id
    )
    update bulk_mails set bounced = bounced + 1,
      sent = sent - (before.result = 'sent')::int, queued = queued - (before.result = 'queued')::int
    from before where bulk_mails.id = ${found.bulk_mail_id}`.execute(tx);
}

/** So few that nobody waits long for the locks of one statement. */
const resultsPerBatch = 5000;

/** Deletes what became of each mail of bulk mails that ended before a moment. Their totals stay. */
export async function forgetResults(db: Db, until: Date, now: Date): Promise<void> {
  const old = await db
    .selectFrom("bulk_mails")
    .select("id")
    .where("finished_at", "<", until)
    .where("forgotten_at", "is", null)
    .execute();
  for (const { id } of old) {
    while (await forgetBatch(db, id));
    await db.updateTable("bulk_mails").set({ forgotten_at: now }).where("id", "=", id).execute();
  }
}

/** Whether another batch should follow. */
async function forgetBatch(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from bulk_mail_recipients where bulk_mail_id = ${id} and member_id in (
      select member_id from bulk_mail_recipients where bulk_mail_id = ${id}
      order by member_id limit ${resultsPerBatch})`.execute(db);
  return numAffectedRows === BigInt(resultsPerBatch);
}
