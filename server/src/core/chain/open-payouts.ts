import type { Hash, Hex } from "../../platform/chain/types.ts";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { openStates } from "./payout-deps.ts";

export interface Attempt {
  number: number;
  kind: "payment" | "give-up";
  hash: Hash;
  bytes: Hex | null;
  max_fee_per_gas: bigint | null;
  max_priority_fee_per_gas: bigint | null;
  created_at: Date;
  last_sent_at: Date | null;
}

/** Those of a chain that have a nonce and are not settled, in the order in which the chain takes them. */
export async function openPayouts(db: Db, chainId: number) {
  const payouts = await db
    .selectFrom("chain_payouts as payout")
    .innerJoin("chain_nonces as given", "given.payout_id", "payout.id")
    .innerJoin("chain_wallets as wallet", (join) =>
      join.onRef("wallet.chain_id", "=", "payout.chain_id").onRef("wallet.address", "=", "payout.wallet"),
    )
    .select([
      "payout.id",
      "payout.payout_key",
      "payout.withdrawal_id",
      "payout.to_address",
      "payout.units",
      "payout.mark",
      "payout.rules_word",
    ])
    .select(["payout.state", "payout.gas", "payout.given_up_at", "payout.amount_fc"])
    .select(["given.nonce", "wallet.address", "wallet.paused_at", "wallet.halted_at"])
    .where("payout.chain_id", "=", chainId)
    .where("payout.state", "in", openStates)
    .orderBy("wallet.address")
    .orderBy("given.nonce")
    .execute();
  if (payouts.length === 0) return [];
  const attempts = await db
    .selectFrom("chain_attempts")
    .select(["payout_id", "number", "kind", "hash", "bytes", "created_at", "last_sent_at"])
    .select(["max_fee_per_gas", "max_priority_fee_per_gas"])
    .where(
      "payout_id",
      "in",
      payouts.map(({ id }) => id),
    )
    .orderBy("number", "desc")
    .execute();
  const byPayout = Map.groupBy(attempts, ({ payout_id }) => payout_id);
  // The newest attempt comes first.
  return payouts.map((payout) => {
    const ofPayout: readonly Attempt[] = byPayout.get(payout.id) ?? [];
    return { ...payout, units: BigInt(payout.units), attempts: ofPayout };
  });
}

export type OpenPayout = Awaited<ReturnType<typeof openPayouts>>[number];

/** Whether anything waits to be reserved, signed, sent or settled. */
export async function hasOpenPayouts(db: Db, chainId: number): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from chain_payouts where settled_at is null and chain_id = ${chainId}) as is_open`.execute(
    db,
  );
  return sure(rows[0]).is_open;
}
