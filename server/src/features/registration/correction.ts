import { AppError } from "@fc/contract/errors";
import { registrationMessages } from "@fc/contract/registration/portal";
import type { correctRegistration as route } from "@fc/contract/registration/portal-later";
import type { BodyOf } from "@fc/contract/route";
import { isEmailFree, lockEmail } from "../../core/members/emails.ts";
import type { Tx } from "../../platform/db.ts";
import { claimedRegistration, hasSignedIn, type Claim } from "./claimed.ts";
import { phoneOf } from "./registration.ts";

type PersonDetails = BodyOf<typeof route>;

/** Corrects who the new member is, until the welcome is mailed. The place, the sponsor and the user id stay. */
export async function correctRegistration(
  tx: Tx,
  { claim, name, gender, mailId, mobileNumber }: PersonDetails & { claim: Claim },
): Promise<PersonDetails> {
  const phone = phoneOf(mobileNumber);
  const email = mailId.toLowerCase();
  const { memberId, isComplete } = await claimedRegistration(tx, claim);
  if (isComplete) throw new AppError("REGISTRATION_COMPLETE");
  await giveEmail(tx, memberId, email);
  // The person who signed in with a password of Forgot Password is the member now.
  if (await hasSignedIn(tx, memberId)) throw new AppError("REGISTRATION_COMPLETE");
  await tx.updateTable("members").set({ name, gender, email, phone }).where("id", "=", memberId).execute();
  return { name, gender, mailId: email, mobileNumber: phone };
}

async function giveEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  const before = await tx
    .selectFrom("members")
    .select("email")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (before.email === email) return;
  await lockEmail(tx, email);
  if (!(await isEmailFree(tx, email, memberId)))
    throw new AppError("EMAIL_TAKEN", { fields: { mailId: registrationMessages.emailTaken } });
  // The sponsor sees the user id and can ask for a password, which then went to the wrong address.
  await tx
    .deleteFrom("temporary_passwords")
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}
