import { sql } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/**
 * Coin withdrawals wait after a change that a thief would make first: address, password or e-mail. The owner is
 * notified by mail and has this time to react.
 */
export interface Hold {
  until: Date;
  after: "address" | "account";
}

/** Starts a hold after a new password or e-mail; a new address has its own date. Returns its end, if there is one. */
export async function holdWithdrawals(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | undefined> {
  const { holdHours } = await businessSetting(tx, "withdrawal");
  if (holdHours === 0) return undefined;
  const { until } = await tx
    .updateTable("members")
    // An earlier hold is never shortened, even if the setting is lower now.
    .set({ withdrawals_held_until: sql`greatest(withdrawals_held_until, ${after(now, holdHours * hour)})` })
    .where("id", "=", memberId)
    .returning("withdrawals_held_until as until")
    .executeTakeFirstOrThrow();
  return until ?? undefined;
}

export interface Destination {
  /** Undefined if no free coin address is set. */
  address: string | undefined;
  hold: Hold | undefined;
}

/** The address that a member's coins are sent to, and the hold that prevents it now. */
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
