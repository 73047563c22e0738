import { type Fc, asFc } from "@fc/contract/units";
import { isBep20 } from "@fc/contract/coin-address/address";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Chain, CoinTransfer } from "../../platform/chain/types.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/** The coin of one chain: which rows of the tables are about it, and whose wallet this node signs for. */
export type Coin = Pick<Chain, "chainId" | "contract" | "signer">;

/** Where members pay to; undefined where no address is set, or one of another network. */
export async function depositAddress(db: Db): Promise<string | undefined> {
  return depositAddressIn(await businessSetting(db, "payment"));
}

export function depositAddressIn({
  coinAddress,
  coinNetwork,
}: Pick<SettingValues<"payment">, "coinAddress" | "coinNetwork">): string | undefined {
  return coinAddress === "" || !isBep20(coinNetwork) ? undefined : coinAddress;
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** How many whole 1/10,000 FC these units are; a rest that is finer is left out. */
export function wholeFcOf(chain: Chain, units: bigint): Fc {
  return asFc(units / chain.unitsOf(asFc(1n)));
}

const isOwn = (column: string) => sql<boolean>`exists (select from chain_scans as own
  where own.chain_id = transfer.chain_id and own.contract = transfer.contract
    and own.address = ${sql.ref(`transfer.${column}`)})`;

/** Conditions on chain_transfers as `transfer`: whether our wallets are where it came from and where it went. */
export const isFromOwn = isOwn("from_address");
export const isToOwn = isOwn("to_address");
export const isDeposit = sql<boolean>`(${isToOwn} and not ${isFromOwn})`;

/** Final transfers, each once: a scan and a request that names one may find it at the same time. */
export async function recordTransfers(
  tx: Tx,
  { chain, transfers, now }: { chain: Chain; transfers: readonly CoinTransfer[]; now: Date },
): Promise<void> {
  // Anybody can make a transfer of nothing in anybody's name.
  const moved = transfers.filter(({ units }) => units > 0n);
  if (moved.length === 0) return;
  await tx
    .insertInto("chain_transfers")
    .values(
      moved.map((transfer) => ({
        chain_id: chain.chainId,
        contract: chain.contract,
        tx_hash: transfer.hash,
        log_index: transfer.logIndex,
        from_address: transfer.from,
        to_address: transfer.to,
        units: String(transfer.units),
        amount_fc: wholeFcOf(chain, transfer.units),
        block_number: transfer.blockNumber,
        block_time: transfer.blockTime,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(["chain_id", "tx_hash", "log_index"]).doNothing())
    .execute();
}
