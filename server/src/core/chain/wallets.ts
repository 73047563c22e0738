import { sure } from "@fc/contract/sure";
import { sql, type Selectable } from "kysely";
import type { Address, Chain } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";

export interface WalletKey {
  chainId: number;
  address: string;
}

export type WalletRow = Selectable<Schema["chain_wallets"]>;

export function walletOf(db: Db, { chainId, address }: WalletKey) {
  return db
    .selectFrom("chain_wallets")
    .selectAll()
    .where("chain_id", "=", chainId)
    .where("address", "=", address);
}

/** The wallets of a chain, the newest first: that one pays. */
export function walletsOf(db: Db, chainId: number): Promise<WalletRow[]> {
  return db
    .selectFrom("chain_wallets")
    .selectAll()
    .where("chain_id", "=", chainId)
    .orderBy("created_at", "desc")
    .execute();
}

const usedBefore =
  "This wallet has sent transactions that are not recorded here. Run npm run chain:reconcile before it pays";

/** The row of the wallet that this node signs for. A wallet that was used elsewhere before begins halted. */
export async function openWallet(
  db: Db,
  { chain, address, now }: { chain: Chain; address: Address; now: Date },
): Promise<WalletRow> {
  const key = { chainId: chain.chainId, address };
  const known = await walletOf(db, key).executeTakeFirst();
  if (known) return known;
  const { highest } = await chain.nonces(address);
  const isNew = highest === 0n;
  await atomically(db, addWallet, {
    chain_id: chain.chainId,
    address,
    next_nonce: 0n,
    // What a used wallet has sent can be in any block.
    first_block: isNew ? await chain.finalBlock() : 0n,
    created_at: now,
    timeline: isNew ? await timelineOf(db) : null,
    ...(!isNew && { halted_at: now, halt_reason: usedBefore }),
  });
  return walletOf(db, key).executeTakeFirstOrThrow();
}

type NewWallet = Pick<
  WalletRow,
  "chain_id" | "address" | "next_nonce" | "first_block" | "created_at" | "timeline"
> &
  Partial<Pick<WalletRow, "halted_at" | "halt_reason">>;

/** An operator paused the chain's payouts and not one key: a new wallet must not be the way around it. */
async function addWallet(tx: Tx, wallet: NewWallet): Promise<void> {
  const paused = await tx
    .selectFrom("chain_wallets")
    .select(["paused_at", "paused_by", "pause_reason"])
    .where("chain_id", "=", wallet.chain_id)
    .where("paused_at", "is not", null)
    .orderBy("paused_at", "desc")
    .limit(1)
    .executeTakeFirst();
  await tx
    .insertInto("chain_wallets")
    .values({ ...wallet, ...paused })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Which history of the database this is: another one after every failover and every restore, also in time. Then the
 * newest payments may be missing here, though the chain has them.
 */
export async function timelineOf(db: Db): Promise<string> {
  const { rows } = await sql<{ timeline: string }>`
    select system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
    from pg_control_system()`.execute(db);
  return sure(rows[0]).timeline;
}

/**
 * Takes the wallet's row: nonces are given, and the wallet is stopped, one after the other. The order of locks is
 * withdrawal, wallet, payout.
 */
export async function lockWallet(tx: Tx, key: WalletKey): Promise<WalletRow> {
  return walletOf(tx, key).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export function mayPay({ paused_at, halted_at }: Pick<WalletRow, "paused_at" | "halted_at">): boolean {
  return paused_at === null && halted_at === null;
}

interface Halt extends WalletKey {
  reason: string;
  now: Date;
}

/** The wallet stops itself. Its first reason stays, because it is nearest to the cause. */
export async function haltWallet(tx: Tx, { chainId, address, reason, now }: Halt): Promise<void> {
  await tx
    .updateTable("chain_wallets")
    .set({ halted_at: now, halt_reason: reason })
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .where("halted_at", "is", null)
    .execute();
}

/** Every wallet, after a restore: what was paid since the backup is known to the chain only. */
export async function haltAllWallets(
  tx: Tx,
  { reason, now }: { reason: string; now: Date },
): Promise<number> {
  const halted = await tx
    .updateTable("chain_wallets")
    .set({ halted_at: now, halt_reason: reason })
    .executeTakeFirstOrThrow();
  return Number(halted.numUpdatedRows);
}

/** What the wallet has sent or is sending, and is not final as far as these tables know. */
export async function underWay(
  db: Db,
  { chainId, address }: WalletKey,
): Promise<{ count: number; units: bigint }> {
  const { count, units } = await db
    .selectFrom("chain_payouts")
    .select([sql<number>`count(*)::int`.as("count"), sql<string>`coalesce(sum(units), 0)`.as("units")])
    .where("chain_id", "=", chainId)
    .where("wallet", "=", address)
    .where("settled_at", "is", null)
    .executeTakeFirstOrThrow();
  return { count, units: BigInt(units) };
}
