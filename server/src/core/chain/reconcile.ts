import type { Address } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { returnToQueue } from "./ending.ts";
import { openPayouts } from "./open-payouts.ts";
import { openStates, type PayoutDeps } from "./payout-deps.ts";
import { notFinalNow, recordFound, type Finding, type FoundTransaction } from "./reconcile-found.ts";
import { settlePayouts } from "./settle.ts";
import { lockWallet, walletOf, type WalletKey, type WalletRow } from "./wallets.ts";

export interface Reconciliation {
  findings: Finding[];
  /** Whether the wallet may pay again, unless an operator has paused it. */
  isFree: boolean;
  /** Why not. */
  heldBecause: string | undefined;
}

interface Options {
  address: string;
  /** Somebody has looked at what is not explained, and the wallet may go on. */
  acceptsUnexplained: boolean;
}

/**
 * Compares all final transactions of a wallet with these tables, and records what is missing in them. It is for the
 * time after a restore: what was paid since the backup is recognised by its mark, its receiver and its amount, and is
 * not paid again. It may be run as often as one likes.
 */
export async function reconcileWallet(
  deps: PayoutDeps,
  { address, acceptsUnexplained }: Options,
): Promise<Reconciliation> {
  const { db, chain, clock } = deps;
  const key = { chainId: chain.chainId, address };
  const wallet = await walletOf(db, key).executeTakeFirstOrThrow();
  const { highest } = await chain.nonces(address as Address);
  // What our own attempts became needs no search.
  await settlePayouts(deps);
  // Nonces and payments up to the same block: with more nonces than payments a payout would count as not paid.
  const to = await chain.finalBlock();
  const final = await chain.nonceAt(address as Address, to);
  const found = await sentBy(deps, { wallet, to });
  const findings: Finding[] = [];
  for (const each of found) {
    const finding = await recordFound(deps, { key, ...each }, { acceptsUnexplained });
    if (finding) findings.push(finding);
  }
  const isAllExplained = findings.every(({ isExplained }) => isExplained);
  if (!isAllExplained && !acceptsUnexplained) {
    const heldBecause =
      "Payments were found that no withdrawal explains. Look at each, then run this again with --accept-differences";
    return { findings, isFree: false, heldBecause };
  }
  findings.push(...(await atomically(db, closeGaps, { key, final, now: clock() })));
  const isFree = await atomically(db, freeWallet, { key, highest });
  const heldBecause = isFree
    ? undefined
    : "Some transactions of this wallet are not final yet. Run this again in a few minutes";
  return { findings, isFree, heldBecause };
}

/** All final transactions that moved coins out of the wallet, in the order of their nonces. */
async function sentBy(
  { db, chain }: PayoutDeps,
  { wallet, to }: { wallet: WalletRow; to: bigint },
): Promise<FoundTransaction[]> {
  const address = wallet.address as Address;
  const blocks = { from: await firstBlockToSearch(db, wallet), to };
  if (blocks.from > blocks.to) return [];
  const transfers = await chain.transfersOf(address, blocks);
  const own = transfers.filter(({ from }) => from.toLowerCase() === address.toLowerCase());
  const found: FoundTransaction[] = [];
  for (const [hash, each] of Map.groupBy(own, (transfer) => transfer.hash)) {
    const transaction = await chain.transactionOf(hash);
    // Without it the payment would count as not made.
    if (!transaction) throw notFinalNow(hash);
    found.push({ transaction, transfers: each });
  }
  return found.toSorted((a, b) => Number(a.transaction.nonce - b.transaction.nonce));
}

/** A later nonce is never in an earlier block, so the search begins where the last one without a gap was settled. */
async function firstBlockToSearch(db: Db, wallet: WalletRow): Promise<bigint> {
  const settled = await db
    .selectFrom("chain_nonces as given")
    .innerJoin("chain_payouts as payout", "payout.id", "given.payout_id")
    .select("payout.block_number")
    .where("given.chain_id", "=", wallet.chain_id)
    .where("given.address", "=", wallet.address)
    .where("payout.settled_at", "is not", null)
    .where("payout.block_number", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("chain_nonces as earlier")
            .innerJoin("chain_payouts as open", "open.id", "earlier.payout_id")
            .select("earlier.nonce")
            .whereRef("earlier.chain_id", "=", "given.chain_id")
            .whereRef("earlier.address", "=", "given.address")
            .whereRef("earlier.nonce", "<", "given.nonce")
            .where("open.settled_at", "is", null),
        ),
      ),
    )
    .orderBy("given.nonce", "desc")
    .limit(1)
    .executeTakeFirst();
  return settled?.block_number ?? wallet.first_block;
}

interface Gaps {
  key: WalletKey;
  final: bigint;
  now: Date;
}

/**
 * Everything that moved coins is recorded by now. So the other nonces below the chain's were used by transactions that
 * paid no withdrawal: a payout that held one of them was not paid.
 */
async function closeGaps(tx: Tx, { key, final, now }: Gaps): Promise<Finding[]> {
  const wallet = await lockWallet(tx, key);
  const open = await openPayouts(tx, key.chainId);
  const findings: Finding[] = [];
  for (const payout of open.filter(({ address, nonce }) => address === key.address && nonce < final)) {
    await tx
      .updateTable("chain_payouts")
      .set({ state: "failed", outcome: "displaced", settled_at: now })
      .where("id", "=", payout.id)
      .where("state", "in", openStates)
      .execute();
    await returnToQueue(tx, { payoutId: payout.id, withdrawalId: payout.withdrawal_id });
    const text = `Nonce ${payout.nonce} was used by another transaction: withdrawal ${payout.withdrawal_id} was not paid by it and is pending again`;
    findings.push({ isExplained: true, text });
  }
  for (let nonce = wallet.next_nonce; nonce < final; nonce++) {
    const added = await tx
      .insertInto("chain_nonces")
      .values({ chain_id: key.chainId, address: key.address, nonce, given_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("nonce")
      .executeTakeFirst();
    if (!added) continue;
    const text = `Nonce ${nonce} was used by a transaction that moved no coins`;
    findings.push({ isExplained: true, text });
  }
  if (final > wallet.next_nonce) {
    await tx
      .updateTable("chain_wallets")
      .set({ next_nonce: final })
      .where("chain_id", "=", key.chainId)
      .where("address", "=", key.address)
      .execute();
  }
  return findings;
}

/** Refused while the chain knows of more than these tables: what is not final yet may still pay somebody. */
async function freeWallet(tx: Tx, { key, highest }: { key: WalletKey; highest: bigint }): Promise<boolean> {
  const wallet = await lockWallet(tx, key);
  if (highest > wallet.next_nonce) return false;
  await tx
    .updateTable("chain_wallets")
    .set({ halted_at: null, halt_reason: null })
    .where("chain_id", "=", key.chainId)
    .where("address", "=", key.address)
    .execute();
  return true;
}
