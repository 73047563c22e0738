import { AppError } from "@fc/contract/errors";
import type { LimitName } from "@fc/contract/limits";
import { sql } from "kysely";
import { after, hour, type Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { Task } from "./jobs.ts";

export interface Limit<Name extends string = string> {
  /** With the subject it is the key under which uses are counted. */
  name: Name;
  /** How many uses are allowed in a window, which starts with the first use. */
  points: number;
  windowMs: number;
}

/** Whose uses are counted: a member, an address, a user id. */
type Subject = string | number;

interface Use {
  /** How many more uses the window allows. */
  left: number;
  /** How long to wait, if there were too many. */
  waitMs: number | undefined;
}

/**
 * Counts one use. All nodes share the count. Count before checking a password or code and refund afterwards: otherwise
 * guesses sent in parallel all pass.
 */
export async function countUse(db: Db, limit: Limit, subject: Subject, now: Date): Promise<Use> {
  const { used, resets_at } = await db
    .insertInto("rate_limits")
    .values({ key: keyOf(limit, subject), used: 1, resets_at: after(now, limit.windowMs) })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        used: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(["used", "resets_at"])
    .executeTakeFirstOrThrow();
  return {
    left: Math.max(0, limit.points - used),
    waitMs: used > limit.points ? resets_at.getTime() - now.getTime() : undefined,
  };
}

/** Counts one use of a limit that people are told about, and refuses it if there were too many. */
export async function limitUse(
  db: Db,
  limit: Limit<LimitName>,
  subject: Subject,
  now: Date,
): Promise<{ left: number }> {
  const { left, waitMs } = await countUse(db, limit, subject, now);
  if (waitMs !== undefined) throw tooMany(limit, waitMs);
  return { left };
}

/** Refuses if another use would have to wait. Does not count as a use. */
export async function checkNotExhausted(
  db: Db,
  limit: Limit<LimitName>,
  subject: Subject,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom("rate_limits")
    .select(["used", "resets_at"])
    .where("key", "=", keyOf(limit, subject))
    .executeTakeFirst();
  if (row === undefined || row.resets_at <= now || row.used < limit.points) return;
  throw tooMany(limit, row.resets_at.getTime() - now.getTime());
}

/** Takes back one counted use, after it turned out to be legitimate. */
export function refund(db: Db, limit: Limit, subject: Subject): Promise<void> {
  return refundAll(db, [[limit, subject]]);
}

/** The same for uses of several limits, in one statement. They are locked in one order, so that none waits in a circle. */
export async function refundAll(db: Db, uses: readonly (readonly [Limit, Subject])[]): Promise<void> {
  const keys = uses.map(([limit, subject]) => keyOf(limit, subject));
  await sql`
    with counted as (select key from rate_limits where key = any (${keys}::text[]) order by key for update)
    update rate_limits set used = greatest(used - 1, 0) from counted where rate_limits.key = counted.key`.execute(
    db,
  );
}

export function tooMany({ name }: { name: LimitName }, waitMs: number): AppError {
  return new AppError("TOO_MANY_REQUESTS", { limit: name, retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function keyOf({ name }: Limit, subject: Subject): string {
  return `${name}:${subject}`;
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

/** The neighbourhood of an address, as inet prints it: a /24 or a /64; empty for what is no address. */
export function addressBlock(ip: string): string {
  const network = networkOf(ip);
  const ipv4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network);
  if (ipv4) return `${ipv4[1]}.0/24`;
  return network.endsWith("/64") ? network : "";
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
