import { sql } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/**
 * Coin withdrawals wait after what a thief would change first: the address, the password or the e-mail. The
 * owner, told by mail, has that long to react.
 */
export interface Hold {
  until: Date;
  after: "address" | "account";
}

/** For a new password or e-mail; a new address says itself since when it is. Returns until when, if at all. */
export async function holdWithdrawals(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | undefined> {
  const { holdHours } = await businessSetting(tx, "withdrawal");
  if (holdHours === 0) return undefined;
  const { until } = await tx
    .updateTable("members")
    // Never shortened by another setting.
    .set({ withdrawals_held_until: sql`greatest(withdrawals_held_until, ${after(now, holdHours * hour)})` })
    .where("id", "=", memberId)
    .returning("withdrawals_held_until as until")
    .executeTakeFirstOrThrow();
  return until ?? undefined;
}

export interface Destination {
  /** Undefined where no free coin address is set. */
  address: string | undefined;
  hold: Hold | undefined;
}

/** Where a member's coins are sent, and what keeps them from being sent now. */
export async function destinationOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Destination> {
  const { holdHours } = await businessSetting(db, "withdrawal");
  const row = await db
    .selectFrom("members")
    .leftJoin("coin_addresses", "coin_addresses.member_id", "members.id")
    .select(["withdrawals_held_until", "coin_addresses.address", "coin_addresses.changed_at"])
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
  const holds: Hold[] = [
    { after: "account", until: row.withdrawals_held_until ?? now },
    { after: "address", until: row.changed_at ? after(row.changed_at, holdHours * hour) : now },
  ];
  const longest = holds.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  return {
    address: row.address ?? undefined,
    hold: longest && longest.until > now ? longest : undefined,
  };
}
