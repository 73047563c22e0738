import { hexFrom } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { acceptanceOf } from "./accepted-differences.ts";
import { closeGaps, expectedBalance } from "./gaps.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { notFinalNow, recordFound, type Finding, type FoundTransaction } from "./reconcile-found.ts";
import { settlePayouts } from "./settle.ts";
import { isSameAddress } from "./transfers.ts";
import { lockWallet, timelineOf, walletOf, type WalletKey, type WalletRow } from "./wallets.ts";

export interface Reconciliation {
  findings: Finding[];
  /** Whether the wallet may pay again, unless an operator has paused it. */
  isFree: boolean;
  /** Why not. */
  heldBecause: string | undefined;
}

interface Options {
  address: string;
  /** Differences that somebody has looked at, by their hashes: each is accepted by itself. */
  accepted?: readonly string[];
}

/**
 * Compares all final transactions of a wallet with these tables, and records what is missing in them. It is for the
 * time after a restore: what was paid since the backup is recognised by its mark, its receiver and its amount, and is
 * not paid again. It may be run as often as one likes.
 */
export async function reconcileWallet(
  deps: PayoutDeps,
  { address, accepted = [] }: Options,
): Promise<Reconciliation> {
  const { db, chain, clock } = deps;
  const key = { chainId: chain.chainId, address };
  // Before everything else: if the database changes while this runs, the next run compares again.
  const timeline = await timelineOf(db);
  const wallet = await walletOf(db, key).executeTakeFirstOrThrow();
  const { highest } = await chain.nonces(hexFrom(address));
  // What our own attempts became needs no search.
  await settlePayouts(deps);
  // Nonces, payments and balance up to the same block: with more nonces than payments a payout would count as not paid.
  const { coinUnits, blockNumber: to } = await chain.balancesOf(hexFrom(address));
  const final = await chain.nonceAt(hexFrom(address), to);
  const found = await sentBy(deps, { wallet, to });
  const isAccepted = await acceptanceOf(db, { key, accepted });
  const findings: Finding[] = [];
  for (const each of found) {
    const finding = await recordFound(deps, { key, ...each }, isAccepted);
    if (finding) findings.push(finding);
  }
  // Only once every payment is recorded are the other nonces known to have paid nobody.
  if (findings.every(({ isExplained }) => isExplained)) {
    const balance = await expectedBalance(deps, { address, to });
    const own = found.filter(({ transaction }) => isSameAddress(transaction.from, address));
    const usedBy = new Map(own.map(({ transaction: { nonce, hash } }) => [nonce, hash]));
    const gaps = { key, final, isAccepted, usedBy, balance: { ...balance, coinUnits }, now: clock() };
    findings.push(...(await atomically(db, closeGaps, gaps)));
  }
  if (findings.some(({ isExplained }) => !isExplained)) {
    const heldBecause =
      "Something was found that no withdrawal explains. Look at each, then run this again with --accept and the hash of each that is right";
    return { findings, isFree: false, heldBecause };
  }
  const isFree = await atomically(db, freeWallet, { key, highest, timeline, haltedAt: wallet.halted_at });
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
  const address = hexFrom(wallet.address);
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

/** Refused while the chain knows of more than these tables: what is not final yet may still pay somebody. */
async function freeWallet(
  tx: Tx,
  {
    key,
    highest,
    timeline,
    haltedAt,
  }: { key: WalletKey; highest: bigint; timeline: string; haltedAt: Date | null },
): Promise<boolean> {
  const wallet = await lockWallet(tx, key);
  if (highest > wallet.next_nonce) return false;
  // It was halted while this ran, for something that this run may not have seen.
  if (wallet.halted_at?.getTime() !== haltedAt?.getTime()) return false;
  await tx
    .updateTable("chain_wallets")
    .set({ halted_at: null, halt_reason: null, timeline })
    .where("chain_id", "=", key.chainId)
    .where("address", "=", key.address)
    .execute();
  return true;
}
