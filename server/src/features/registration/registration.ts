import { AppError } from "@fc/contract/errors";
import { registrationMessages, type register as registerRoute } from "@fc/contract/registration";
import type { BodyOf } from "@fc/contract/route";
import { sql, type Insertable } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { activeMemberByRefId, newRefId } from "../../core/members/members.ts";
import { normalisedPhone } from "../../core/members/phone.ts";
import { place } from "../../core/network/place.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import type { Schema } from "../../platform/schema.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";

const addressLimit = { points: 30, windowMs: hour };
/** Whoever closes the page before Done is welcomed all the same. */
const confirmsItselfAfterMs = 15 * minute;

export const completeTask = "complete-registration";

type Registration = BodyOf<typeof registerRoute> & { ip: string; now: Date };

type Outcome = { refused: string } | { secret: string; placement: { refId: string; name: string } };

export async function register(db: Db, registration: Registration): Promise<Outcome> {
  const { ip, now, parentRefId, mobileNumber } = registration;
  await limitUse(db, `register-address:${networkOf(ip)}`, addressLimit, now);
  const phone = normalisedPhone(mobileNumber);
  if (phone === undefined) {
    throw new AppError("PHONE_INVALID", { fields: { mobileNumber: registrationMessages.phoneWrong } });
  }
  const sponsor = await activeMemberByRefId(db, parentRefId);
  if (!sponsor) return { refused: registrationMessages.referrerUnknown };
  const created = await atomically(db, createMember, { ...registration, phone, sponsorId: sponsor.id });
  if (!created) return { refused: registrationMessages.emailTaken };
  const placement = await db
    .selectFrom("members")
    .select(["ref_id as refId", "name"])
    .where("id", "=", created.parentId)
    .executeTakeFirstOrThrow();
  return { secret: created.secret, placement };
}

interface CreateInput extends Registration {
  phone: string;
  sponsorId: number;
}

/** Undefined where the e-mail address is used up. */
async function createMember(
  tx: Tx,
  input: CreateInput,
): Promise<{ secret: string; parentId: number } | undefined> {
  const { name, gender, mailId, phone, sponsorId, isLeft, now } = input;
  const email = mailId.toLowerCase();
  if (!(await mayUseEmail(tx, email))) return undefined;
  const member = await insertMember(tx, { name, gender, email, phone, password_hash: null, joined_at: now });
  const secret = randomToken();
  await tx
    .insertInto("registrations")
    .values({ member_id: member.id, secret_hash: sha256(secret), created_at: now, completed_at: null })
    .execute();
  await enqueue(tx, {
    task: completeTask,
    payload: { memberId: member.id },
    now,
    runAt: after(now, confirmsItselfAfterMs),
  });
  // Last, because it holds the end of the leg until the commit.
  const { parentId } = await place(tx, {
    memberId: member.id,
    sponsorId,
    side: isLeft ? "left" : "right",
    now,
  });
  return { secret, parentId };
}

/** With a user id of its own: one that somebody has already is drawn again. */
async function insertMember(
  tx: Tx,
  values: Omit<Insertable<Schema["members"]>, "ref_id">,
): Promise<{ id: number }> {
  for (;;) {
    const member = await tx
      .insertInto("members")
      .values({ ...values, ref_id: newRefId() })
      .onConflict((conflict) => conflict.column("ref_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (member) return member;
  }
}

/** Registrations with one address wait for each other, so that none slips in between the count and the insert. */
async function mayUseEmail(tx: Tx, email: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email:${email}`}, 0))`.execute(tx);
  const { used } = await tx
    .selectFrom("members")
    .select((eb) => eb.fn.countAll<bigint>().as("used"))
    .where(sql<string>`lower(email)`, "=", email)
    .executeTakeFirstOrThrow();
  return used < BigInt(await businessSetting(tx, "membersPerEmail"));
}
