import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { after, hour, type Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { Task } from "./jobs.ts";

export interface Limit {
  /** How many are let through in a window, which starts with the first one. */
  points: number;
  windowMs: number;
}

/**
 * Counts one use; tells how long to wait when there were too many. Shared by all nodes. Count before
 * you check what it limits, and refund afterwards: the other way round, guesses sent at once all pass.
 */
export async function retryAfterMs(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<number | undefined> {
  const { used, resets_at } = await db
    .insertInto("rate_limits")
    .values({ key, used: 1, resets_at: after(now, limit.windowMs) })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        used: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(["used", "resets_at"])
    .executeTakeFirstOrThrow();
  return used > limit.points ? resets_at.getTime() - now.getTime() : undefined;
}

/** How long a further use would have to wait, without counting one. */
export async function exhaustedForMs(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("rate_limits")
    .select(["used", "resets_at"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (row === undefined || row.resets_at <= now || row.used < limit.points) return undefined;
  return row.resets_at.getTime() - now.getTime();
}

/** What to count an address by: whoever has one of IPv6 has a whole /64 of them. */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip.replace(/^::ffff:/, "");
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const behind = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => "0");
  return `${[...groups, ...zeros, ...behind].slice(0, 4).join(":")}::/64`;
}

/** Gives a use back that turned out to be a rightful one. */
export async function refund(db: Db, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ used: sql`greatest(used - 1, 0)` })
    .where("key", "=", key)
    .execute();
}

export async function limitUse(db: Db, key: string, limit: Limit, now: Date): Promise<void> {
  const waitMs = await retryAfterMs(db, key, limit, now);
  if (waitMs !== undefined) throw tooMany(waitMs);
}

export function tooMany(waitMs: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

export function forgetOldLimits(db: Db, clock: Clock): Task {
  return {
    name: "forget-old-limits",
    everyMs: hour,
    async run() {
      await db.deleteFrom("rate_limits").where("resets_at", "<", clock()).execute();
    },
  };
}
