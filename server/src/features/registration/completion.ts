import { AppError } from "@fc/contract/errors";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { makeTemporaryPassword } from "../../core/members/passwords.ts";
import { after, hour } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { sha256 } from "../../platform/secrets.ts";
import { completeTask } from "./registration.ts";

/** As long as the browser's cookie, so that a secret that somebody kept longer is useless. */
const confirmableMs = hour;

/** Completes a registration and mails the welcome. A second call returns the same without a second mail. */
export async function completeRegistration(
  tx: Tx,
  { key, secret, publicUrl, now }: { key: string; secret: string; publicUrl: string; now: Date },
): Promise<string> {
  const registration = await tx
    .selectFrom("registrations")
    .innerJoin("members", "members.id", "registrations.member_id")
    .select(["members.id", "members.ref_id"])
    .where("registrations.key", "=", key)
    .where("registrations.secret_hash", "=", sha256(secret))
    .where("registrations.created_at", ">", after(now, -confirmableMs))
    .executeTakeFirst();
  if (!registration) throw new AppError("REGISTRATION_GONE");
  await welcome(tx, { memberId: registration.id, publicUrl, now });
  return registration.ref_id;
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

async function welcome(
  tx: Tx,
  { memberId, publicUrl, now }: { memberId: number; publicUrl: string; now: Date },
): Promise<void> {
  const completed = await tx
    .updateTable("registrations")
    .set({ completed_at: now })
    .where("member_id", "=", memberId)
    // Only the call that sets it sends the welcome mail.
    .where("completed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (completed.numUpdatedRows === 0n) return;
  const member = await contactOf(tx, memberId);
  const password = await makeTemporaryPassword(tx, { memberId, kind: "welcome", now });
  await sendMail(tx, { kind: "welcome", to: member, now, values: { password, publicUrl } });
}
