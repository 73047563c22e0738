import { type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { AppError, errors } from "@fc/contract/errors";
import { fcToWire, inrPaiseForFcInPayersFavour, inrPaiseToWire, usdCentsToWire } from "@fc/contract/money";
import { stakingPackagesUsd } from "@fc/contract/staking/portal";
import { bySummaryField } from "@fc/contract/wallet/kinds";
import type { WalletSummary } from "@fc/contract/wallet/portal";
import { balancesOf } from "../../core/ledger/statement.ts";
import { legsOf } from "../../core/network/legs.ts";
import { priceAt } from "../../core/prices/prices.ts";
import { openDeductions, sumOf } from "../../core/wallet/deductions.ts";
import { mustStakeFirst } from "../../core/wallet/wallet-settings.ts";
import type { Db } from "../../platform/db.ts";

export async function summaryOf(db: Db, memberId: number): Promise<WalletSummary> {
  const [balances, legs] = await Promise.all([balancesOf(db, memberId), legsOf(db, [memberId])]);
  const { left, right } = sure(legs.get(memberId));
  const weaker = left.businessUsdCents < right.businessUsdCents ? left : right;
  return {
    ...bySummaryField((wallet) => fcToWire(balances[wallet])),
    businessMatch: usdCentsToWire(weaker.businessUsdCents),
    LeftUsers: left.users,
    LeftActiveUsers: left.activeUsers,
    RightUsers: right.users,
    RightActiveUsers: right.activeUsers,
    LeftBusinessAmount: usdCentsToWire(left.businessUsdCents),
    RightBusinessAmount: usdCentsToWire(right.businessUsdCents),
  };
}

export async function totalStakingOf(db: Db, memberId: number) {
  const { transfer, earning } = await balancesOf(db, memberId);
  return { availableBalance: fcToWire(transfer), earningBalance: fcToWire(earning) };
}

/** The smallest package opens withdrawals. */
export async function stakeRequirementOf(db: Db, memberId: number): Promise<number> {
  return (await mustStakeFirst(db, memberId)) ? stakingPackagesUsd[0] : 0;
}

export async function stakeRequirementMessageOf(db: Db, memberId: number): Promise<string | null> {
  return (await mustStakeFirst(db, memberId)) ? errors.STAKE_REQUIRED[1] : null;
}

export async function deductionOf(db: Db, memberId: number, now: Date) {
  const open = await openDeductions(db, memberId);
  const owedFc = asFc(sumOf(open));
  return {
    DeductionFcAmount: fcToWire(owedFc),
    DeductioINRAmount: owedFc === 0n ? 0 : await inrOf(db, owedFc, now),
    items: open.map(({ restFc, reason, createdAt }) => ({
      amount: fcToWire(restFc),
      reason,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** The debt is returned in rupees as well, unless no price was ever set. */
async function inrOf(db: Db, amountFc: Fc, now: Date): Promise<number | null> {
  try {
    return inrPaiseToWire(inrPaiseForFcInPayersFavour(amountFc, await priceAt(db, now)));
  } catch (error) {
    if (error instanceof AppError && error.code === "PRICE_UNSET") return null;
    throw error;
  }
}

export async function firstStakeOf(db: Db, memberId: number): Promise<string | null> {
  const first = await db
    .selectFrom("stakes")
    .select("started_at")
    .where("member_id", "=", memberId)
    .where("reversal_entry_id", "is", null)
    .orderBy("started_at")
    .limit(1)
    .executeTakeFirst();
  return first?.started_at.toISOString() ?? null;
}
