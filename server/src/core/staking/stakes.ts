import { noUsdCents, minus, type Fc, type UsdCents } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { fcForUsdInPayersFavour } from "@fc/contract/money";
import type { StakeFault } from "@fc/contract/staking/console-undoing";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { planRules, rosDays } from "@fc/contract/plan/rules";
import type { EarningDays } from "@fc/contract/staking/portal";
import { sql } from "kysely";
import { post, reverse } from "../ledger/post.ts";
import { stakeApproved, stakeFromTransfer } from "../ledger/posting.ts";
import { recordTeamEvent } from "../network/place.ts";
import { holdPlan, planOn } from "../plan/versions.ts";
import type { Price } from "../prices/prices.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

interface NewStake {
  memberId: number;
  principalUsdCents: UsdCents;
  price: Price;
  /** An approved staking request, or the transfer wallet of the member who pays. */
  source: { requestId: number } | PaidFromTransfer;
  now: Date;
}

interface PaidFromTransfer {
  payerId: number;
  idempotencyKey: string;
}

/**
 * Starts a stake: locks its principal in the ledger, counts its business for all legs above, counts the member as
 * active if it is the only running stake, and records that the sponsor's direct bonus is due. It takes the ledger's
 * locks and then the network's; call it last in a transaction.
 */
