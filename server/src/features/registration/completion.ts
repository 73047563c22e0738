import { AppError } from "@fc/contract/errors";
import { welcomeAgainMs } from "@fc/contract/registration/portal-later";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf, type MemberContact } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import { makeTemporaryPassword } from "../../core/members/passwords.ts";
import { notify } from "../../core/notifications/notify.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { countUse, limitUse } from "../../platform/rate-limit.ts";
import { claimedRegistration, hasSignedIn, type Claim } from "./claimed.ts";
import { completeTask } from "./registration.ts";

/** The first welcome counts too: a mail takes a moment to arrive. */
const againLimit = { name: "welcome-again", points: 1, windowMs: welcomeAgainMs } as const;
const hourLimit = { name: "welcome-hour", points: 4, windowMs: hour } as const;

interface ClaimedWelcome {
  claim: Claim;
  publicUrl: string;
}

/** Completes a registration and mails the welcome. A second call returns the same without a second mail. */
export async function completeRegistration(tx: Tx, { claim, publicUrl }: ClaimedWelcome): Promise<string> {
  const { memberId, refId } = await claimedRegistration(tx, claim);
  await welcome(tx, { memberId, publicUrl, now: claim.now });
  return refId;
}

/** Mails the welcome again, for a mail that did not arrive. The password of the first one stays valid too. */
export async function mailWelcomeAgain(tx: Tx, { claim, publicUrl }: ClaimedWelcome): Promise<string> {
  const { memberId, refId, isComplete } = await claimedRegistration(tx, claim);
  const { now } = claim;
  if (!isComplete) await welcome(tx, { memberId, publicUrl, now });
  else if (await hasSignedIn(tx, memberId)) throw new AppError("SIGNED_IN_ALREADY");
  else {
    await limitUse(tx, hourLimit, memberId, now);
    await limitUse(tx, againLimit, memberId, now);
    await mailWelcome(tx, { memberId, publicUrl, now });
  }
  return refId;
}

/** Runs some time after each registration and completes it if the browser did not. */
export function completeRegistrationTask({ db, clock, publicUrl }: Deps): Task {
  return {
    name: completeTask,
    async run({ memberId }) {
      await atomically(db, welcome, { memberId: Number(memberId), publicUrl, now: clock() });
    },
  };
}

interface Welcome {
  memberId: number;
  publicUrl: string;
  now: Date;
}

async function welcome(tx: Tx, { memberId, publicUrl, now }: Welcome): Promise<void> {
  const completed = await tx
    .updateTable("registrations")
    .set({ completed_at: now })
    .where("member_id", "=", memberId)
    // Only the call that sets it sends the welcome mail.
    .where("completed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (completed.numUpdatedRows === 0n) return;
  for (const limit of [againLimit, hourLimit]) await countUse(tx, limit, memberId, now);
  const member = await mailWelcome(tx, { memberId, publicUrl, now });
  await tellSponsor(tx, { member, now });
}

/** Only now: until then the name can still be corrected. */
async function tellSponsor(tx: Tx, { member, now }: { member: MemberContact; now: Date }): Promise<void> {
  const { sponsor_id } = await tx
    .selectFrom("placements")
    .select("sponsor_id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  if (sponsor_id === null) return;
  await notify(tx, "member-joined", {
    memberId: sponsor_id,
    about: String(member.id),
    data: { refId: member.refId, name: shortName(member.name) },
    now,
  });
}

export async function mailWelcome(tx: Tx, { memberId, publicUrl, now }: Welcome): Promise<MemberContact> {
  const member = await contactOf(tx, memberId);
  const password = await makeTemporaryPassword(tx, { memberId, kind: "welcome", now });
  await sendMail(tx, { kind: "welcome", to: member, now, values: { password, publicUrl } });
  return member;
}
