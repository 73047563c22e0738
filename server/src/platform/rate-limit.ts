import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { after, hour, type Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { Task } from "./jobs.ts";

export interface Limit {
  /** How many uses are allowed in a window, which starts with the first use. */
  points: number;
  windowMs: number;
}

/**
 * Counts one use and returns how long to wait if there were too many. All nodes share the count. Count before
 * checking a password or code and refund afterwards: otherwise guesses sent in parallel all pass.
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

/** How long another use would have to wait. Does not count as a use. */
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

/** The network that an address is counted by: an IPv6 user has a whole /64 of addresses. */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip.replace(/^::ffff:/, "");
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter(Boolean);
  const behind = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => "0");
  return `${[...groups, ...zeros, ...behind].slice(0, 4).join(":")}::/64`;
}

/** Takes back one counted use, after it turned out to be legitimate. */
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
