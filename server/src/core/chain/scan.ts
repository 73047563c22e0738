import { hexFrom } from "../../platform/chain/types.ts";
import { sure } from "@fc/contract/sure";
import { after, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Chain, CoinTransfer } from "../../platform/chain/types.ts";
import { ownWallets } from "./own-wallets.ts";
import { recordTransfers, type Coin } from "./transfers.ts";

/** So many blocks are read in one step, because endpoints refuse longer ranges. */
const blocksInStep = 1000n;
/** So many steps in one run: an hour of a fast chain. A wallet that is further behind catches up in the next runs. */
const stepsInRun = 20;
const scanEveryMs = minute;

type ScanDeps = Pick<Deps, "db" | "clock"> & { chain: Chain };

export interface Scan {
  address: string;
  openingBlock: bigint;
  openingUnits: bigint;
  scannedTo: bigint;
}

/** Reads the transfers of every wallet of ours up to the newest final block. */
export async function scanWallets(deps: ScanDeps): Promise<void> {
  const { db, chain } = deps;
  const finalBlock = await chain.finalBlock();
  for (const { address } of await ownWallets(db, chain)) {
    await scanUpTo(deps, await openedScan(deps, address), finalBlock);
  }
}

/** Whether a wallet was not read for a while. */
export async function hasDueScans(db: Db, { coin, now }: { coin: Coin; now: Date }): Promise<boolean> {
  const wallets = await ownWallets(db, coin);
  const fresh = await db
    .selectFrom("chain_scans")
    .select("address")
    .where("chain_id", "=", coin.chainId)
    .where("contract", "=", coin.contract)
    .where("scanned_at", ">", after(now, -scanEveryMs))
    .execute();
  return fresh.length < wallets.length;
}

/** What a wallet holds at the first look is its opening: what happened before is not ours to explain. */
export async function openedScan({ db, clock, chain }: ScanDeps, address: string): Promise<Scan> {
  const scan = await scanOf(db, { coin: chain, address });
  if (scan) return scan;
  const { coinUnits, blockNumber } = await chain.balancesOf(hexFrom(address));
  const opening = { coin: chain, address, blockNumber, units: coinUnits, now: clock() };
  await atomically(db, recordOpening, opening);
  // Of two workers at once, the first one's counts.
  return sure(await scanOf(db, { coin: chain, address }));
}

/** Reads the wallet's transfers up to a final block, as far as one run goes; returns how far it is. */
export async function scanUpTo(
  { db, clock, chain }: ScanDeps,
  { address, scannedTo }: Scan,
  finalBlock: bigint,
): Promise<bigint> {
  let done = scannedTo;
  for (let step = 0; step < stepsInRun && done < finalBlock; step++) {
    const from = done + 1n;
    const to = finalBlock - done > blocksInStep ? done + blocksInStep : finalBlock;
    const transfers = await chain.transfersOf(hexFrom(address), { from, to });
    await atomically(db, recordStep, { chain, address, transfers, to, now: clock() });
    done = to;
  }
  if (done >= finalBlock)
    await atomically(db, recordStep, { chain, address, transfers: [], to: done, now: clock() });
  return done;
}

async function scanOf(db: Db, { coin, address }: { coin: Coin; address: string }): Promise<Scan | undefined> {
  const row = await db
    .selectFrom("chain_scans")
    .select(["address", "opening_block", "opening_units", "scanned_to"])
    .where("chain_id", "=", coin.chainId)
    .where("contract", "=", coin.contract)
    .where("address", "=", address)
    .executeTakeFirst();
  return (
    row && {
      address: row.address,
      openingBlock: row.opening_block,
      openingUnits: BigInt(row.opening_units),
      scannedTo: row.scanned_to,
    }
  );
}

interface Opening {
  coin: Coin;
  address: string;
  blockNumber: bigint;
  units: bigint;
  now: Date;
}

async function recordOpening(tx: Tx, { coin, address, blockNumber, units, now }: Opening): Promise<void> {
  await tx
    .insertInto("chain_scans")
    .values({
      chain_id: coin.chainId,
      contract: coin.contract,
      address,
      opening_block: blockNumber,
      opening_units: String(units),
      scanned_to: blockNumber,
      scanned_at: now,
    })
    .onConflict((conflict) => conflict.columns(["chain_id", "contract", "address"]).doNothing())
    .execute();
}

interface ScanStep {
  chain: Chain;
  address: string;
  transfers: readonly CoinTransfer[];
  to: bigint;
  now: Date;
}

/** The transfers and how far they reach are written together: a crash between the two would leave a gap. */
async function recordStep(tx: Tx, { chain, address, transfers, to, now }: ScanStep): Promise<void> {
  await recordTransfers(tx, { chain, transfers, now });
  await tx
    .updateTable("chain_scans")
    .set({ scanned_to: to, scanned_at: now })
    .where("chain_id", "=", chain.chainId)
    .where("contract", "=", chain.contract)
    .where("address", "=", address)
    // Another worker may be further.
    .where("scanned_to", "<=", to)
    .execute();
}
