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
  const { rows } = await sql<MovementRow>`
    with moved as (${transfersIn(wallet)}), missing as (${missingPayouts(wallet)}),
    found as (
      select * from moved
      -- The ledger expects that it has left, and it has not.
      union all select id, hash, other, request_id, withdrawal_id, -units, 'ledger' from missing
      union all select id, hash, other, request_id, withdrawal_id, units, 'payout-missing' from missing
    )
    select kind, sum(units)::text as units, count(*)::int as count,
      (array_agg(jsonb_build_object('hash', hash, 'units', units::text, 'other', other, 'request', request_id,
        'withdrawal', withdrawal_id) order by id desc))[1:10] as examples
    from found group by kind order by kind`.execute(db);
  return rows.map(({ kind, units, count, examples }) => ({
    kind,
    units: BigInt(units),
    count,
    examples: examples.map(({ hash, units: each, ...about }) => ({
      hash,
      units: BigInt(each),
      about: aboutOf(about),
    })),
  }));
}

/**
 * A transfer out is a payout if an attempt of one made it, to its receiver and of its amount; or it was made by hand
 * for a withdrawal that an operator has accepted with this transaction.
 */
function transfersIn({ chain, address, blocks }: WalletBlocks) {
  return sql`
    select transfer.id, transfer.tx_hash as hash,
      case when transfer.from_address = ${address} then transfer.to_address else transfer.from_address end as other,
      transfer.request_id, coalesce(payout.withdrawal_id, by_hand.id) as withdrawal_id,
      case when transfer.from_address = ${address} then -transfer.units else transfer.units end as units,
      case
        when transfer.from_address = ${address} and ${isToOwn} then 'own-move'
        when transfer.from_address = ${address} and (payout.state = 'paid' or by_hand.id is not null) then 'ledger'
        when transfer.from_address = ${address} and payout.settled_at is null and payout.id is not null
          then 'payout-not-settled'
        when transfer.from_address = ${address} then 'unknown-transfer'
        when ${isFromOwn} then 'own-move'
        when transfer.set_aside_at is not null then 'deposit-aside'
        when request.status = 'A' then 'ledger'
        when request.status = 'P' then 'deposit-waiting'
        else 'deposit-without-request'
      end as kind
    from chain_transfers as transfer
    left join staking_requests as request on request.id = transfer.request_id
    left join chain_attempts as attempt on attempt.hash = transfer.tx_hash and attempt.kind = 'payment'
    left join chain_payouts as payout on payout.id = attempt.payout_id and payout.wallet = transfer.from_address
      and payout.to_address = transfer.to_address and payout.units = transfer.units
    left join withdrawals as by_hand on lower(by_hand.transaction_id) = transfer.tx_hash
      and by_hand.transaction_id like '0x%' and by_hand.status = 'A' and payout.id is null
      and lower(by_hand.address) = lower(transfer.to_address)
      and by_hand.amount_fc - by_hand.fee_fc - by_hand.tax_fc - coalesce(by_hand.deduction_fc, 0) = transfer.amount_fc
    where transfer.chain_id = ${chain.chainId} and transfer.contract = ${chain.contract}
      and (transfer.from_address = ${address} or transfer.to_address = ${address})
      and transfer.from_address <> transfer.to_address
      and transfer.block_number > ${blocks.after} and transfer.block_number <= ${blocks.upTo}`;
}

/** Payouts that the ledger has settled, of which no transfer left the wallet. */
function missingPayouts({ chain, address, blocks }: WalletBlocks) {
  return sql`
    select payout.id, payout.transaction_id as hash, payout.to_address as other, null::int as request_id,
      payout.withdrawal_id, payout.units
    from chain_payouts as payout
    where payout.chain_id = ${chain.chainId} and payout.wallet = ${address} and payout.state = 'paid'
      and payout.block_number > ${blocks.after} and payout.block_number <= ${blocks.upTo}
      and not exists (select from chain_transfers as transfer
        where transfer.chain_id = payout.chain_id and transfer.tx_hash = payout.transaction_id
          and transfer.from_address = payout.wallet and transfer.to_address = payout.to_address
          and transfer.units = payout.units)`;
}

interface About {
  other: string;
  request: number | null;
  withdrawal: number | null;
}

/** The record that it belongs to, or the address at the other end. */
function aboutOf({ other, request, withdrawal }: About): string {
  if (request !== null) return referenceOf("staking-request", request);
  return withdrawal === null ? other : referenceOf("withdrawal", withdrawal);
}

interface MovementRow {
  kind: Movement["kind"];
  units: string;
  count: number;
  examples: ({ hash: string | null; units: string } & About)[];
}
