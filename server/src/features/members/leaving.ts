import type { MemberPage } from "@fc/contract/members/console";
import { fcToWire } from "@fc/contract/money";
import { deviceWords } from "../../core/mails/words.ts";
import type { Db } from "../../platform/db.ts";

/** Which versions of the documents a member has accepted, when and from where, the newest first. */
export async function acceptancesOf(db: Db, memberId: number): Promise<MemberPage["acceptances"]> {
  const rows = await db
    .selectFrom("acceptances")
    .select(["kind", "version", "accepted_at", "ip", "user_agent"])
    .where("member_id", "=", memberId)
    .orderBy("accepted_at", "desc")
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, version, accepted_at, ip, user_agent }) => ({
    kind,
    version,
    acceptedAt: accepted_at.toISOString(),
    device: deviceWords(user_agent).en,
    ip,
  }));
}

/** How far the closing of the account is; null where nobody asked for it. */
export async function closureOf(db: Db, memberId: number): Promise<MemberPage["closure"]> {
  const row = await db
    .selectFrom("closures")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("taken_back_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const wire = (at: Date | null) => at?.toISOString() ?? null;
  return {
    state: row.closed_at ? "closed" : "asked",
    askedAt: row.asked_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    closedAt: wire(row.closed_at),
    leftFc: fcToWire(row.left_fc),
    lockedFc: fcToWire(row.locked_fc),
    kycUntil: wire(row.kyc_erased_at ? null : row.kyc_until),
    taxUntil: wire(row.tax_erased_at ? null : row.tax_until),
    isErased: row.erased_at !== null,
  };
}
