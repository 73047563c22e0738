import { asFc, noFc, plus } from "@fc/contract/units";
import {
  differenceKindNames,
  differenceKinds,
  type DifferenceKindName,
} from "@fc/contract/deposits/console-differences";
import type { ComparedWallet, WalletDifference } from "@fc/contract/deposits/console";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { ChainProblem, type Chain, hexFrom } from "../../platform/chain/types.ts";
import { poolBalance } from "../ledger/house.ts";
import { openShortfalls } from "../staking/shortfalls.ts";
import { exactCoins } from "./exact-coins.ts";
import { ownWallets, type OwnWallet } from "./own-wallets.ts";
import { openedScan, scanUpTo } from "./scan.ts";
import { movementsOf, type Movement } from "./movements.ts";
import { depositAddress, isSameAddress } from "./transfers.ts";

type CompareDeps = Pick<Deps, "db" | "clock"> & { chain: Chain };

/** The fees of the chain are paid in its own coin, which has 18 decimals on every EVM. */
const gasDecimals = 18;
/** So many of each kind are named; the others are on the page of deposits. */
const shownExamples = 10;

/**
 * Compares what each wallet of ours holds on the chain with what the ledger expects of it, to the unit, and keeps what
 * was found. Where the chain gives no answer to rely on, that is kept instead.
 */
export async function compareWallets(deps: CompareDeps, askedBy: number | null): Promise<void> {
  const { db, clock, chain } = deps;
  const found: { wallets: ComparedWallet[]; problem: string | null } = { wallets: [], problem: null };
  try {
    for (const wallet of await ownWallets(db, chain)) found.wallets.push(await comparedWallet(deps, wallet));
  } catch (error) {
    if (!(error instanceof ChainProblem)) throw error;
    found.problem = error.message;
  }
  await atomically(db, keepComparison, { chain, askedBy, ...found, now: clock() });
}

interface Comparison {
  chain: Chain;
  askedBy: number | null;
  problem: string | null;
  wallets: ComparedWallet[];
  now: Date;
}

async function keepComparison(tx: Tx, { chain, askedBy, problem, wallets, now }: Comparison): Promise<void> {
  await tx
    .insertInto("chain_comparisons")
    .values({
      chain_id: chain.chainId,
      contract: chain.contract,
      at: now,
      asked_by: askedBy,
      problem,
      wallets: JSON.stringify(problem === null ? wallets : []),
      pool_fc: asFc(await poolBalance(tx)),
    })
    .execute();
}

async function comparedWallet(deps: CompareDeps, { address, uses }: OwnWallet): Promise<ComparedWallet> {
  const { db, chain } = deps;
  const scan = await openedScan(deps, address);
  const { coinUnits, gasWei, blockNumber } = await chain.balancesOf(hexFrom(address));
  const scannedTo = await scanUpTo(deps, scan, blockNumber);
  if (scannedTo < blockNumber) {
    throw new ChainProblem(
      `The blocks after ${scannedTo} are still being read. Please compare again in a few minutes`,
    );
  }
  const blocks = { after: scan.openingBlock, upTo: blockNumber };
  const movements = await movementsOf(db, { chain, address, blocks });
  const paidTo = await depositAddress(db);
  if (paidTo !== undefined && isSameAddress(paidTo, address)) movements.push(...(await missingOf(deps)));
  return { address, uses, ...explained(chain, { scan, coinUnits, gasWei, blockNumber, movements }) };
}

/** The ledger has these coins, and they have not arrived. */
async function missingOf({ db, clock, chain }: CompareDeps): Promise<Movement[]> {
  const open = await openShortfalls(db, { now: clock() });
  if (open.length === 0) return [];
  const units = chain.unitsOf(open.reduce((sum, { shortfallFc }) => plus(sum, shortfallFc), noFc));
  const examples = open.slice(0, shownExamples).map(({ reference, shortfallFc }) => ({
    hash: null,
    units: -chain.unitsOf(shortfallFc),
    about: reference,
  }));
  return [
    { kind: "ledger", units, count: open.length, examples: [] },
    { kind: "deposit-short", units: -units, count: open.length, examples },
  ];
}

interface Found {
  scan: { openingBlock: bigint; openingUnits: bigint };
  coinUnits: bigint;
  gasWei: bigint;
  blockNumber: bigint;
  movements: readonly Movement[];
}

function explained(
  { decimals }: Chain,
  { scan, coinUnits, gasWei, blockNumber, movements }: Found,
): Omit<ComparedWallet, "address" | "uses"> {
  const sumOf = (some: readonly Movement[]) => some.reduce((sum, { units }) => sum + units, 0n);
  const byLedger = scan.openingUnits + sumOf(movements.filter(({ kind }) => kind === "ledger"));
  const difference = coinUnits - byLedger;
  const named = movements.filter((movement) => movement.kind !== "ledger");
  const rest = difference - sumOf(named);
  const all: Movement[] =
    rest === 0n ? named : [...named, { kind: "no-transfer", units: rest, count: 1, examples: [] }];
  const differences = differenceKindNames.flatMap((kind) => differenceOf(kind, all, decimals));
  // Two differences that cancel each other out are still two.
  const unexplained = sumOf(
    all
      .filter(({ kind }) => kind !== "ledger" && differenceKinds[kind].isUnexplained)
      .map((movement) => ({ ...movement, units: movement.units < 0n ? -movement.units : movement.units })),
  );
  return {
    blockNumber: Number(blockNumber),
    openingBlock: Number(scan.openingBlock),
    opening: exactCoins(scan.openingUnits, decimals),
    onChain: exactCoins(coinUnits, decimals),
    byLedger: exactCoins(byLedger, decimals),
    difference: exactCoins(difference, decimals),
    unexplained: exactCoins(unexplained, decimals),
    gas: exactCoins(gasWei, gasDecimals),
    differences,
  };
}

function differenceOf(
  kind: DifferenceKindName,
  all: readonly Movement[],
  decimals: number,
): WalletDifference[] {
  const found = all.filter((movement) => movement.kind === kind);
  if (found.length === 0) return [];
  return [
    {
      kind,
      coins: exactCoins(
        found.reduce((sum, { units }) => sum + units, 0n),
        decimals,
      ),
      count: found.reduce((sum, { count }) => sum + count, 0),
      examples: found
        .flatMap(({ examples }) => examples)
        .slice(0, shownExamples)
        .map(({ hash, units, about }) => ({ hash, coins: exactCoins(units, decimals), about })),
    },
  ];
}
