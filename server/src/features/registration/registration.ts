import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import {
  completesItselfAfterMs,
  registrationMessages,
  type register as registerRoute,
} from "@fc/contract/registration/portal";
import type { BodyOf } from "@fc/contract/route";
import type { Insertable } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { isEmailFree, lockEmail } from "../../core/members/emails.ts";
import { activeMemberByRefId, newRefId } from "../../core/members/members.ts";
import { normalisedMobile } from "../../core/members/phone.ts";
import { place } from "../../core/network/place.ts";
import { preferredSideAlone } from "../../core/network/preferred-side.ts";
import type { Side } from "../../core/network/types.ts";
import { refuseHeldPause } from "../../core/pauses/pauses.ts";
import { noteForSignals } from "../../core/signals/news.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import type { Schema } from "../../platform/schema.ts";
import { sha256 } from "../../platform/secrets.ts";

export const completeTask = "complete-registration";

interface Registration extends BodyOf<typeof registerRoute> {
  /** Made by the browser: identifies this registration and cannot be guessed. */
  key: string;
  /** Proves at Done that this browser made the registration. */
  secret: string;
  ip: string;
  /** Of the page on which the form was: the newcomer's, or the sponsor's who fills it in for them. */
  language: Language;
  now: Date;
}

/** The member directly above the new one, and on which side of the sponsor. */
type Placement = {
  refId: string;
  name: string;
  /** Missing in what a release without preferences has stored. */
  side?: Side;
};

export async function register(
  db: Db,
  registration: Registration,
): Promise<{ refused: string } | { placement: Placement }> {
  const { ip, now, parentRefId, mobileNumber } = registration;
  const { perAddressHour: points } = await businessSetting(db, "registration");
  await limitUse(db, { name: "register-address", points, windowMs: hour }, networkOf(ip), now);
  const phone = phoneOf(mobileNumber);
  const sponsor = await activeMemberByRefId(db, parentRefId);
  if (!sponsor) return { refused: registrationMessages.referrerUnknown };
  try {
    const input = { ...registration, phone, sponsorId: sponsor.id };
    return { placement: await atomically(db, createMemberOnce, input) };
  } catch (error) {
    if (error instanceof EmailLimitReached) return { refused: registrationMessages.emailTaken };
    throw error;
  }
}

export function phoneOf(mobileNumber: string): string {
  const phone = mobileNumber === "" ? "" : normalisedMobile(mobileNumber);
  if (phone !== undefined) return phone;
  throw new AppError("PHONE_INVALID", { fields: { mobileNumber: registrationMessages.phoneWrong } });
}

/** Thrown, so that a refused registration is rolled back together with its key. */
class EmailLimitReached extends Error {}

interface NewMember extends Registration {
  phone: string;
  sponsorId: number;
}

/** A retry after a lost response returns the same and replaces the browser's secret by the latest one. */
async function createMemberOnce(tx: Tx, input: NewMember): Promise<Placement> {
  const { key, secret, ip: _ip, language: _language, now, ...request } = input;
  const claim = { memberId: null, key, request: { register: request }, now };
  let isFirst = false;
  const placement = await withIdempotency(tx, claim, () => {
    isFirst = true;
    return createMember(tx, input);
  });
  if (!isFirst) {
    await tx
      .updateTable("registrations")
      .set({ secret_hash: sha256(secret) })
      .where("key", "=", key)
      .execute();
  }
  return placement;
}

async function createMember(tx: Tx, input: NewMember): Promise<Placement> {
  const { name, gender, mailId, phone, language, sponsorId, key, secret, now } = input;
  await refuseHeldPause(tx, { what: "registration", now });
  const email = mailId.toLowerCase();
  await lockEmail(tx, email);
  if (!(await isEmailFree(tx, email))) throw new EmailLimitReached();
  const person = { name, gender, email, phone, language };
  const member = await insertMember(tx, { ...person, password_hash: null, joined_at: now });
  await tx
    .insertInto("registrations")
    .values({ member_id: member.id, key, secret_hash: sha256(secret), created_at: now, completed_at: null })
    .execute();
  await enqueue(tx, {
    task: completeTask,
    payload: { memberId: member.id },
    now,
    afterMs: completesItselfAfterMs,
  });
  await noteForSignals(tx, member.id);
  const side = await sideOf(tx, input);
  // Last, because it locks the end of the leg until the commit.
  const { parentId } = await place(tx, { memberId: member.id, sponsorId, side, now });
  const parent = await tx
    .selectFrom("members")
    .select(["ref_id as refId", "name"])
    .where("id", "=", parentId)
    .executeTakeFirstOrThrow();
  return { ...parent, side };
}

/** By the sponsor's preference it is decided now: others may have registered since the link was opened. */
async function sideOf(tx: Tx, { followsPreference, isLeft, sponsorId }: NewMember): Promise<Side> {
  if (!followsPreference) return isLeft ? "left" : "right";
  const side = await preferredSideAlone(tx, sponsorId);
  if (!side) throw new AppError("REFERRAL_LINK_OFF");
  return side;
}

/** Draws a new user id until nobody has it. */
export async function insertMember(
  tx: Tx,
  values: Omit<Insertable<Schema["members"]>, "ref_id">,
): Promise<{ id: number; ref_id: string }> {
  for (;;) {
    const member = await tx
      .insertInto("members")
      .values({ ...values, ref_id: newRefId() })
      .onConflict((conflict) => conflict.column("ref_id").doNothing())
      .returning(["id", "ref_id"])
      .executeTakeFirst();
    if (member) return member;
  }
}
