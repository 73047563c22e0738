import { type Fc, asFc, noFc, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire } from "@fc/contract/money";
import {
  poolSourceNames,
  reserveMonths,
  type PoolSource,
  type ReserveMonth,
  type Reserves,
} from "@fc/contract/transparency/reserves";
import { sql } from "kysely";
import { accountKind } from "../../core/ledger/accounts.ts";
import { movedByMonth } from "../../core/ledger/day-sums.ts";
import { poolBalance } from "../../core/ledger/house.ts";
import type { ReadDb } from "../../platform/db.ts";
import { nothing, rewardSources, type BySource } from "./pool-sources.ts";

/** The pool, the wallets on the chain, and what came in and went out month by month: from kept sums, not from lines. */
export async function reservesOf(db: ReadDb, now: Date): Promise<Reserves> {
  return {
    at: now.toISOString(),
    pool: fcToWire(asFc(await poolBalance(db))),
    compared: await comparedOf(db),
    months: (await reserveMonthsOf(db)).slice(0, reserveMonths),
  };
}

async function comparedOf(db: ReadDb): Promise<Reserves["compared"]> {
  const newest = await db
    .selectFrom("chain_comparisons")
    .select(["at", "pool_fc", "wallets"])
    .where("problem", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return null;
  const { wallets } = newest;
  return {
    at: newest.at.toISOString(),
    pool: newest.pool_fc === null ? null : fcToWire(newest.pool_fc),
    wallets: wallets.map(({ address, blockNumber, onChain }) => ({
      address,
      block: blockNumber,
      coins: Number(onChain),
    })),
  };
}

const { house, member, isMembers } = accountKind;
const pool = house("rewards_pool");
const staked = member("staked");

/** The pool, and what moves between members' stakes, wallets and the world outside. */
const concernsReserves = sql`
  (${pool} in (debit_kind, credit_kind) or ${staked} in (debit_kind, credit_kind)
  or ${house("payouts")} in (debit_kind, credit_kind))`;

interface MonthSums {
  month: string;
  newStakesFc: Fc;
  walletStakesFc: Fc;
  payoutsFc: Fc;
  rewardsFc: Fc;
  fundedFc: BySource;
}

/** The newest first; months in which nothing moved are left out. */
export async function reserveMonthsOf(db: ReadDb): Promise<ReserveMonth[]> {
  const sums = monthSums(await movedByMonth(db, concernsReserves));
  const paidFrom = rewardSources(sums);
  let poolFc = noFc;
  const months = sums.map(({ month, ...sum }, at) => {
    poolFc = plus(
      poolFc,
      minus(
        poolSourceNames.reduce((all, source) => plus(all, asFc(sum.fundedFc[source])), noFc),
        sum.rewardsFc,
      ),
    );
    return {
      month,
      newStakes: fcToWire(sum.newStakesFc),
      walletStakes: fcToWire(sum.walletStakesFc),
      payouts: fcToWire(sum.payoutsFc),
      rewards: fcToWire(sum.rewardsFc),
      paidFrom: toWire(sure(paidFrom[at])),
      funded: toWire(sum.fundedFc),
      pool: fcToWire(poolFc),
    };
  });
  return months.toReversed();
}

function monthSums(moved: Awaited<ReturnType<typeof movedByMonth>>): MonthSums[] {
  const byMonth = new Map<string, MonthSums>();
  for (const { month, debitKind, creditKind, amount } of moved) {
    const sum = byMonth.get(month) ?? {
      month,
      newStakesFc: noFc,
      walletStakesFc: noFc,
      payoutsFc: noFc,
      rewardsFc: noFc,
      fundedFc: nothing(),
    };
    byMonth.set(month, sum);
    /** What moved from the first kind to the second, or was reversed. */
    const between = (from: number, to: number) =>
      debitKind === from && creditKind === to
        ? amount
        : debitKind === to && creditKind === from
          ? -amount
          : 0n;
    sum.newStakesFc = plus(sum.newStakesFc, asFc(between(house("deposits"), staked)));
    sum.walletStakesFc = plus(sum.walletStakesFc, asFc(between(member("transfer"), staked)));
    sum.payoutsFc = plus(sum.payoutsFc, asFc(between(member("withdraw_pending"), house("payouts"))));
    for (const source of poolSourceNames) sum.fundedFc[source] += between(house(source), pool);
    if (debitKind === pool && isMembers(creditKind)) sum.rewardsFc = plus(sum.rewardsFc, asFc(amount));
    if (creditKind === pool && isMembers(debitKind)) sum.rewardsFc = minus(sum.rewardsFc, asFc(amount));
  }
  return [...byMonth.values()];
}

function toWire(amounts: Readonly<BySource>): Record<PoolSource, number> {
  return {
    treasury: fcToWire(asFc(amounts.treasury)),
    fees: fcToWire(asFc(amounts.fees)),
    deductions: fcToWire(asFc(amounts.deductions)),
    stakes_ended: fcToWire(asFc(amounts.stakes_ended)),
  };
}
