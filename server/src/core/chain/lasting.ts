import { sql } from "kysely";
import { after, day, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { mayPay, type WalletRow } from "./wallets.ts";

const measuredDays = 7;
/** How long a payout may be without a block before somebody is told. */
const stuckAfterMs = hour;

/** How many days the wallet lasts at what it sent in the last seven; undefined where that cannot be said. */
export interface Lasting {
  coinDays: number | undefined;
  gasDays: number | undefined;
}

export async function lastingOf(db: Db, { wallet, now }: { wallet: WalletRow; now: Date }): Promise<Lasting> {
  const { units, wei } = await db
    .selectFrom("chain_payouts")
    .select([
      sql<string>`coalesce(sum(units) filter (where state <> 'failed'), 0)`.as("units"),
      sql<string>`coalesce(sum(fee_wei), 0)`.as("wei"),
    ])
    .where("chain_id", "=", wallet.chain_id)
    .where("reserved_at", ">=", after(now, -measuredDays * day))
    .executeTakeFirstOrThrow();
  return { coinDays: daysOf(wallet.coin_units, units), gasDays: daysOf(wallet.gas_wei, wei) };
}

function daysOf(held: string | null, usedOfWeek: string): number | undefined {
  const used = BigInt(usedOfWeek);
  return held === null || used === 0n ? undefined : Number((BigInt(held) * BigInt(measuredDays)) / used);
}

/** The wallets that were looked at lately: nobody has to act for the wallet of a chain that is no longer set. */
export function watchedWallets(db: Db, now: Date): Promise<WalletRow[]> {
  return db
    .selectFrom("chain_wallets")
    .selectAll()
    .where("looked_at", ">=", after(now, -day))
    .orderBy("created_at", "desc")
    .execute();
}

/** Payouts that have had a nonce for long and are in no block. */
export async function stuckPayouts(db: Db, now: Date): Promise<{ count: number; oldestAt: Date | null }> {
  return db
    .selectFrom("chain_payouts")
    .select([sql<number>`count(*)::int`.as("count"), (eb) => eb.fn.min("reserved_at").as("oldestAt")])
    .where("state", "in", ["reserved", "sent"])
    .where("reserved_at", "<=", after(now, -stuckAfterMs))
    .executeTakeFirstOrThrow();
}

/** For the metrics. */
export async function payoutFigures(db: Db, now: Date) {
  const wallets = await watchedWallets(db, now);
  const open = await db
    .selectFrom("chain_payouts")
    .select(["state", sql<number>`count(*)::int`.as("count")])
    .where("settled_at", "is", null)
    .groupBy("state")
    .execute();
  const { count: stuck } = await stuckPayouts(db, now);
  const [newest] = wallets;
  const daysLeft = newest && (await lastingOf(db, { wallet: newest, now })).coinDays;
  return { open, stuck, isStopped: wallets.some((wallet) => !mayPay(wallet)), daysLeft };
}
