import type { HeldAfter } from "@fc/contract/withdraw/portal";
import { sql } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/**
 * Coin withdrawals wait after a change that a thief would make first: address, password or e-mail. The owner is
 * notified by mail and has this time to react.
 */
interface WaitingTime {
  until: Date;
  after: HeldAfter;
}

/**
 * Starts the waiting time after a new password or e-mail, and returns its end; undefined if the setting is 0 hours.
 * A new address needs no start, because the date of its change is stored with it.
 */
export async function startWaitingTime(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | undefined> {
  const { holdHours } = await businessSetting(tx, "withdrawal");
  if (holdHours === 0) return undefined;
  const { until } = await tx
    .updateTable("members")
    // A waiting time that runs already is never shortened, even if the setting is lower now.
    .set({ withdrawals_held_until: sql`greatest(withdrawals_held_until, ${after(now, holdHours * hour)})` })
    .where("id", "=", memberId)
    .returning("withdrawals_held_until as until")
    .executeTakeFirstOrThrow();
  return until ?? undefined;
}

export interface Destination {
  /** Undefined if no free coin address is set. */
  address: string | undefined;
  waitingTime: WaitingTime | undefined;
}

/** The address that a member's coins are sent to, and the waiting time that prevents it now. */
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
  const times: WaitingTime[] = [
    { after: "account", until: row.withdrawals_held_until ?? now },
    { after: "address", until: row.changed_at ? after(row.changed_at, holdHours * hour) : now },
  ];
  const longest = times.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  return {
    address: row.address ?? undefined,
    waitingTime: longest && longest.until > now ? longest : undefined,
  };
}
