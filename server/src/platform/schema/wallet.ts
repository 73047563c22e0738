import type { Fc, UsdCents } from "@fc/contract/units";
import type { RequestStatus } from "@fc/contract/request-states";
import type { TaxMoment } from "@fc/contract/taxes/rules";
import type { Wallet } from "@fc/contract/wallet/kinds";
import type { WithdrawType } from "@fc/contract/withdraw/kinds";
import type { ImportedLine } from "@fc/contract/withdraw/console";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of what leaves members' wallets and of what is corrected in them. */
export interface WalletTables {
  coin_address_proofs: {
    member_id: number;
    address: string;
    /** When the address was set for which it counts. */
    set_at: Date;
    kind: "signature" | "operators";
    proved_at: Date;
    text: string | null;
    signature: string | null;
    reason: string | null;
    proposed_by: number | null;
    confirmed_by: number | null;
  };
  coin_addresses: { member_id: number; address: string; created_at: Date; changed_at: Date };
  moved_history: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    wallet: Wallet;
    type: "C" | "D";
    at: Date;
    amount_fc: Fc;
    message: string;
    trans_id: string;
  };
  moved_lifetimes: { member_id: number; put_usd_cents: UsdCents; put_fc: Fc; took_fc: Fc };
  moved_tax: { is_only: GeneratedAlways<boolean>; owed_fc: Fc; owed_paise: bigint };
  payment_imports: {
    id: GeneratedAlways<number>;
    operator_id: number;
    at: Date;
    file: string;
    left_out: number;
    lines: JSONColumnType<ImportedLine[]>;
    finished_at: Date | null;
  };
  withdrawals: {
    id: GeneratedAlways<number>;
    member_id: number;
    amount_fc: Fc;
    fee_fc: Fc;
    from_staking_fc: Fc;
    from_earning_fc: Fc;
    from_offer_fc: Fc;
    currency_type: WithdrawType;
    address: string | null;
    status: Generated<RequestStatus>;
    requested_at: Date;
    decided_at: Date | null;
    decided_by: number | null;
    confirmed_by: number | null;
    confirmed_at: Date | null;
    deduction_fc: Fc | null;
    transaction_id: string | null;
    reason: string | null;
    is_cancelled: Generated<boolean>;
    paying_since: Date | null;
    paying_by: number | null;
    tax_fc: Generated<Fc>;
    is_handed_over: Generated<boolean>;
    /** Why the rules for payouts have left it to a person. */
    rules_stop: string | null;
  };
  tax_rules: {
    id: GeneratedAlways<number>;
    first_day: string;
    section: string;
    taken: TaxMoment;
    rate_basis_points: number;
    rate_without_pan_basis_points: number;
    threshold_paise: bigint;
    created_at: Date;
    created_by: number;
    withdrawn_at: Date | null;
    withdrawn_by: number | null;
  };
  tax_years: { member_id: number; financial_year: number; sum_paise: bigint; taxed_paise: bigint };
  tax_deductions: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    rule_id: number;
    source: "chunk" | "reward" | "withdrawal";
    withdrawal_id: number | null;
    taken_at: Date | null;
    price_id: number;
    has_pan: boolean;
    rate_basis_points: number;
    threshold_paise: bigint;
    base_fc: Fc;
    base_paise: bigint;
    financial_year: number;
    sum_before_paise: bigint;
    taxed_before_paise: bigint;
    taxed_paise: bigint;
    tax_fc: Fc;
    tax_paise: bigint;
    from_staking_fc: Generated<Fc>;
    from_earning_fc: Generated<Fc>;
    from_offer_fc: Generated<Fc>;
  };
  deductions: {
    id: GeneratedAlways<number>;
    member_id: number;
    amount_fc: Fc;
    collected_fc: Generated<Fc>;
    reason: string;
    created_at: Date;
    set_by: number | null;
    cancelled_at: Date | null;
    cancelled_by: number | null;
    cancel_reason: string | null;
  };
  adjustments: {
    id: GeneratedAlways<number>;
    member_id: number;
    wallet: Wallet;
    direction: "credit" | "debit";
    amount_fc: Fc;
    reason: string;
    status: Generated<RequestStatus>;
    proposed_by: number;
    proposed_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    refusal: string | null;
    entry_id: bigint | null;
  };
}
