import { sure } from "@fc/contract/sure";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { recordAcceptance, type Acceptance } from "./accepted-differences.ts";
import { returnToQueue } from "./ending.ts";
import { openPayouts, type OpenPayout } from "./open-payouts.ts";
import { openStates, type PayoutDeps } from "./payout-deps.ts";
import type { Finding } from "./reconcile-found.ts";
import { openedScan, scanUpTo } from "./scan.ts";
import { lockWallet, type WalletKey } from "./wallets.ts";

interface ExpectedBalance {
  /** What the wallet held when it was first looked at, plus what came in, minus what went out. */
  expectedUnits: bigint;
  /** Whether the transfers are read up to the block of the balance. */
  isRead: boolean;
}

/** What a wallet holds by its own transfers, up to a final block. */
export async function expectedBalance(
  deps: PayoutDeps,
  { address, to }: { address: string; to: bigint },
): Promise<ExpectedBalance> {
  const { db, chain } = deps;
  const scan = await openedScan(deps, address);
  const scannedTo = await scanUpTo(deps, scan, to);
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(case when to_address = ${address} then units else 0 end
      - case when from_address = ${address} then units else 0 end), 0)::text as units
    from chain_transfers
    where chain_id = ${chain.chainId} and contract = ${chain.contract}
      and ${address} in (from_address, to_address)
      and block_number > ${scan.openingBlock} and block_number <= ${to}`.execute(db);
  return { expectedUnits: scan.openingUnits + BigInt(sure(rows[0]).units), isRead: scannedTo >= to };
}

export interface Gaps {
  key: WalletKey;
  /** How many transactions of the wallet are final. */
  final: bigint;
  isAccepted: Acceptance;
  /** The transactions of the wallet that moved coins, by their numbers. */
  usedBy: ReadonlyMap<bigint, string>;
  balance: ExpectedBalance & { coinUnits: bigint };
  now: Date;
}

/**
 * Everything that moved coins is recorded by now. So the other nonces below the chain's were used without a transfer,
 * by a transaction that these tables do not know: somebody else has the key, or rows were lost. Each is a difference
 * until somebody has looked at it. Only then is a payout that held one free for another payment, and only if the
 * wallet holds what its transfers say: a payment that no log shows would otherwise be made a second time.
 */
export async function closeGaps(tx: Tx, gaps: Gaps): Promise<Finding[]> {
  const { key, final } = gaps;
  const wallet = await lockWallet(tx, key);
  const open = await openPayouts(tx, key.chainId);
  const findings: Finding[] = [];
  for (const payout of open.filter(({ address, nonce }) => address === key.address && nonce < final)) {
    findings.push(await freePayout(tx, { ...gaps, payout }));
  }
  for (const nonce of await unknownNonces(tx, { key, final })) {
    findings.push(await fillNonce(tx, { ...gaps, nonce }));
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

async function freePayout(tx: Tx, input: Gaps & { payout: OpenPayout }): Promise<Finding> {
  const { key, isAccepted, usedBy, balance, payout, now } = input;
  const known = usedBy.get(payout.nonce);
  const hash = known ?? gapHash(key, payout.nonce);
  const by = known ?? "a transaction that is not recorded here and moved no coins";
  const text = `Nonce ${payout.nonce} of withdrawal ${payout.withdrawal_id} was used by ${by}`;
  if (isAccepted(hash) === "no") return { isExplained: false, hash, text };
  if (!balance.isRead) {
    return { isExplained: false, text: `${text}. The transfers are still being read: run this again` };
  }
  if (balance.expectedUnits !== balance.coinUnits) {
    const amounts = `the wallet holds ${balance.coinUnits} units, and by its transfers it should hold ${balance.expectedUnits}`;
    return { isExplained: false, text: `${text}, but ${amounts}. It is not freed for another payment` };
  }
  await tx
    .updateTable("chain_payouts")
    .set({ state: "failed", outcome: "displaced", settled_at: now })
    .where("id", "=", payout.id)
    .where("state", "in", openStates)
    .execute();
  await returnToQueue(tx, { payoutId: payout.id });
  await recordAcceptance(tx, { key, hash, text, now });
  return { isExplained: true, text: `${text}. This was accepted: the withdrawal is pending again` };
}

/** Numbers that the chain has used and these tables have not given. */
async function unknownNonces(tx: Tx, { key, final }: Pick<Gaps, "key" | "final">): Promise<bigint[]> {
  const { rows } = await sql<{ nonce: bigint }>`
    select nonce from generate_series(0::bigint, ${final}::bigint - 1) as nonce
    where not exists (select from chain_nonces as given where given.chain_id = ${key.chainId}
      and given.address = ${key.address} and given.nonce = nonce.nonce)
    order by nonce`.execute(tx);
  return rows.map(({ nonce }) => nonce);
}

async function fillNonce(tx: Tx, input: Gaps & { nonce: bigint }): Promise<Finding> {
  const { key, isAccepted, nonce, now } = input;
  const hash = gapHash(key, nonce);
  const text = `Nonce ${nonce} was used by a transaction that is not recorded here and moved no coins`;
  if (isAccepted(hash) === "no") return { isExplained: false, hash, text };
  await tx
    .insertInto("chain_nonces")
    .values({ chain_id: key.chainId, address: key.address, nonce, given_at: now })
    .execute();
  await recordAcceptance(tx, { key, hash, text, now });
  return { isExplained: true, text: `${text}. This was accepted` };
}

/** Endpoints find no transaction by its sender and number, so a number without a transfer has a hash of its own. */
function gapHash({ chainId, address }: WalletKey, nonce: bigint): string {
  const text = `fc-nonce/1\n${chainId}\n${address.toLowerCase()}\n${nonce}\n`;
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}
