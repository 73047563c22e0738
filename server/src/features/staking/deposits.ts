import { noFc, type Fc, type UsdCents } from "@fc/contract/units";
import type { DepositStateName } from "@fc/contract/deposits/states";
import { fcForUsdInPayersFavour, fcToWire } from "@fc/contract/money";
import type { ResponseOf } from "@fc/contract/route";
import type { consoleStakingRequest, QueuedDeposit } from "@fc/contract/staking/console";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

interface DepositRow {
  amount_usd_cents: UsdCents;
  tx_hash: string | null;
  deposit_state: DepositStateName | null;
  deposit_checked_at: Date | null;
  /** What arrived; null where nothing did. */
  arrived_fc: Fc | null;
  /** At the price when it was requested. */
  fc_for_15_usd: bigint | null;
}

/** What is known of the coins of a request; nothing where none were named and none arrived. */
export function depositIn(row: DepositRow): { deposit?: QueuedDeposit } {
  if (row.tx_hash === null && row.arrived_fc === null) return {};
  const arrivedFc = row.arrived_fc ?? noFc;
  const neededFc =
    row.fc_for_15_usd === null ? null : fcForUsdInPayersFavour(row.amount_usd_cents, row.fc_for_15_usd);
  const isEnough = neededFc !== null && arrivedFc >= neededFc;
  return {
    deposit: {
      hash: row.tx_hash,
      // Coins that an operator matched with a request that names no transaction.
      state: row.deposit_state ?? (isEnough ? "arrived" : "too-little"),
      checkedAt: row.deposit_checked_at?.toISOString() ?? null,
      neededFc: neededFc === null ? null : fcToWire(neededFc),
      arrivedFc: fcToWire(arrivedFc),
    },
  };
}

type PaidTransfer = ResponseOf<typeof consoleStakingRequest>["data"]["transfers"][number];

/** The transfers that pay for a request, and whose the address is that they came from. */
export async function transfersFor(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
): Promise<PaidTransfer[]> {
  const transfers = await db
    .selectFrom("chain_transfers")
    .select(["tx_hash", "amount_fc", "from_address", "block_number", "block_time"])
    .where("request_id", "=", id)
    .orderBy("id")
    .execute();
  const owners = await db
    .selectFrom("coin_addresses as own")
    .innerJoin("members as owner", "owner.id", "own.member_id")
    .select(["owner.id", "owner.ref_id", "owner.name", "own.changed_at", "own.address"])
    .where(sql`lower(own.address)`, "in", [
      "",
      ...transfers.map(({ from_address }) => from_address.toLowerCase()),
    ])
    .orderBy("owner.id")
    .limit(20)
    .execute();
  return transfers.map((transfer) => {
    const from = transfer.from_address.toLowerCase();
    const theirs = owners.filter(({ address }) => address.toLowerCase() === from);
    const own = theirs.find((owner) => owner.id === memberId);
    return {
      hash: transfer.tx_hash,
      amountFc: fcToWire(transfer.amount_fc),
      from: transfer.from_address,
      blockNumber: Number(transfer.block_number),
      arrivedAt: transfer.block_time.toISOString(),
      ownSince: own?.changed_at.toISOString() ?? null,
      others: theirs
        .filter((owner) => owner.id !== memberId)
        .map(({ ref_id: refId, name }) => ({ refId, name })),
    };
  });
}
