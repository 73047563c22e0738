import type { OtpPurpose } from "@fc/contract/otp/portal";
import { after, day, hour, second } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { checkNotExhausted, limitUse, tooMany } from "../../platform/rate-limit.ts";
import { noCode } from "./no-code.ts";

export const resendMs = 30 * second;
const resendLimit = { name: "otp-resend", points: 1, windowMs: resendMs } as const;
/** Only codes that were not used, because a new member who fills in every record needs many in one hour. */
const unusedLimit = { name: "otp-send", points: 10, windowMs: hour } as const;
/** All codes, because otherwise somebody who uses each one could have mails without end. */
const dayLimit = { name: "otp-send-day", points: 100, windowMs: day } as const;
/**
 * Counted across codes, so that requesting new codes allows no more guesses: 20 of a million per day, because each is
 * compared with one open code.
 */
export const failureLimit = { name: "otp-failures", points: 20, windowMs: day } as const;

/** Refuses a code that would be one too many. Call it in the transaction that makes the code. */
export async function limitOtpSends(
  tx: Tx,
  { memberId, purpose, now }: { memberId: number; purpose: OtpPurpose; now: Date },
): Promise<void> {
  await checkNotExhausted(tx, failureLimit, memberId, now);
  // Locked before counting: otherwise requests for several purposes at once all find room.
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
  const sent = await tx
    .selectFrom("otp_grants")
    .select(["created_at as at", "consumed_at"])
    .where("member_id", "=", memberId)
    // Nothing was mailed for what a passkey signs.
    .where("code_hash", "!=", noCode)
    .where("created_at", ">", after(now, -day))
    .orderBy("created_at", "desc")
    .execute();
  checkRoom(dayLimit, sent, now);
  const unused = sent.filter(({ consumed_at }) => consumed_at === null);
  checkRoom(unusedLimit, unused, now);
  // Last, so that a code which another limit refuses does not make the next one wait.
  await limitUse(tx, resendLimit, `${memberId}:${purpose}`, now);
}

/** Refuses if the window holds as many codes as allowed; there is room again when the oldest of them leaves it. */
function checkRoom(
  limit: typeof unusedLimit | typeof dayLimit,
  newestFirst: readonly { at: Date }[],
  now: Date,
): void {
  const oldest = newestFirst[limit.points - 1];
  const waitMs = oldest ? oldest.at.getTime() + limit.windowMs - now.getTime() : 0;
  if (waitMs > 0) throw tooMany(limit, waitMs);
}
