import type { Fc } from "@fc/contract/units";
import type { HandPaymentDoubt, HandPaymentStateName } from "@fc/contract/withdraw/hand-payments";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Address, Hash, Hex } from "../chain/types.ts";

/** A check of the table sees to the form of what is written. */
type Written<Text extends string> = ColumnType<Text, string>;

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
    /** The database's history in which it was last compared with the chain. */
    timeline: string | null;
    /** Why the worker signs nothing, as it says itself. */
    signing_problem: string | null;
    approvers_changed_at: Date | null;
    /** Given out by the worker; a signature names one of them. The newest is the last. */
    approval_words: Generated<string[]>;
    approval_purpose: Generated<"payouts" | "release">;
    approver_mail_problem: string | null;
    /** For one set of rules; the worker gives out another one after they were stopped, or after a pause. */
    rules_word: string | null;
    /** In force, as the worker says. */
    rules_text: string | null;
    /** Why the worker does not take what two approvers have signed. */
    rules_problem: string | null;
  };
  approval_keys: {
    id: GeneratedAlways<number>;
    operator_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    transports: string;
    added_at: Date;
  };
  payout_approvals: {
    id: GeneratedAlways<number>;
    operator_id: number;
    text: string;
    credential_id: Buffer;
    authenticator_data: Buffer;
    client_data: Buffer;
    signature: Buffer;
    created_at: Date;
  };
  payout_rules_stops: { word: string; operator_id: number; stopped_at: Date };
  payout_approval_entries: { payout_key: string; approval_id: number };
  chain_accepted_differences: {
    chain_id: number;
    address: string;
    hash: string;
    text: string;
    accepted_at: Date;
  };
  chain_payouts: {
    id: GeneratedAlways<number>;
    payout_key: Generated<string>;
    withdrawal_id: number;
    chain_id: number;
    to_address: Written<Address>;
    amount_fc: Fc;
    deduction_fc: Fc;
    units: string;
    mark: Written<Hex>;
    /** Null where rules have handed it over, or where it was found on the chain. */
    handed_by: number | null;
    rules_word: string | null;
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
    hash: Written<Hash>;
    bytes: ColumnType<Hex | null, string | null>;
    max_fee_per_gas: bigint | null;
    max_priority_fee_per_gas: bigint | null;
    created_at: Date;
    last_sent_at: Date | null;
    times_sent: Generated<number>;
    refusal: string | null;
  };
  hand_payments: {
    withdrawal_id: number;
    transaction_id: string | null;
    noted_at: Date;
    state: Exclude<HandPaymentStateName, HandPaymentDoubt> | null;
    doubt: HandPaymentDoubt | null;
    looked_since: Date | null;
    next_at: Date | null;
  };
  chain_payout_deductions: { payout_id: number; deduction_id: number; part_fc: Fc };
}
