import type { Fc, UsdCents } from "@fc/contract/units";
import type { DepositStateName } from "@fc/contract/deposits/states";
import type { RequestStatus } from "@fc/contract/request-states";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";
import type { StakeFault } from "@fc/contract/staking/console-undoing";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** Prices, stakes, and what days are closed by: docs/plan.md. */
export interface PlanTables {
  prices: {
    id: GeneratedAlways<number>;
    fc_for_15_usd: bigint;
    inr_per_usd: bigint;
    effective_from: Date;
    created_at: Date;
    created_by: number | null;
    withdrawn_at: Date | null;
    withdrawn_by: number | null;
  };
  staking_requests: {
    id: GeneratedAlways<number>;
    member_id: number;
    amount_usd_cents: UsdCents;
    upload_id: string;
    utr: string | null;
    status: Generated<RequestStatus>;
    requested_at: Date;
    decided_at: Date | null;
    decided_by: number | null;
    reason: string | null;
    is_cancelled: Generated<boolean>;
    chain_id: number | null;
    tx_hash: string | null;
    deposit_state: DepositStateName | null;
    deposit_checked_at: Date | null;
    deposit_next_at: Date | null;
    approved_itself: Generated<boolean>;
    confirmed_by: number | null;
    confirmed_at: Date | null;
    confirmed_shortfall_fc: Fc | null;
    confirmed_from_others: boolean | null;
    confirmed_reason: string | null;
    owed_fc: Fc | null;
    shortfall_settled_at: Date | null;
    shortfall_settled_by: number | null;
    shortfall_settlement: string | null;
  };
  stakes: {
    id: GeneratedAlways<number>;
    member_id: number;
    request_id: number | null;
    payer_id: number | null;
    principal_usd_cents: UsdCents;
    principal_fc: Fc;
    price_id: number;
    entry_id: bigint;
    started_at: Date;
    ended_at: Date | null;
    plan_version: number;
    started_on: GeneratedAlways<string>;
    reversal_entry_id: bigint | null;
    held_until: Date | null;
    is_undone: Generated<boolean>;
    refund_held_fc: Fc | null;
    refund_released_by: number | null;
    refund_released_at: Date | null;
    undone_fault: StakeFault | null;
  };
  moved_stakes: {
    id: GeneratedAlways<number>;
    stake_id: number | null;
    member_id: number;
    principal_usd_cents: UsdCents;
    principal_fc: Fc;
    approved_at: Date;
    daily_basis_points: number;
    limit_basis_points: number;
    earned_fc: Fc;
    paid_fc: Fc;
    ended_at: Date | null;
    end_reason: "completed" | "undone" | null;
  };
  direct_bonuses_due: {
    stake_id: number;
    sponsor_id: number;
    due_at: Date;
    decided_on: string | null;
    lapsed_because: "sponsor_inactive" | "stake_reversed" | null;
  };
  plan_versions: {
    version: number;
    effective_from: string;
    rules: JSONColumnType<PlanRules>;
    created_at: Date;
    created_by: number | null;
    withdrawn_at: Date | null;
    withdrawn_by: number | null;
    /** Of the version that came with the product, which an admin confirms before members come. */
    confirmed_at: Date | null;
    confirmed_by: number | null;
  };
  closings_begin: { is_only: Generated<boolean>; first_day: string };
  closings: {
    day: string;
    state: "open" | "paying" | "ending" | "sealed";
    plan_version: number;
    price_id: number | null;
    due_fc: Generated<Fc>;
    available_fc: Generated<Fc>;
    paid_fc: Generated<Fc>;
    credits: Generated<number>;
    flushed_usd_cents: Generated<UsdCents>;
    lapsed_bonuses: Generated<number>;
    ended_stakes: Generated<number>;
    chunk_members: number;
    chunks: Generated<number>;
    paid_chunks: Generated<number>;
    paid_ahead: Generated<number[]>;
    opened_at: Date;
    computed_at: Date | null;
    sealed_at: Date | null;
    tax_rule_id: number | null;
    tax_fc: Generated<Fc>;
  };
  closing_projections: {
    day: string;
    due_fc: Fc;
    plan_version: number;
    price_id: number | null;
    events: bigint;
    last_event_id: bigint;
    computed_at: Date;
    took_ms: number;
  };
  closing_dues: { day: string; kind: RewardKind; due_fc: Fc };
  pair_memory: {
    member_id: number;
    consumed_usd_cents: UsdCents;
    matched_usd_cents: UsdCents;
    /** What the system that the member came from had taken of each leg. */
    left_before_usd_cents: Generated<UsdCents>;
    right_before_usd_cents: Generated<UsdCents>;
    left_is_spent: boolean;
    right_is_spent: boolean;
  };
  closing_pairs: {
    day: string;
    member_id: number;
    left_usd_cents: UsdCents;
    right_usd_cents: UsdCents;
    consumed_usd_cents: UsdCents;
    own_stake_usd_cents: UsdCents;
    matched_usd_cents: UsdCents;
    flushed_usd_cents: UsdCents;
    bonus_usd_cents: UsdCents;
    matched_before_usd_cents: UsdCents;
  };
  net_results: {
    day: string;
    members: number;
    put_in_members: number;
    took_out_members: number;
    median_net_fc: Fc | null;
    median_net_basis_points: number | null;
    bands: number[];
    measured_at: Date;
  };
}
