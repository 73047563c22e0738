import { normaliseRefId } from "@fc/contract/ref-id";
import { isArrivalWaiting } from "../../core/arrival/arrival.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { makeTemporaryPassword } from "../../core/members/passwords.ts";
import { refusePaused } from "../../core/pauses/pauses.ts";
import { hour, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { countUse, limitUse, networkOf } from "../../platform/rate-limit.ts";

const task = "mail-temporary-password";
const addressLimit = { name: "forgot-address", points: 20, windowMs: hour } as const;
/**
 * Nothing is answered, because an answer would reveal that the id exists. The window is no longer than a mailed
 * password is valid. So the owner always has a valid one or can request one, even if somebody else requests many.
 */
const memberLimit = { name: "forgot-member", points: 3, windowMs: 30 * minute };

/**
 * A job looks the member up, so that neither the answer nor its duration reveals whether the id exists.
 */
export async function requestTemporaryPassword(
  db: Db,
  { refId, ip, now }: { refId: string; ip: string; now: Date },
): Promise<void> {
  await limitUse(db, addressLimit, networkOf(ip), now);
  // During a pause the password may outlast it; where the company waits to be opened, no member gets mail.
  if (await isArrivalWaiting(db)) await refusePaused(db, { what: "sign-in", now });
  await atomically(db, enqueue, { task, lane: "codes", payload: { refId: normaliseRefId(refId) }, now });
}

export function mailTemporaryPasswordTask({ db, clock, publicUrl }: Deps): Task {
  return {
    name: task,
    async run({ refId }) {
      const now = clock();
      if (typeof refId !== "string") return;
      await atomically(db, mailTemporaryPassword, { refId, publicUrl, now });
    },
  };
}

async function mailTemporaryPassword(
  tx: Tx,
  { refId, publicUrl, now }: { refId: string; publicUrl: string; now: Date },
): Promise<void> {
  // Counted in the transaction that writes the mail: a try that the database aborted must not count.
  const { waitMs } = await countUse(tx, memberLimit, refId, now);
  if (waitMs !== undefined) return;
  // Waits for a change of the e-mail address that is under way: the password must not go to the old one.
  await tx.selectFrom("members").select("id").where("ref_id", "=", refId).forShare().execute();
  const member = await activeMemberByRefId(tx, refId);
  if (!member) return;
  const password = await makeTemporaryPassword(tx, { memberId: member.id, kind: "reset", now });
  await sendMail(tx, { kind: "temporary-password", to: member, now, values: { password, publicUrl } });
}
