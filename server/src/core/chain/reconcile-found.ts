import { type Fc, asFc, noFc, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText } from "@fc/contract/amount-text";
import { sql } from "kysely";
import {
  ChainProblem,
  type CoinTransfer,
  type FinalTransaction,
  type TransactionState,
} from "../../platform/chain/types.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { collectDeductions } from "../wallet/deductions.ts";
import { recordAcceptance, type Acceptance } from "./accepted-differences.ts";
import { markIn, marksOf } from "./marks.ts";
import { openStates, type PayoutDeps } from "./payout-deps.ts";
import { settle, type Settlement } from "./settle.ts";
import { lockWallet, type WalletKey } from "./wallets.ts";

/** What one transaction on the chain turned out to be. */
export interface Finding {
  /** Whether these tables now say what the chain says. If not, a person has to look at it. */
  isExplained: boolean;
  /** By which somebody who has looked at a difference accepts it. */
  hash?: string;
  text: string;
}

export interface FoundTransaction {
  transaction: FinalTransaction;
  /** Those out of the wallet. */
  transfers: CoinTransfer[];
}

interface Found extends FoundTransaction {
  key: WalletKey;
}

/**
 * For a transaction of a final block of which too few endpoints say a moment later that it is final. The comparison stops
 * instead of leaving it out, because what is left out counts as having paid nobody.
 */
export function notFinalNow(hash: string): ChainProblem {
  return new ChainProblem(`too few endpoints say now that transaction ${hash} is final. Run this again`);
}

/** Records one final transaction that moved coins out of the wallet; undefined if it was recorded already. */
export async function recordFound(
  deps: PayoutDeps,
  found: Found,
  acceptance: Acceptance,
): Promise<Finding | undefined> {
  const { transaction, transfers, key } = found;
  const { hash, from } = transaction;
  const accepted = acceptance(hash);
  if (accepted === "before") return undefined;
  const isAccepted = accepted === "now";
  if (from.toLowerCase() !== key.address.toLowerCase()) {
    // Anybody can make a transfer of nothing in anybody's name. Our own give-ups are sent by the wallet itself.
    if (transfers.every(({ units }) => units === 0n)) return undefined;
    const text = `${said(deps, found)} was sent by ${from}`;
    if (!isAccepted) return { isExplained: false, hash, text };
    await atomically(deps.db, recordAcceptance, { key, hash, text, now: deps.clock() });
    return { isExplained: true, text: `${text}. This was accepted` };
  }
  const state = await deps.chain.stateOf(hash);
  if (state.at !== "final") throw notFinalNow(hash);
  return atomically(deps.db, record, { deps, found, state, isAccepted, now: deps.clock() });
}

function said({ chain }: PayoutDeps, { transaction, transfers }: Found): string {
  const parts = transfers.map(({ to, units }) => {
    const fc = chain.fcOf(units);
    return `${fc === undefined ? `${units} units` : fcText(fc)} to ${to}`;
  });
  return `Transaction ${transaction.hash} (nonce ${transaction.nonce}, ${parts.join(" and ")})`;
}

interface Recording {
  deps: PayoutDeps;
  found: Found;
  state: Extract<TransactionState, { at: "final" }>;
  /** Only then is a payment recorded that is of no withdrawal: until somebody has looked, each run names it. */
  isAccepted: boolean;
  now: Date;
}

