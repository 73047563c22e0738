import { keysOf } from "@fc/contract/sure";
import type { MemberEventKind } from "@fc/contract/security/portal";
import type { HeldAfter } from "@fc/contract/withdraw/portal";
import { sql } from "kysely";
import { after, day, hour } from "../../platform/clock.ts";
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
    .select(["joined_at", "withdrawals_held_until"])
    .select(["coin_addresses.address", "coin_addresses.changed_at"])
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
  const accountUntil = row.withdrawals_held_until ?? now;
  const addressUntil = row.changed_at ? after(row.changed_at, holdHours * hour) : now;
  const address = row.address ?? undefined;
  if (accountUntil <= now && addressUntil <= now) return { address, waitingTime: undefined };
  const waitingTime: WaitingTime =
    accountUntil >= addressUntil
      ? { until: accountUntil, after: await startedAfter(db, { memberId, joinedAt: row.joined_at }) }
      : { until: addressUntil, after: "address" };
  return { address, waitingTime };
}

/** The events of the changes that start a waiting time. */
const reasons = {
  "password-changed": "password",
  "email-changed": "email",
  "email-replaced": "email-by-support",
} as const satisfies Partial<Record<MemberEventKind, HeldAfter>>;
const startingKinds = keysOf(reasons);

/** Only for a newcomer is it looked up whether the password is the first one: others have too many events for that. */
const newcomerMs = 30 * day;

/** The newest change that starts a waiting time: each is recorded in the transaction that starts it. */
async function startedAfter(
  db: Db,
  { memberId, joinedAt }: { memberId: number; joinedAt: Date },
): Promise<HeldAfter> {
  const events = db
    .selectFrom("member_events")
    .select(["kind", "happened_at"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc");
  const newest = await events.where("kind", "in", startingKinds).limit(1).executeTakeFirst();
  const kind = startingKinds.find((starting) => starting === newest?.kind) ?? "password-changed";
  if (kind !== "password-changed" || !newest || newest.happened_at > after(joinedAt, newcomerMs)) {
    return reasons[kind];
  }
  // The first password is chosen after a sign-in with the temporary one of the welcome, and after nothing else.
  const [, ...before] = await events
    .where("kind", "in", [...startingKinds, "temporary-password-used"])
    .execute();
  const isFirst = before.length > 0 && before.every((event) => event.kind === "temporary-password-used");
  return isFirst ? "joining" : "password";
}
