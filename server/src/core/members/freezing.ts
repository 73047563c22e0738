import type { Tx } from "../../platform/db.ts";
import { revokeAllSessions } from "../../platform/sessions.ts";

/** Everything that could move coins of a frozen account stops at once: sessions, codes, and temporary passwords. */
export async function endWaysIn(tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> {
  await revokeAllSessions(tx, { memberId, now });
  await tx
    .updateTable("otp_grants")
    .set({ closed_at: now })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .execute();
  await tx
    .deleteFrom("temporary_passwords")
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
}
