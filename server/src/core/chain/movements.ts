import type { DifferenceKindName } from "@fc/contract/deposits/console-differences";
import { referenceOf } from "@fc/contract/receipts/reference";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { isFromOwn, isToOwn, type Coin } from "./transfers.ts";

/** All final transfers of a wallet of one kind together, as the ledger knows them or not. */
export interface Movement {
  /** `ledger` is what the ledger expects; everything else is a difference. */
  kind: DifferenceKindName | "ledger";
  /** With its sign, in the contract's smallest unit. */
  units: bigint;
  count: number;
  /** The newest of them. */
  examples: { hash: string | null; units: bigint; about: string }[];
}

interface WalletBlocks {
  chain: Coin;
  address: string;
  blocks: { after: bigint; upTo: bigint };
}

/** Every transfer from or to a wallet in these blocks. What is moved within the wallet changes nothing. */
export async function movementsOf(db: Db, wallet: WalletBlocks): Promise<Movement[]> {
  const { chain, address, blocks } = wallet;
  const { rows } = await sql<MovementRow>`
    with moved as (
      select transfer.id, transfer.tx_hash as hash, transfer.request_id,
        case when transfer.from_address = ${address} then -transfer.units else transfer.units end as units,
        case when transfer.from_address = ${address} then transfer.to_address else transfer.from_address end as other,
        case
          when transfer.from_address = ${address} and ${isToOwn} then 'own-move'
          when transfer.from_address = ${address} then 'unknown-transfer'
          when ${isFromOwn} then 'own-move'
          when transfer.set_aside_at is not null then 'deposit-aside'
          when request.status = 'A' then 'ledger'
          when request.status = 'P' then 'deposit-waiting'
          else 'deposit-without-request'
        end as kind
      from chain_transfers as transfer left join staking_requests as request on request.id = transfer.request_id
      where transfer.chain_id = ${chain.chainId} and transfer.contract = ${chain.contract}
        and (transfer.from_address = ${address} or transfer.to_address = ${address})
        and transfer.from_address <> transfer.to_address
        and transfer.block_number > ${blocks.after} and transfer.block_number <= ${blocks.upTo}
    )
    select kind, sum(units)::text as units, count(*)::int as count,
      (array_agg(jsonb_build_object('hash', hash, 'units', units::text, 'other', other, 'request', request_id)
        order by id desc))[1:10] as examples
    from moved group by kind order by kind`.execute(db);
  return rows.map(({ kind, units, count, examples }) => ({
    kind,
    units: BigInt(units),
    count,
    examples: examples.map(({ hash, units: exampleUnits, other, request }) => ({
      hash,
      units: BigInt(exampleUnits),
      about: request === null ? other : referenceOf("staking-request", request),
    })),
  }));
}

interface MovementRow {
  kind: Movement["kind"];
  units: string;
  count: number;
  examples: { hash: string; units: string; other: string; request: number | null }[];
}
