import { sure } from "@fc/contract/sure";
import { fcForUsdInPayersFavour } from "@fc/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { currentPrice } from "../prices/prices.ts";
import { approveStakingRequest } from "./decisions.ts";
import { sameProofsOf } from "./same-proofs.ts";

/**
 * Approves a request whose coins came from the member's own address, where the setting allows it. Anybody can read a
 * hash on the chain and name it, so nothing else approves itself: all other requests wait for an operator. It is the
 * operators' own approval, so a second try finds the request decided.
 */
export async function approveByOwnCoins(
  tx: Tx,
  { requestId, publicUrl, now }: { requestId: number; publicUrl: string; now: Date },
): Promise<void> {
  const { ownCoinsApprove } = await businessSetting(tx, "deposit");
  if (!ownCoinsApprove || !(await isPaidByOwnCoins(tx, requestId))) return;
  if ((await sameProofsOf(tx, requestId)) > 0 || (await mayBeUsed(tx, requestId))) return;
  if (!(await coversPrices(tx, requestId, now))) return;
  await approveStakingRequest(tx, { requestId, approvedItself: true, publicUrl, now });
}

/**
 * Every coin came from the one address that the member, and nobody else, had registered before it was sent. Without
 * the last condition, who reads a payment on the chain could register the payer's address and claim it.
 */
async function isPaidByOwnCoins(tx: Tx, requestId: number): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean | null }>`
    select bool_and(lower(own.address) = lower(transfer.from_address) and own.changed_at < transfer.block_time
        and not exists (select from coin_addresses as other
          where lower(other.address) = lower(transfer.from_address) and other.member_id <> request.member_id)) as is_own
    from staking_requests as request
    join members as member on member.id = request.member_id and member.status = 'active'
    join coin_addresses as own on own.member_id = request.member_id
    join chain_transfers as transfer on transfer.request_id = request.id
    where request.id = ${requestId}`.execute(tx);
  return rows[0]?.is_own === true;
}

/**
 * Whether an operator may have decided about these coins already: with another request of the member that names no
 * transaction and was not decided before they came, or by rejecting one that named the same, perhaps to send them back.
 */
async function mayBeUsed(tx: Tx, requestId: number): Promise<boolean> {
  const { rows } = await sql<{ may_be_used: boolean }>`
    select exists (
      select from staking_requests as other
      where other.member_id = request.member_id and other.id <> request.id and other.status <> 'R'
        and not exists (select from chain_transfers as theirs where theirs.request_id = other.id)
        and (other.decided_at is null or other.decided_at >= (
          select min(transfer.block_time) from chain_transfers as transfer where transfer.request_id = request.id))
    ) or exists (
      select from staking_requests as other
      where other.chain_id = request.chain_id and other.tx_hash = request.tx_hash and other.id <> request.id
        and other.status = 'R' and not other.is_cancelled
    ) as may_be_used
    from staking_requests as request where request.id = ${requestId}`.execute(tx);
  return sure(rows[0]).may_be_used;
}

/**
 * The stake begins at the price of this moment. Where the coin has become cheaper since the request, the coins that
 * came do not cover it, and an operator has to look.
 */
async function coversPrices(tx: Tx, requestId: number, now: Date): Promise<boolean> {
  const request = await tx
    .selectFrom("staking_requests")
    .select(["amount_usd_cents", "requested_at"])
    .select((eb) =>
      eb
        .selectFrom("chain_transfers")
        .select((inner) => inner.fn.sum<string>("amount_fc").as("sum"))
        .where("request_id", "=", requestId)
        .as("arrived_fc"),
    )
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  for (const at of [request.requested_at, now]) {
    const price = await currentPrice(tx, at);
    if (!price) return false;
    const neededFc = fcForUsdInPayersFavour(request.amount_usd_cents, price.fcFor15Usd);
    if (BigInt(request.arrived_fc ?? 0) < neededFc) return false;
  }
  return true;
}
