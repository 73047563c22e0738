import { hexFrom } from "../../platform/chain/types.ts";
import { sure } from "@fc/contract/sure";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import type { Chain, Fees, SignedTransaction } from "../../platform/chain/types.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { nextFees } from "./fees.ts";
import { openPayouts, type OpenPayout } from "./open-payouts.ts";
import { guardedPayment, openStates, type PayoutDeps } from "./payout-deps.ts";
import { sanctionRefusal, waitReasons } from "./reserve.ts";
import { mayPay, walletOf } from "./wallets.ts";

/** After how long without a block a higher fee is offered. */
const raiseAfterMs = 2 * minute;

interface PlannedAttempt {
  payout: OpenPayout;
  number: number;
  kind: "payment" | "give-up";
  fees: Fees;
}

/**
 * Signs the next attempt of each payout that needs one, and stores its bytes. Nothing is sent here. No transaction is
 * open while the signer works: it may be another machine. Returns how many attempts were stored.
 */
export async function signAttempts(deps: PayoutDeps): Promise<number> {
  const { db, chain, clock } = deps;
  const { signer } = chain;
  if (!signer) return 0;
  const now = clock();
  const own = (await openPayouts(db, chain.chainId)).filter(({ address }) => address === signer.address);
  const needing = attemptsNeeded(own, now);
  if (needing.length === 0) return 0;
  const [suggested, settings] = [await chain.fees(), await businessSetting(db, "payout")];
  let stored = 0;
  for (const { payout, isFirst } of needing) {
    const planned = planOf(payout, { isFirst, suggested, settings });
    if (!planned) continue;
    if (planned.kind === "payment" && !(await isClaimed(deps, payout))) continue;
    const signed = await signer.sign(unsigned(chain, planned));
    if (await atomically(db, storeAttempt, { planned, signed, now: clock() })) stored++;
  }
  return stored;
}

/** Immediately before each signature. A give-up moves no coins and needs nobody. */
async function isClaimed({ db, chain, guard }: PayoutDeps, payout: OpenPayout): Promise<boolean> {
  const payment = guardedPayment(chain, { ...payout, wallet: payout.address });
  const refusal =
    payment === undefined
      ? waitReasons.units
      : ((await sanctionRefusal(chain, payout.to_address)) ??
        (await guard.claim({ ...payment, nonce: payout.nonce })));
  if (refusal === undefined) return true;
  // All later ones wait behind its nonce, so the page says why, and an approver may sign it.
  await db
    .updateTable("chain_payouts")
    .set({ wait_reason: refusal })
    .where("id", "=", payout.id)
    .where("state", "in", ["reserved", "sent"])
    .where("wait_reason", "is distinct from", refusal)
    .execute();
  return false;
}

/** What has no attempt, is to be given up, or waits for a block for long; with the first one that blocks the others. */
function attemptsNeeded(payouts: readonly OpenPayout[], now: Date) {
  const notInBlock = payouts.filter(({ state }) => state !== "in-block");
  return notInBlock
    .map((payout, at) => ({ payout, isFirst: at === 0 }))
    .filter(({ payout }) => {
      const newest = payout.attempts[0];
      const kind = payout.given_up_at ? "give-up" : "payment";
      // Neither signed nor given a higher fee; a give-up moves no coins, and may be what the wallet was paused for.
      if (kind === "payment" && !mayPay(payout)) return false;
      if (newest?.kind !== kind) return true;
      return newest.created_at.getTime() + raiseAfterMs <= now.getTime();
    });
}

interface Circumstances {
  isFirst: boolean;
  suggested: Fees;
  settings: SettingValues<"payout">;
}

function planOf(
  payout: OpenPayout,
  { isFirst, suggested, settings }: Circumstances,
): PlannedAttempt | undefined {
  const [newest] = payout.attempts;
  const kind = payout.given_up_at ? "give-up" : "payment";
  const before = newest && feesOf(newest);
  // One that offers enough only waits for those before it.
  const isTooCheap = before !== undefined && before.maxFeePerGas < suggested.maxFeePerGas;
  if (newest?.kind === kind && !isFirst && !isTooCheap) return undefined;
  const fees = nextFees({ suggested, before, highestGwei: settings.highestFeeGwei, kind });
  return fees && { payout, number: (newest?.number ?? 0) + 1, kind, fees };
}

function feesOf(attempt: OpenPayout["attempts"][number]): Fees | undefined {
  const { max_fee_per_gas: maxFeePerGas, max_priority_fee_per_gas: maxPriorityFeePerGas } = attempt;
  if (maxFeePerGas === null || maxPriorityFeePerGas === null) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

function unsigned(chain: Chain, { payout, kind, fees }: PlannedAttempt) {
  const mark = payout.mark;
  const [to, units] =
    kind === "payment"
      ? [payout.to_address, payout.units]
      : // Nothing is sent to the wallet itself: it leaves a log, by which a restored backup recognises it.
        [hexFrom(payout.address), 0n];
  return {
    ...fees,
    nonce: payout.nonce,
    to: chain.contract,
    data: chain.transferData(to, units, mark),
    gas: sure(payout.gas),
  };
}

interface StoredAttempt {
  planned: PlannedAttempt;
  signed: SignedTransaction;
  now: Date;
}

/**
 * Of two workers who signed at the same time, the first one's bytes are kept, and the others are never sent. What was
 * paused, given up or settled while the signer worked is not stored either.
 */
async function storeAttempt(tx: Tx, { planned, signed, now }: StoredAttempt): Promise<boolean> {
  const { payout, number, kind, fees } = planned;
  const found = await tx
    .selectFrom("chain_payouts")
    .select(["chain_id", "wallet", "given_up_at", "state"])
    .where("id", "=", payout.id)
    .where("state", "in", openStates)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found || (found.given_up_at === null) !== (kind === "payment")) return false;
  if (kind === "payment") {
    const wallet = await walletOf(tx, {
      chainId: found.chain_id,
      address: sure(found.wallet),
    }).executeTakeFirstOrThrow();
    if (!mayPay(wallet)) return false;
  }
  const inserted = await tx
    .insertInto("chain_attempts")
    .values({
      payout_id: payout.id,
      number,
      kind,
      hash: signed.hash.toLowerCase(),
      bytes: signed.bytes,
      max_fee_per_gas: fees.maxFeePerGas,
      max_priority_fee_per_gas: fees.maxPriorityFeePerGas,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted)
    await tx.updateTable("chain_payouts").set({ wait_reason: null }).where("id", "=", payout.id).execute();
  return inserted !== undefined;
}
