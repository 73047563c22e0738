import type { Fc } from "@fc/contract/units";
import type { ComparedWallet } from "@fc/contract/deposits/console";
import type { GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of coins that come in over the chain, and of comparing the wallets with the ledger: docs/chain.md. */
export interface DepositTables {
  chain_scans: {
    chain_id: number;
    contract: string;
    address: string;
    opening_block: bigint;
    opening_units: string;
    scanned_to: bigint;
    scanned_at: Date;
  };
  chain_transfers: {
    id: GeneratedAlways<number>;
    chain_id: number;
    contract: string;
    tx_hash: string;
    log_index: number;
    from_address: string;
    to_address: string;
    units: string;
    amount_fc: Fc;
    block_number: bigint;
    block_time: Date;
    found_at: Date;
    request_id: number | null;
    matched_at: Date | null;
    matched_by: number | null;
    set_aside_at: Date | null;
    set_aside_by: number | null;
    set_aside_reason: string | null;
  };
  chain_comparisons: {
    id: GeneratedAlways<number>;
    chain_id: number;
    contract: string;
    at: Date;
    asked_by: number | null;
    problem: string | null;
    wallets: JSONColumnType<ComparedWallet[]>;
    /** What the rewards pool held then; null in the comparisons of before this was kept. */
    pool_fc: Fc | null;
  };
}
