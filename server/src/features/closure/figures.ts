import { type Fc, noFc, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { Closure } from "@fc/contract/closure/portal";
import { AppError } from "@fc/contract/errors";
import { fcToWire, fcUnitsPerCoin } from "@fc/contract/money";
import { drawableFc } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { businessSettings } from "../../core/business-settings/business-settings.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { heldRefundFc, withoutHeld } from "../../core/staking/held-refunds.ts";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { runningStakes, undoUntilOf } from "../../core/staking/stakes.ts";
import { mustStakeFirst } from "../../core/wallet/wallet-settings.ts";
import type { Db } from "../../platform/db.ts";

interface ClosureFigures {
  openRequests: number;
  withdrawableFc: Fc;
  leftFc: Fc;
  lockedFc: Fc;
  dailyFc: Fc;
  isReceiver: boolean;
}

/** What closing the account would mean now. */
export async function closureFigures(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<ClosureFigures> {
  const { withdrawal, transfer } = await businessSettings(db, ["withdrawal", "transfer"]);
  const { rows } = await sql<{ open: number; ref_id: string }>`
    select ((select count(*) from withdrawals where member_id = members.id and status = 'P')
      + (select count(*) from staking_requests where member_id = members.id and status = 'P'))::int as open, ref_id
    from members where id = ${memberId}`.execute(db);
  const balances = await balancesOf(db, memberId);
  const running = await runningStakesOf(db, { memberId, now });
  const inWallets = drawableFc(balances);
  // Coins of an undone stake that wait for a second operator: the member can wait for them, or give them up.
  const drawable = drawableFc(withoutHeld(balances, await heldRefundFc(db, memberId)));
  const isWithdrawable =
    drawable >= BigInt(withdrawal.minimumFc) * fcUnitsPerCoin && !(await mustStakeFirst(db, memberId));
  return {
    openRequests: sure(rows[0]).open,
    withdrawableFc: isWithdrawable ? drawable : noFc,
    leftFc: minus(plus(balances.transfer, inWallets), isWithdrawable ? drawable : noFc),
    lockedFc: balances.staked,
    dailyFc: running.dailyRosFc,
    isReceiver: transfer.defaultReceiverRefId === sure(rows[0]).ref_id,
  };
}

export async function closureOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Closure> {
  const [{ closure }, asked, figures, undoUntil] = await Promise.all([
    businessSettings(db, ["closure"]),
    openClosureOf(db, memberId),
    closureFigures(db, { memberId, now }),
    lastUndoUntil(db, { memberId, now }),
  ]);
  return {
    asked: asked ? { askedAt: asked.askedAt.toISOString(), dueAt: asked.dueAt.toISOString() } : null,
    openRequests: figures.openRequests,
    withdrawableFc: fcToWire(figures.withdrawableFc),
    leftFc: fcToWire(figures.leftFc),
    lockedFc: fcToWire(figures.lockedFc),
    dailyFc: fcToWire(figures.dailyFc),
    undoUntil: undoUntil?.toISOString() ?? null,
    ...closure,
  };
}

/** Until when the member can still undo a stake and get its coins back, instead of giving them up. */
async function lastUndoUntil(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | undefined> {
  const moments = (await runningStakes(db, memberId)).map((stake) => undoUntilOf(stake, now)?.getTime());
  const possible = moments.filter((moment) => moment !== undefined);
  return possible.length > 0 ? new Date(Math.max(...possible)) : undefined;
}

export function openClosureOf(db: Db, memberId: number) {
  return db
    .selectFrom("closures")
    .select(["id", "asked_at as askedAt", "due_at as dueAt"])
    .where("member_id", "=", memberId)
    .where("taken_back_at", "is", null)
    .executeTakeFirst();
}

/** Refuses where something is open, or where the figures are not those that the member was shown. */
export function refuseUnless(figures: ClosureFigures, shown: { leftFc: Fc; lockedFc: Fc }): void {
  if (figures.isReceiver) throw new AppError("CLOSURE_OF_RECEIVER");
  if (figures.openRequests > 0) throw new AppError("CLOSURE_REQUESTS_OPEN");
  if (figures.withdrawableFc > 0n) throw new AppError("CLOSURE_COINS_LEFT");
  if (figures.leftFc !== shown.leftFc || figures.lockedFc !== shown.lockedFc) {
    throw new AppError("CLOSURE_CHANGED");
  }
}