export async function startStake(
  tx: Tx,
  stake: NewStake,
): Promise<{ stakeId: number; entryId: bigint; principalFc: Fc }> {
  const { memberId, principalUsdCents, price, source, now } = stake;
  await lockStakesOf(tx, memberId);
  const running = await tx
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  await holdPlan(tx);
  const plan = await planOn(tx, indiaDayOf(now));
  const { coolingOffHours } = await businessSetting(tx, "plan");
  const heldUntil = coolingOffHours === 0 ? undefined : after(now, coolingOffHours * hour);
  const principalFc = fcForUsdInPayersFavour(principalUsdCents, price.fcFor15Usd);
  const common = { memberId, amountFc: principalFc, effectiveAt: now, priceId: price.id };
  const entryId = await post(
    tx,
    "requestId" in source
      ? stakeApproved({
          ...common,
          key: `stake/request/${source.requestId}`,
          paidUsdCents: principalUsdCents,
        })
      : stakeFromTransfer({
          ...common,
          key: transferStakeKey(source),
          payerId: source.payerId,
        }),
  );
  const { id } = await tx
    .insertInto("stakes")
    .values({
      member_id: memberId,
      request_id: "requestId" in source ? source.requestId : null,
      payer_id: "payerId" in source && source.payerId !== memberId ? source.payerId : null,
      principal_usd_cents: principalUsdCents,
      principal_fc: principalFc,
      price_id: price.id,
      entry_id: entryId,
      started_at: now,
      ended_at: null,
      // The stake keeps the terms of this version when the plan changes.
      plan_version: plan.version,
      held_until: heldUntil ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordDirectBonus(tx, { stakeId: id, memberId, dueAt: heldUntil ?? now });
  await recordTeamEvent(tx, {
    memberId,
    activeUsers: running ? 0 : 1,
    businessUsdCents: principalUsdCents,
    heldUntil,
    now,
  });
  return { stakeId: id, entryId, principalFc };
}

/** Of the entry that pays a stake from a transfer wallet. */
export function transferStakeKey({ payerId, idempotencyKey }: PaidFromTransfer): string {
  return `stake/transfer/${payerId}/${idempotencyKey}`;
}

/**
 * Locks all stakes of a member: two that start or end at the same time must see each other. The lock leaves the
 * member's key free, because other changes of the member refer to that key and would wait for this transaction while
 * it waits for a wallet that they hold.
 */
async function lockStakesOf(tx: Tx, memberId: number): Promise<void> {
  await tx
    .selectFrom("members")
    .select("id")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The closing that pays the bonus checks whether the sponsor is active and so gets it. */
async function recordDirectBonus(
  tx: Tx,
  { stakeId, memberId, dueAt }: { stakeId: number; memberId: number; dueAt: Date },
): Promise<void> {
  const { sponsor_id } = await tx
    .selectFrom("placements")
    .select("sponsor_id")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (sponsor_id === null) return;
  await tx
    .insertInto("direct_bonuses_due")
    .values({ stake_id: stakeId, sponsor_id, due_at: dueAt })
    .execute();
}

/**
 * Reverses a stake: its coins go back to where they came from, its business is subtracted from every leg above, and
 * it earns nothing more. Rewards that it earned and business that was matched with it stay: a leg that falls below
 * what was matched needs new business first. A stake that has ended cannot be reversed.
 */
export async function reverseStake(
  tx: Tx,
  {
    stakeId,
    reason,
    fault,
    now,
  }: { stakeId: number; reason: string; fault?: StakeFault | undefined; now: Date },
): Promise<void> {
  const { member_id: memberId, entry_id: entryId } = await tx
    .selectFrom("stakes")
    .select(["member_id", "entry_id"])
    .where("id", "=", stakeId)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
  await lockStakesOf(tx, memberId);
  const running = await runningStakes(tx, memberId);
  const stake = running.find(({ id }) => id === stakeId);
  if (!stake) throw new AppError("CONFLICT");
  const reversalEntryId = await reverse(tx, { entryId, reason, now });
  await endStake(tx, { stake, isLast: running.length === 1, reversalEntryId, isUndone: false, fault, now });
}

export function runningStakes(db: Db, memberId: number) {
  return db
    .selectFrom("stakes")
    .select(["id", "member_id", "request_id", "payer_id", "principal_usd_cents", "principal_fc"])
    .select(["started_on", "plan_version", "held_until"])
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .execute();
}
type RunningStake = Awaited<ReturnType<typeof runningStakes>>[number];

/** Until when its member can undo a running stake; null where that is over, or where another member paid for it. */
export function undoUntilOf(
  { held_until, payer_id }: Pick<RunningStake, "held_until" | "payer_id">,
  now: Date,
): Date | null {
  return held_until !== null && held_until > now && payer_id === null ? held_until : null;
}

interface EndedStake {
  stake: RunningStake;
  /** Whether the member has no other running stake. */
  isLast: boolean;
  /** The entry that took the principal off the books. */
  reversalEntryId: bigint;
  /** By its member, within the cooling-off time. */
  isUndone: boolean;
  fault?: StakeFault | undefined;
  now: Date;
}

/** Ends a stake before its time and takes its business off every leg above. Its member is locked. */
export async function endStake(
  tx: Tx,
  { stake, isLast, reversalEntryId, isUndone, fault, now }: EndedStake,
): Promise<void> {
  const ended = await tx
    .updateTable("stakes")
    .set({
      ended_at: now,
      reversal_entry_id: reversalEntryId,
      is_undone: isUndone,
      undone_fault: fault ?? null,
    })
    .where("id", "=", stake.id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!ended) throw new AppError("CONFLICT");
  const { member_id: memberId, held_until } = stake;
  await recordTeamEvent(tx, {
    memberId,
    activeUsers: isLast ? -1 : 0,
    businessUsdCents: minus(noUsdCents, stake.principal_usd_cents),
    // What never counted for matching is never taken off either: both are held until the same moment.
    heldUntil: held_until !== null && held_until > now ? held_until : undefined,
    now,
  });
}

/** A stake earns from the day after its start on, as long as the plan that it was bought under says. */
export function earningDays(startedAt: Date, rules: unknown): EarningDays {
  const startedOn = indiaDayOf(startedAt);
  return {
    first: daysAfter(startedOn, 1),
    last: daysAfter(startedOn, rosDays(planRules.parse(rules).ros)),
  };
}

/** Why the stake of a request was undone, as its member reads it; null where it was not. */
export function undoReason(request: { id: string; memberId: string }) {
  return sql<string | null>`(
    select reason from proposals
    where kind = 'stake-undoing' and status = 'A'
      and member_id = ${sql.ref(request.memberId)} and subject = ${sql.ref(request.id)}::text)`;
}
