import type { PlanRules } from "@fc/contract/plan";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { OperatorTables } from "./schema-operators.ts";
import type { WalletTables } from "./schema-wallet.ts";

/** The tables as the code sees them; server/migrations is what they are. */
export interface Schema extends OperatorTables, WalletTables {
  jobs: {
    id: Generated<bigint>;
    task: string;
    payload: JSONColumnType<Record<string, unknown>>;
    dedupe_key: string | null;
    run_at: Date;
    attempts: Generated<number>;
    leased_until: Date | null;
    leased_by: string | null;
    last_error: string | null;
    failed_at: Date | null;
    created_at: Date;
  };
  schedules: { task: string; next_run_at: Date };
  mails: {
    id: Generated<bigint>;
    message_id: string;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    created_at: Date;
    sent_at: Date | null;
    expires_at: Generated<Date | null>;
  };
  rate_limits: { key: string; used: number; resets_at: Date };
  members: {
    id: Generated<number>;
    ref_id: string;
    name: string;
    email: string;
    password_hash: string | null;
    status: Generated<"active" | "blocked">;
    joined_at: Date;
    gender: Generated<"M" | "F">;
    phone: Generated<string>;
    withdrawals_held_until: Generated<Date | null>;
    /** Read as text, dob::text: a day is the same day in every time zone. */
    dob: Generated<string | null>;
    nominee: Generated<string>;
    relation: Generated<string>;
    address: Generated<string>;
    city: Generated<string>;
    pin: Generated<string>;
    country: Generated<string>;
  };
  fmdc_addresses: { member_id: number; address: string; created_at: Date };
  bank_details: {
    member_id: number;
    account_number: string;
    ifsc_code: string;
    branch: string;
    bank_name: string;
    changed_at: Date;
  };
  pan_records: {
    member_id: number;
    name_in_pan: string;
    pan_number: string;
    upload_id: string;
    created_at: Date;
  };
  registrations: {
    id: Generated<number>;
    member_id: number;
    /** Made by the browser that registers; null for those from before there were any. */
    key: string | null;
    secret_hash: Buffer;
    created_at: Date;
    completed_at: Date | null;
  };
  business_settings: { name: string; value: unknown };
  placements: {
    member_id: number;
    sponsor_id: number | null;
    parent_id: number | null;
    side: "left" | "right" | null;
    run_head_id: number | null;
    pos: number | null;
    placed_at: Date;
  };
  placement_runs: { head_id: number; side: "left" | "right"; tail_id: number; tail_pos: number };
  team_events: {
    id: Generated<bigint>;
    member_id: number;
    active_users: number;
    business_usd_cents: bigint;
    recorded_at: Date;
  };
  leg_weights: {
    run_head_id: number;
    side: "left" | "right";
    level: number;
    index: number;
    users: number;
    active_users: number;
    business_usd_cents: bigint;
  };
  leg_weights_pending: {
    run_head_id: number;
    side: "left" | "right";
    pos: number;
    users: number;
    active_users: number;
    business_usd_cents: bigint;
  };
  temporary_passwords: {
    id: Generated<number>;
    member_id: number;
    secret_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  sessions: {
    id: string;
    member_id: number;
    token_hash: Buffer;
    cookie_hash: Buffer;
    temporary_password_id: number | null;
    must_change_password: boolean;
    ip: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    looking_operator_id: Generated<number | null>;
  };
  known_devices: { member_id: number; device_hash: Buffer; last_used_at: Date };
  otp_grants: {
    id: string;
    member_id: number;
    session_id: string;
    purpose: string;
    change_digest: Buffer;
    code_hash: Buffer;
    tries_left: number;
    created_at: Date;
    expires_at: Date;
    verified_at: Date | null;
    closed_at: Date | null;
    consumed_at: Generated<Date | null>;
    authenticator_at: Generated<Date | null>;
  };
  authenticators: {
    owner_kind: "member" | "operator";
    owner_id: number;
    secret: Buffer;
    turned_on_at: Date;
    last_step: bigint;
  };
  authenticator_enrolments: {
    owner_kind: "member" | "operator";
    owner_id: number;
    session_id: string;
    secret: Buffer;
    expires_at: Date;
  };
  recovery_codes: {
    owner_kind: "member" | "operator";
    owner_id: number;
    code_hash: Buffer;
    used_at: Generated<Date | null>;
  };
  member_events: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    kind: string;
    detail: string;
    ip: string;
    user_agent: string;
    happened_at: Date;
  };
  secret_key_fingerprint: { only_row: Generated<boolean>; fingerprint: Buffer };
  support_records: {
    id: Generated<bigint>;
    reference: string;
    ref_id: string;
    member_id: number | null;
    number: string;
    email: string;
    message: string;
    created_at: Date;
    status: Generated<"open" | "answered" | "closed">;
    waiting_since: Date;
    assigned_to: Generated<number | null>;
    version: Generated<number>;
  };
  support_events: {
    id: GeneratedAlways<bigint>;
    record_id: bigint;
    kind: "reply" | "note" | "close" | "reopen" | "take" | "leave";
    operator_id: number;
    body: Generated<string>;
    sent_to: Generated<string | null>;
    at: Date;
  };
  notices: {
    id: Generated<number>;
    message: string;
    created_at: Date;
    audience: Generated<"all" | "chosen">;
    starts_at: Date;
    ends_at: Generated<Date | null>;
    written_by: Generated<number | null>;
    changed_at: Generated<Date | null>;
    changed_by: Generated<number | null>;
    withdrawn_at: Generated<Date | null>;
    version: Generated<number>;
  };
  notice_readers: { member_id: number; notice_id: number };
  ledger_accounts: {
    id: bigint;
    balance: bigint;
    change: bigint;
  };
  ledger_entries: {
    id: GeneratedAlways<bigint>;
    kind: string;
    key: string;
    effective_at: Date;
    recorded_at: GeneratedAlways<Date>;
    message: string;
    price_id: number | null;
    plan_version: number | null;
    reversal_of: bigint | null;
    metadata: JSONColumnType<Record<string, unknown>> | null;
  };
  ledger_postings: {
    entry_id: bigint;
    line: number;
    debit_id: bigint;
    credit_id: bigint;
    amount: bigint;
    effective_at: Date;
  };
  ledger_seals: {
    number: bigint;
    after_id: bigint;
    last_id: bigint;
    entries: number;
    postings: number;
    digest: Buffer;
    mac: Buffer;
    sealed_at: Date;
  };
  idempotency_keys: {
    member_id: number | null;
    key: string;
    request_hash: Buffer;
    result: JSONColumnType<object> | null;
    created_at: Date;
  };
  prices: {
    id: Generated<number>;
    fc_for_15_usd: bigint;
    inr_per_usd: bigint;
    effective_from: Date;
    created_at: Date;
    created_by: Generated<number | null>;
    withdrawn_at: Generated<Date | null>;
    withdrawn_by: Generated<number | null>;
  };
  uploads: {
    id: string;
    member_id: number;
    purpose: "stacking-verification-images" | "pan-proof-images";
    sha256: Buffer;
    bytes: number;
    width: number;
    height: number;
    created_at: Date;
  };
  staking_requests: {
    id: Generated<number>;
    member_id: number;
    amount_usd_cents: bigint;
    upload_id: string;
    status: Generated<"P" | "A" | "R">;
    requested_at: Date;
    decided_at: Date | null;
    decided_by: Generated<number | null>;
    reason: string | null;
  };
  stakes: {
    id: Generated<number>;
    member_id: number;
    request_id: number | null;
    payer_id: number | null;
    principal_usd_cents: bigint;
    principal_fc: bigint;
    price_id: number;
    entry_id: bigint;
    started_at: Date;
    ended_at: Date | null;
    plan_version: number;
    started_on: GeneratedAlways<string>;
    reversal_entry_id: Generated<bigint | null>;
  };
  direct_bonuses_due: {
    stake_id: number;
    sponsor_id: number;
    due_at: Date;
    decided_on: Generated<string | null>;
    lapsed_because: Generated<"sponsor_inactive" | "stake_reversed" | null>;
  };
  plan_versions: {
    version: number;
    effective_from: string;
    rules: JSONColumnType<PlanRules>;
    created_at: Date;
    created_by: Generated<number | null>;
    withdrawn_at: Generated<Date | null>;
    withdrawn_by: Generated<number | null>;
  };
  closings_begin: { is_only: Generated<boolean>; first_day: string };
  closings: {
    day: string;
    state: "open" | "paying" | "ending" | "sealed";
    plan_version: number;
    price_id: number | null;
    ros_due_fc: Generated<bigint>;
    direct_due_fc: Generated<bigint>;
    pair_due_fc: Generated<bigint>;
    offer_due_fc: Generated<bigint>;
    due_fc: Generated<bigint>;
    available_fc: Generated<bigint>;
    paid_fc: Generated<bigint>;
    credits: Generated<number>;
    flushed_usd_cents: Generated<bigint>;
    lapsed_bonuses: Generated<number>;
    ended_stakes: Generated<number>;
    chunk_members: number;
    chunks: Generated<number>;
    paid_chunks: Generated<number>;
    opened_at: Date;
    reckoned_at: Generated<Date | null>;
    sealed_at: Generated<Date | null>;
  };
  pair_memory: {
    member_id: number;
    consumed_usd_cents: bigint;
    matched_usd_cents: bigint;
    left_is_spent: boolean;
    right_is_spent: boolean;
  };
  closing_pairs: {
    day: string;
    member_id: number;
    left_usd_cents: bigint;
    right_usd_cents: bigint;
    consumed_usd_cents: bigint;
    own_stake_usd_cents: bigint;
    matched_usd_cents: bigint;
    flushed_usd_cents: bigint;
    bonus_usd_cents: bigint;
    matched_before_usd_cents: bigint;
  };
  net_results: {
    day: string;
    members: number;
    put_in_members: number;
    took_out_members: number;
    median_net_fc: bigint | null;
    median_net_basis_points: number | null;
    bands: number[];
    measured_at: Date;
  };
}
