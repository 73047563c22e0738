import { AppError } from "@fc/contract/errors";
import { after, hour } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { sha256 } from "../../platform/secrets.ts";

/** As long as the browser's cookie, so that a secret that somebody kept longer is useless. */
const claimableMs = hour;

/** What proves that a browser made a registration: the key says which one, the cookie's secret that it may. */
export interface Claim {
  key: string;
  secret: string;
  now: Date;
}

interface ClaimedRegistration {
  memberId: number;
  refId: string;
  /** The welcome was mailed. */
  isComplete: boolean;
}

/**
 * The registration of this browser, locked: correcting, Done, sending again and completing by itself wait for each
 * other, so that a correction is either in the welcome mail's address or refused.
 */
export async function claimedRegistration(tx: Tx, { key, secret, now }: Claim): Promise<ClaimedRegistration> {
  const registration = await tx
    .selectFrom("registrations")
    .innerJoin("members", "members.id", "registrations.member_id")
    .select(["members.id", "members.ref_id", "registrations.completed_at"])
    .where("registrations.key", "=", key)
    .where("registrations.secret_hash", "=", sha256(secret))
    .where("registrations.created_at", ">", after(now, -claimableMs))
    .forUpdate("registrations")
    .executeTakeFirst();
  if (!registration) throw new AppError("REGISTRATION_GONE");
  const { id: memberId, ref_id: refId, completed_at } = registration;
  return { memberId, refId, isComplete: completed_at !== null };
}

/** Whether somebody has used a password that was mailed to this member, or chosen one. */
export async function hasSignedIn(tx: Tx, memberId: number): Promise<boolean> {
  const used = await tx
    .selectFrom("members")
    .select("members.id")
    .where("members.id", "=", memberId)
    .where((eb) =>
      eb.or([
        eb("members.password_hash", "is not", null),
        eb.exists(
          eb
            .selectFrom("temporary_passwords as mailed")
            .select("mailed.id")
            .whereRef("mailed.member_id", "=", "members.id")
            .where("mailed.used_at", "is not", null),
        ),
      ]),
    )
    .executeTakeFirst();
  return used !== undefined;
}
