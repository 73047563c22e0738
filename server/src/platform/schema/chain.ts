import type { Generated, GeneratedAlways } from "kysely";

/** The tables of what is paid over the chain. Units and wei are read as text, because they can exceed 64 bits. */
export interface ChainTables {
  chain_wallets: {
    chain_id: number;
    address: string;
    next_nonce: bigint;
    first_block: bigint;
    created_at: Date;
    paused_at: Date | null;
    paused_by: number | null;
    pause_reason: string | null;
    halted_at: Date | null;
    halt_reason: string | null;
    coin_units: string | null;
    gas_wei: string | null;
    looked_at: Date | null;
  };
  chain_payouts: {
    id: GeneratedAlways<number>;
    withdrawal_id: number;
    chain_id: number;
    to_address: string;
    amount_fc: bigint;
    deduction_fc: bigint;
    units: string;
    mark: string;
    handed_by: number | null;
    handed_at: Date;
    state: Generated<"waiting" | "reserved" | "sent" | "in-block" | "paid" | "failed" | "taken-back">;
    wait_reason: string | null;
    wallet: string | null;
    gas: bigint | null;
    reserved_at: Date | null;
    sent_at: Date | null;
    block_at: Date | null;
    block_number: bigint | null;
    given_up_at: Date | null;
    given_up_by: number | null;
    settled_at: Date | null;
    outcome: "paid" | "reverted" | "given-up" | "displaced" | "taken-back" | null;
    transaction_id: string | null;
    fee_wei: bigint | null;
  };
  chain_nonces: {
    chain_id: number;
    address: string;
    nonce: bigint;
    payout_id: number | null;
    hash: string | null;
    given_at: Date;
  };
  chain_attempts: {
    id: GeneratedAlways<number>;
    payout_id: number;
    number: number;
    kind: "payment" | "give-up";
    hash: string;
    bytes: string | null;
    max_fee_per_gas: bigint | null;
    max_priority_fee_per_gas: bigint | null;
    created_at: Date;
    last_sent_at: Date | null;
    times_sent: Generated<number>;
    refusal: string | null;
  };
  chain_payout_deductions: { payout_id: number; deduction_id: number; part_fc: bigint };
}
