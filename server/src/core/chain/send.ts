import type { Sending } from "../../platform/chain/types.ts";
import { second } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { openPayouts, type OpenPayout } from "./open-payouts.ts";
import { guardedPayment, type PayoutDeps } from "./payout-deps.ts";
import { mayPay, walletOf } from "./wallets.ts";

/** Endpoints forget transactions that wait, for example when they restart, so bytes are sent until they are in a block. */
const sendAgainAfterMs = 30 * second;
const longestRefusal = 500;

/**
 * Sends the newest stored bytes of each payout that is in no block. A crash before the note is harmless: the same
 * bytes are sent again, and can be in one block only. Returns how many were sent.
 */
export async function sendAttempts(deps: PayoutDeps): Promise<number> {
  const { db, chain, clock } = deps;
  let sent = 0;
  for (const payout of await openPayouts(db, chain.chainId)) {
    const [newest] = payout.attempts;
    if (!newest || newest.bytes === null || !isToBeSent(payout, clock())) continue;
    // Asked for each one, so that a pause counts at once and not after a long list.
    if (newest.kind === "payment" && !(await maySendNow(deps, payout))) continue;
    const sending = await chain.send(newest.bytes);
    await atomically(db, noteSending, { payoutId: payout.id, number: newest.number, sending, now: clock() });
    sent++;
  }
  return sent;
}

function isToBeSent(payout: OpenPayout, now: Date): boolean {
  const [newest] = payout.attempts;
  if (!newest || payout.state === "in-block") return false;
  return newest.last_sent_at === null || newest.last_sent_at.getTime() + sendAgainAfterMs <= now.getTime();
}

async function maySendNow({ db, chain, guard }: PayoutDeps, payout: OpenPayout): Promise<boolean> {
  if (payout.given_up_at !== null) return false;
  const key = { chainId: chain.chainId, address: payout.address };
  if (!mayPay(await walletOf(db, key).executeTakeFirstOrThrow())) return false;
  const payment = guardedPayment(chain, { ...payout, wallet: payout.address });
  return payment !== undefined && (await guard.sendRefusal(payment)) === undefined;
}

interface NotedSending {
  payoutId: number;
  number: number;
  sending: Sending;
  now: Date;
}

async function noteSending(tx: Tx, { payoutId, number, sending, now }: NotedSending): Promise<void> {
  const refusal = sending.refusals.map(({ endpoint, message }) => `${endpoint}: ${message}`).join("; ");
  if (sending.taken > 0) {
    await tx
      .updateTable("chain_payouts")
      .set({ state: "sent", sent_at: now })
      .where("id", "=", payoutId)
      .where("state", "=", "reserved")
      .execute();
  }
  await tx
    .updateTable("chain_attempts")
    .set((eb) => ({
      last_sent_at: now,
      times_sent: eb("times_sent", "+", 1),
      refusal: refusal === "" ? null : refusal.slice(0, longestRefusal),
    }))
    .where("payout_id", "=", payoutId)
    .where("number", "=", number)
    .execute();
}
