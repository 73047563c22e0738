import { AppError } from "@fc/contract/errors";
import { fcForUsdInPayersFavour } from "@fc/contract/money";
import { indiaDayOf } from "@fc/contract/period";
import { post, reverse } from "../ledger/post.ts";
import { stakeApproved, stakeFromTransfer } from "../ledger/posting.ts";
import { recordEvent } from "../network/place.ts";
import { planOn } from "../plan/versions.ts";
import type { Price } from "../prices/prices.ts";
import type { Tx } from "../../platform/db.ts";

interface NewStake {
  memberId: number;
  principalUsdCents: bigint;
  price: Price;
  /** A request that was approved, or the transfer wallet of whoever pays. */
  source: { requestId: number } | { payerId: number; idempotencyKey: string };
  now: Date;
}

/**
 * Begins a stake: locks its principal in the ledger, counts its business and, where it is the first that runs,
 * its member as active for everybody above, and notes that the sponsor's bonus is due. Takes the ledger's locks
 * and then the network's; call it last in a transaction.
 */
export async function startStake(tx: Tx, stake: NewStake): Promise<{ stakeId: number; principalFc: bigint }> {
  const { memberId, principalUsdCents, price, source, now } = stake;
  await lockStakesOf(tx, memberId);
  const runs = await tx
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  const plan = await planOn(tx, indiaDayOf(now));
  const principalFc = fcForUsdInPayersFavour(principalUsdCents, price.fcFor15Usd);
  const particulars = { memberId, amountFc: principalFc, effectiveAt: now, priceId: price.id };
  const entryId = await post(
    tx,
    "requestId" in source
      ? stakeApproved({
          ...particulars,
          key: `stake/request/${source.requestId}`,
          paidUsdCents: principalUsdCents,
        })
      : stakeFromTransfer({
          ...particulars,
          key: `stake/transfer/${source.payerId}/${source.idempotencyKey}`,
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
      // Whose terms it keeps, whatever the plan becomes.
      plan_version: plan.version,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await noteDirectBonus(tx, id, memberId, now);
  await recordEvent(tx, { memberId, activeUsers: runs ? 0 : 1, businessUsdCents: principalUsdCents, now });
  return { stakeId: id, principalFc };
}

/**
 * For the member's whole stakes: of two that begin or end at once, each must see whether there is another. Not for
 * its key: whatever else the member does at once refers to that, and waits for the wallet that this transaction holds.
 */
async function lockStakesOf(tx: Tx, memberId: number): Promise<void> {
  await tx
    .selectFrom("members")
    .select("id")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Whether the sponsor is active, and so gets it, is asked by the closing that pays it. */
async function noteDirectBonus(tx: Tx, stakeId: number, memberId: number, now: Date): Promise<void> {
  const { sponsor_id } = await tx
    .selectFrom("placements")
    .select("sponsor_id")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (sponsor_id === null) return;
  await tx.insertInto("direct_bonuses_due").values({ stake_id: stakeId, sponsor_id, due_at: now }).execute();
}

/**
 * Undoes a stake: its coins go back where they came from, its business is taken off every leg above it, and it earns
 * no more. What it has returned, and what was matched with it, stays: legs that went below what was matched are
 * worked off by the business to come. An ended one cannot be undone.
 */
export async function reverseStake(
  tx: Tx,
  { stakeId, reason, now }: { stakeId: number; reason: string; now: Date },
): Promise<void> {
  const { member_id: memberId, entry_id: entryId } = await tx
    .selectFrom("stakes")
    .select(["member_id", "entry_id"])
    .where("id", "=", stakeId)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
  await lockStakesOf(tx, memberId);
  const running = await tx
    .selectFrom("stakes")
    .select(["id", "principal_usd_cents"])
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .execute();
  const stake = running.find(({ id }) => id === stakeId);
  if (!stake) throw new AppError("CONFLICT");
  const reversalEntryId = await reverse(tx, { entryId, reason, now });
  await tx
    .updateTable("stakes")
    .set({ ended_at: now, reversal_entry_id: reversalEntryId })
    .where("id", "=", stakeId)
    .execute();
  await recordEvent(tx, {
    memberId,
    activeUsers: running.length === 1 ? -1 : 0,
    businessUsdCents: -stake.principal_usd_cents,
    now,
  });
}
