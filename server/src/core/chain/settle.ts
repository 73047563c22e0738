import { ChainProblem, hexFrom } from "../../platform/chain/types.ts";
import type { CoinTransfer, TransactionState } from "../../platform/chain/types.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { returnToQueue } from "./ending.ts";
import { openPayouts, type Attempt, type OpenPayout } from "./open-payouts.ts";
import { openStates, type PayoutDeps } from "./payout-deps.ts";
import { haltWallet } from "./wallets.ts";

/** Some payouts could not be settled, and all the others were looked at. */
export class NotSettled extends Error {}

/** Work that does not depend on them goes on, and throws this at its end, so that operators see it. */
export function notSettledIn(error: unknown): NotSettled {
  if (error instanceof NotSettled) return error;
  throw error;
}

/**
 * Looks at what became of each payout. A payout is decided by the one attempt that is final; until then nothing is
 * recorded in the ledger, and its withdrawal gets no other payout. Returns how many were settled.
 */
export async function settlePayouts(deps: PayoutDeps): Promise<number> {
  const { db, chain } = deps;
  let settled = 0;
  const failures: { payoutId: number; error: unknown }[] = [];
  for (const [address, payouts] of Map.groupBy(
    await openPayouts(db, chain.chainId),
    (each) => each.address,
  )) {
    // Before the attempts are looked up: a nonce that is final now has its transaction in a final block.
    const { final } = await chain.nonces(hexFrom(address));
    for (const payout of payouts) {
      try {
        if (await settleOne(deps, { payout, isNonceFinal: payout.nonce < final })) settled++;
      } catch (error) {
        // Endpoints that do not answer would not answer for the others either.
        if (error instanceof ChainProblem) throw error;
        failures.push({ payoutId: payout.id, error });
      }
    }
  }
  const [first] = failures;
  if (first) {
    const ids = failures.map(({ payoutId }) => payoutId).join(", ");
    throw new NotSettled(`Not settled: payout ${ids}. The first one: ${String(first.error)}`, {
      cause: first.error,
    });
  }
  return settled;
}

type FinalState = Extract<TransactionState, { at: "final" }>;

async function settleOne(
  deps: PayoutDeps,
  { payout, isNonceFinal }: { payout: OpenPayout; isNonceFinal: boolean },
): Promise<boolean> {
  const { db, chain, clock } = deps;
  const states: TransactionState[] = [];
  for (const attempt of payout.attempts) {
    const state = await chain.stateOf(attempt.hash);
    if (state.at === "final") {
      return atomically(db, settle, { deps, payout, attempt, state, now: clock() });
    }
    states.push(state);
  }
  const inBlock = states.find((state) => state.at === "block");
  if (isNonceFinal && !inBlock) await atomically(db, haltForForeign, { deps, payout, now: clock() });
  await atomically(db, notePlace, { payout, inBlock, now: clock() });
  return false;
}

/** A block that was replaced by another one takes the payout out of it again. */
async function notePlace(
  tx: Tx,
  input: { payout: OpenPayout; inBlock: TransactionState | undefined; now: Date },
): Promise<void> {
  const { payout, inBlock, now } = input;
  if ((payout.state === "in-block") === (inBlock !== undefined)) return;
  await tx
    .updateTable("chain_payouts")
    .set(
      inBlock?.at === "block"
        ? { state: "in-block", block_at: now, block_number: inBlock.blockNumber }
        : { state: "sent", block_at: null, block_number: null },
    )
    .where("id", "=", payout.id)
    .where("state", "in", openStates)
    .execute();
}

async function haltForForeign(
  tx: Tx,
  { deps, payout, now }: { deps: PayoutDeps; payout: OpenPayout; now: Date },
): Promise<void> {
  const reason = `Nonce ${payout.nonce} was used by a transaction that is not recorded here. Somebody else signs for this wallet, or a backup was restored. Run npm run chain:reconcile`;
  await haltWallet(tx, { chainId: deps.chain.chainId, address: payout.address, reason, now });
}

export interface Settlement {
  deps: PayoutDeps;
  payout: Pick<
    OpenPayout,
    "id" | "withdrawal_id" | "address" | "to_address" | "units" | "nonce" | "amount_fc"
  >;
  attempt: Pick<Attempt, "kind" | "hash">;
  state: FinalState;
  now: Date;
}

/** Of two workers who settle the same payout, the second finds it settled. */
export async function settle(tx: Tx, settlement: Settlement): Promise<boolean> {
  const { deps, payout, attempt, state, now } = settlement;
  // First the withdrawal: everything that pays or rejects it waits here.
  await tx
    .selectFrom("withdrawals")
    .select("id")
    .where("id", "=", payout.withdrawal_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isPaid = state.hasSucceeded && attempt.kind === "payment";
  if (isPaid && !state.transfers.some((transfer) => isOf(transfer, payout))) {
    const reason = `Transaction ${attempt.hash} succeeded without the transfer that it should have made. The payout stays open: look at the contract before anything else is paid`;
    await haltWallet(tx, { chainId: deps.chain.chainId, address: payout.address, reason, now });
    return false;
  }
  const outcome = isPaid ? "paid" : attempt.kind === "give-up" ? "given-up" : "reverted";
  const settled = await tx
    .updateTable("chain_payouts")
    .set({
      state: isPaid ? "paid" : "failed",
      outcome,
      settled_at: now,
      transaction_id: attempt.hash,
      block_number: state.blockNumber,
      fee_wei: state.feeWei,
    })
    .where("id", "=", payout.id)
    .where("state", "in", openStates)
    .returning(["handed_by", "deduction_fc"])
    .executeTakeFirst();
  if (!settled) return false;
  if (!isPaid) {
    await returnToQueue(tx, { payoutId: payout.id });
    return true;
  }
  await deps.acceptPaid(tx, {
    withdrawalId: payout.withdrawal_id,
    handedBy: settled.handed_by,
    transactionId: attempt.hash,
    deductionFc: settled.deduction_fc,
    amountFc: payout.amount_fc,
    now,
  });
  return true;
}

function isOf({ from, to, units }: CoinTransfer, payout: Settlement["payout"]): boolean {
  return (
    from.toLowerCase() === payout.address.toLowerCase() &&
    to.toLowerCase() === payout.to_address.toLowerCase() &&
    units === payout.units
  );
}