async function record(tx: Tx, recording: Recording): Promise<Finding | undefined> {
  const { deps, found, state, now } = recording;
  const { key, transaction } = found;
  const { hash, nonce } = transaction;
  const known = await tx
    .selectFrom("chain_attempts")
    .select(["payout_id", "kind"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (known) return settleKnown(tx, recording, known);
  const match = await matchOf(tx, recording);
  // First the withdrawal, then the wallet: the order of locks.
  if (match) await lockWithdrawal(tx, match.withdrawalId);
  const wallet = await lockWallet(tx, key);
  const given = await nonceOf(tx, key, nonce);
  if (given && given.payout_id === null) return undefined;
  const text = said(deps, found);
  const ofNone = `${text} is of no withdrawal that waits for it`;
  const payout = match && (await payoutFor(tx, { recording, match, isGiven: given?.payout_id ?? null }));
  if (!payout && !recording.isAccepted) return { isExplained: false, hash, text: ofNone };
  if (!given) {
    await tx
      .insertInto("chain_nonces")
      .values({
        chain_id: key.chainId,
        address: key.address,
        nonce,
        payout_id: payout?.id ?? null,
        hash: payout ? null : hash,
        given_at: now,
      })
      .execute();
  }
  if (nonce >= wallet.next_nonce) {
    await tx
      .updateTable("chain_wallets")
      .set({ next_nonce: nonce + 1n })
      .where("chain_id", "=", key.chainId)
      .where("address", "=", key.address)
      .execute();
  }
  if (!match || !payout) {
    await recordAcceptance(tx, { key, hash, text: ofNone, now });
    return { isExplained: true, text: `${ofNone}. This was accepted` };
  }
  await tx
    .insertInto("chain_attempts")
    .values({
      payout_id: payout.id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from chain_attempts where payout_id = ${payout.id})`,
      kind: match.kind,
      hash,
      created_at: now,
    })
    .execute();
  const attempt = { kind: match.kind, hash };
  const isSettled = await settle(tx, { deps, payout: { ...payout, nonce }, attempt, state, now });
  const became = match.kind === "payment" ? "has paid" : "gave up the payment of";
  return { isExplained: isSettled, hash, text: `${text} ${became} withdrawal ${match.withdrawalId}` };
}

/** An attempt of ours that was not seen as final before, or that moved something else than it should have. */
async function settleKnown(
  tx: Tx,
  { deps, found, state, isAccepted, now }: Recording,
  { payout_id, kind }: { payout_id: number; kind: "payment" | "give-up" },
): Promise<Finding | undefined> {
  const open = await tx
    .selectFrom("chain_payouts")
    .select(["id", "withdrawal_id", "to_address", "units", "amount_fc"])
    .where("id", "=", payout_id)
    .where("state", "in", openStates)
    .executeTakeFirst();
  if (!open) return undefined;
  const { hash, nonce } = found.transaction;
  const payout = { ...ownPayout(open, found.key.address), nonce };
  if (await settle(tx, { deps, payout, attempt: { kind, hash }, state, now })) return undefined;
  const text = `${said(deps, found)} should have paid withdrawal ${payout.withdrawal_id}, and moved something else`;
  if (!isAccepted) return { isExplained: false, hash, text };
  await recordAcceptance(tx, { key: found.key, hash, text, now });
  return { isExplained: true, text: `${text}. This was accepted` };
}

interface Match {
  withdrawalId: number;
  kind: "payment" | "give-up";
  /** What the payment left of the amount after fee and tax; 0 for a give-up. */
  deductionFc: Fc;
}

/** The pending withdrawal that a transaction paid or gave up, by mark, receiver and amount together. */
async function matchOf(tx: Tx, { deps, found }: Recording): Promise<Match | undefined> {
  const { transaction, transfers, key } = found;
  const [transfer, ...others] = transfers;
  if (!transfer || others.length > 0) return undefined;
  const isToItself = transfer.to.toLowerCase() === key.address.toLowerCase();
  const pending = await tx
    .selectFrom("withdrawals")
    .select(["id", "amount_fc", "fee_fc", "tax_fc", "address"])
    .where("status", "=", "P")
    .where("address", "is not", null)
    .$if(!isToItself, (rows) => rows.where(sql`lower(address)`, "=", transfer.to.toLowerCase()))
    .orderBy("id")
    .execute();
  const mark = markIn(transaction.data);
  const marked = pending.find(({ id }) => marksOf(deps.secretKey, id).includes(mark));
  if (!marked) return undefined;
  if (isToItself) return { withdrawalId: marked.id, kind: "give-up", deductionFc: noFc };
  const sentFc = deps.chain.fcOf(transfer.units);
  const deductionFc =
    sentFc === undefined ? asFc(-1n) : minus(marked.amount_fc, marked.fee_fc, marked.tax_fc, sentFc);
  return deductionFc < 0n ? undefined : { withdrawalId: marked.id, kind: "payment", deductionFc };
}

async function lockWithdrawal(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom("withdrawals").select("id").where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

function nonceOf(tx: Tx, { chainId, address }: WalletKey, nonce: bigint) {
  return tx
    .selectFrom("chain_nonces")
    .select("payout_id")
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .where("nonce", "=", nonce)
    .executeTakeFirst();
}

interface WantedPayout {
  recording: Recording;
  match: Match;
  /** The payout that holds the nonce already, as the backup knew it. */
  isGiven: number | null;
}

/** The payout that the transaction belongs to: the one that waits, or a new one; undefined where neither fits. */
async function payoutFor(tx: Tx, { recording, match, isGiven }: WantedPayout) {
  const { deps, found, now } = recording;
  const { address, chainId } = found.key;
  const active = await tx
    .selectFrom("chain_payouts")
    .select(["id", "withdrawal_id", "to_address", "units", "amount_fc", "state"])
    .where("withdrawal_id", "=", match.withdrawalId)
    .where("state", "not in", ["failed", "taken-back"])
    .executeTakeFirst();
  if (isGiven !== null || (active && active.state !== "waiting")) {
    // With another nonce than the one that it holds, the payment cannot be told from a second one.
    return active && active.id === isGiven ? ownPayout(active, address) : undefined;
  }
  const reserved = { wallet: address, reserved_at: now, state: "reserved", wait_reason: null } as const;
  if (active) {
    await tx.updateTable("chain_payouts").set(reserved).where("id", "=", active.id).execute();
    return ownPayout(active, address);
  }
  if (match.kind === "give-up") return undefined;
  const [transfer] = found.transfers;
  const sent = {
    withdrawal_id: match.withdrawalId,
    to_address: sure(transfer).to,
    amount_fc: sure(deps.chain.fcOf(sure(transfer).units)),
    units: String(sure(transfer).units),
  };
  const { id } = await tx
    .insertInto("chain_payouts")
    .values({
      ...sent,
      ...reserved,
      chain_id: chainId,
      deduction_fc: match.deductionFc,
      mark: markIn(found.transaction.data),
      handed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { member_id: memberId } = await tx
    .updateTable("withdrawals")
    .set({ is_handed_over: true, paying_by: null, paying_since: now, deduction_fc: match.deductionFc })
    .where("id", "=", match.withdrawalId)
    .returning("member_id")
    .executeTakeFirstOrThrow();
  if (match.deductionFc > 0n) await collectDeductions(tx, { memberId, mostFc: match.deductionFc });
  return ownPayout({ id, ...sent }, address);
}

type ReservedPayout = Omit<Settlement["payout"], "nonce">;

function ownPayout(
  payout: Omit<ReservedPayout, "units" | "address"> & { units: string },
  address: string,
): ReservedPayout {
  const { id, withdrawal_id, to_address, amount_fc, units } = payout;
  return { id, withdrawal_id, to_address, amount_fc, units: BigInt(units), address };
}
