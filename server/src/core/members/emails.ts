import { AppError } from "@fc/contract/errors";
import { registrationMessages } from "@fc/contract/registration/portal";
import { sql, type RawBuilder } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { startWaitingTime } from "../wallet/waiting-time.ts";

/**
 * The mailbox behind an address: providers deliver asha+shop@ to asha@, and Gmail ignores dots and has two domains.
 * Only for counting; mails go to the address as it was typed. Must be the expression of the index members_mailbox,
 * letter for letter: else the index is not used.
 */
function mailboxOf(email: RawBuilder<string>): RawBuilder<string> {
  const local = sql`split_part(split_part(lower(${email}), '@', 1), '+', 1)`;
  const domain = sql`split_part(lower(${email}), '@', 2)`;
  return sql<string>`case when ${domain} in ('gmail.com', 'googlemail.com')
    then replace(${local}, '.', '') || '@gmail.com' else ${local} || '@' || ${domain} end`;
}

/**
 * Transactions that give the same mailbox to a member wait for each other. Otherwise one could write after another one
 * has counted.
 */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  const mailbox = mailboxOf(sql`${email}::text`);
  await sql`select pg_advisory_xact_lock(hashtextextended('email:' || (${mailbox}), 0))`.execute(tx);
}

/** Whether one more member may have this address. A member who has the mailbox already may write it in another form. */
export async function isEmailFree(db: Db, email: string, memberId?: number): Promise<boolean> {
  const { used } = await membersWithMailbox(db, email, memberId).executeTakeFirstOrThrow();
  const { membersPerEmail } = await businessSetting(db, "registration");
  return used < BigInt(membersPerEmail);
}

export function membersWithMailbox(db: Db, email: string, exceptId?: number) {
  let members = db
    .selectFrom("members")
    .select((eb) => eb.fn.countAll<bigint>().as("used"))
    .where(mailboxOf(sql.ref("email")), "=", mailboxOf(sql`${email}::text`));
  if (exceptId !== undefined) members = members.where("id", "<>", exceptId);
  return members;
}

export function emailTaken(): AppError {
  return new AppError("EMAIL_TAKEN", { fields: { newEmail: registrationMessages.emailTaken } });
}

/**
 * Somebody who only reads a member's mail can sign in with a temporary password. So the address cannot be changed
 * during the waiting time after that: the owner, whose password no longer works, has time to react.
 */
export async function emailHeldUntil(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | undefined> {
  const { holdHours } = await businessSetting(db, "withdrawal");
  const used = await db
    .selectFrom("member_events")
    .select("happened_at")
    .where("member_id", "=", memberId)
    .where("kind", "=", "temporary-password-used")
    .where("happened_at", ">", after(now, -holdHours * hour))
    .orderBy("happened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return used && after(used.happened_at, holdHours * hour);
}

interface EmailReplacement {
  memberId: number;
  /** The address that the caller knows. If it was changed in the meantime, this change is refused. */
  from: string;
  to: string;
  now: Date;
}

/**
 * Replaces a member's address. Everything that was mailed to the old one and could still open the account is void
 * afterwards: codes and temporary passwords, also those in mails that are not sent yet. Returns when coin withdrawals
 * are possible again, if they wait.
 */
export async function replaceEmail(
  tx: Tx,
  { memberId, from, to, now }: EmailReplacement,
): Promise<Date | undefined> {
  await lockEmail(tx, to);
  if (!(await isEmailFree(tx, to, memberId))) throw emailTaken();
  const replaced = await tx
    .updateTable("members")
    .set({ email: to })
    .where("id", "=", memberId)
    .where("email", "=", from)
    .executeTakeFirstOrThrow();
  if (replaced.numUpdatedRows !== 1n) throw new AppError("CONFLICT");
  await tx
    .deleteFrom("temporary_passwords")
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
  await tx
    .updateTable("otp_grants")
    .set({ closed_at: now })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
  await tx.deleteFrom("known_devices").where("member_id", "=", memberId).execute();
  // An operator's proposal names the old address: it was made for a case that no longer exists.
  await tx
    .updateTable("corrections")
    .set({ status: "R", decided_at: now, refusal: "The e-mail address was changed meanwhile" })
    .where("member_id", "=", memberId)
    .where(sql`change ->> 'kind'`, "=", "email")
    .where("status", "=", "P")
    .execute();
  return startWaitingTime(tx, { memberId, now });
}
