import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { CollectedPart } from "../wallet/deductions.ts";

/**
 * What operators order about payouts and deposits. Requests have no right to write these tables: each order is a function
 * of the database, which checks what it is given (server/database/functions). The rest is the worker's.
 */

interface HandedOver {
  withdrawalId: number;
  chainId: number;
  units: bigint;
  mark: string;
  /** What was just collected of the member's deductions. */
  parts: readonly CollectedPart[];
  /** Null where rules hand it over, which only the worker can order. */
  operatorId: number | null;
  now: Date;
}

/** Returns the number of the payout. */
export async function handOverPayout(tx: Tx, order: HandedOver): Promise<number> {
  const { withdrawalId, chainId, units, mark, parts, operatorId, now } = order;
  const { rows } = await sql<{
    id: number;
  }>`select chain_hand_over(${withdrawalId}, ${chainId}, ${String(units)},
    ${mark}, ${parts.map(({ deductionId }) => deductionId)}::int[], ${parts.map(({ partFc }) => partFc)}::bigint[],
    ${operatorId}, ${now}) as id`.execute(tx);
  return sure(rows[0]).id;
}

interface PayoutOrder {
  payoutId: number;
  operatorId: number;
  now: Date;
}

/** Nothing was signed yet, and nothing will be. False where the payout has a nonce already. */
export async function takeBackPayout(tx: Tx, { payoutId, operatorId, now }: PayoutOrder): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_take_back(${payoutId}, ${operatorId}, ${now}) as done`.execute(tx);
  return sure(rows[0]).done;
}

/**
 * From now on its nonce is used to send nothing. What is in a block already may still become final, and then pays.
 * Returns its withdrawal; null where there is nothing to give up.
 */
export async function giveUpPayout(
  tx: Tx,
  { payoutId, operatorId, now }: PayoutOrder,
): Promise<number | null> {
  const { rows } = await sql<{ withdrawal: number | null }>`
    select chain_give_up(${payoutId}, ${operatorId}, ${now}) as withdrawal`.execute(tx);
  return sure(rows[0]).withdrawal;
}

interface PauseOrder {
  chainId: number;
  operatorId: number;
  reason: string;
  now: Date;
}

/** Of all wallets of the chain: while one replaces another, both may pay. False where all were paused already. */
export async function pauseWallets(
  tx: Tx,
  { chainId, operatorId, reason, now }: PauseOrder,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_pause(${chainId}, ${operatorId}, ${reason}, ${now}) as done`.execute(tx);
  return sure(rows[0]).done;
}

interface DepositOrder {
  depositId: number;
  /** The request that held it when the operator's order was checked. */
  heldBy: number | null;
  operatorId: number;
  now: Date;
}

/** False where somebody else was faster. */
export async function giveDepositTo(
  tx: Tx,
  { depositId, requestId, heldBy, operatorId, now }: DepositOrder & { requestId: number },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_match_deposit(${depositId}, ${requestId}, ${heldBy}, ${operatorId}, ${now}) as done`.execute(
    tx,
  );
  return sure(rows[0]).done;
}

/** False where somebody else was faster. */
export async function putDepositAside(
  tx: Tx,
  { depositId, heldBy, operatorId, reason, now }: DepositOrder & { reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select chain_set_deposit_aside(${depositId}, ${heldBy}, ${operatorId}, ${reason}, ${now}) as done`.execute(
    tx,
  );
  return sure(rows[0]).done;
}
