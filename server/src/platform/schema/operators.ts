import type { Fc, UsdCents } from "@fc/contract/units";
import type { ArrivalReport } from "@fc/contract/arrival/console";
import type { CannedTextKind } from "@fc/contract/canned-texts/console";
import type { RequestStatus } from "@fc/contract/request-states";
import type { OperatorRole } from "@fc/contract/operator-access";
import type { PauseName, PauseReason } from "@fc/contract/pauses/kinds";
import type { ProposalKind } from "@fc/contract/proposals/console-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of the people who run the business. */
export interface OperatorTables {
  pauses: {
    what: PauseName;
    because: PauseReason;
    reason: string;
    paused_by: number;
    paused_at: Date;
    until: Date;
  };
  arrivals: {
    is_only: GeneratedAlways<boolean>;
    folder: string;
    cut_day: string;
    imported_by: number;
    imported_at: Date;
    report: JSONColumnType<ArrivalReport>;
    opened_by: number | null;
    opened_at: Date | null;
  };
  operators: {
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    role: OperatorRole;
    password_hash: string | null;
    status: Generated<"active" | "disabled">;
    may_skip_totp: Generated<boolean>;
    created_at: Date;
    signed_in_at: Date | null;
  };
  proposals: {
    id: GeneratedAlways<number>;
    kind: ProposalKind;
    subject: string;
    operator_id: number | null;
    member_id: number | null;
    change: JSONColumnType<object>;
    before: JSONColumnType<object>;
    title: string;
    lines: JSONColumnType<{ label: string; from: string; to: string }[]>;
    reason: string;
    status: Generated<RequestStatus>;
    is_alone: Generated<boolean>;
    proposed_by: number;
    proposed_at: Date;
    expires_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    refusal: string | null;
  };
  operator_invitations: {
    secret_hash: Buffer;
    operator_id: number;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  operator_sessions: {
    id: string;
    operator_id: number;
    token_hash: Buffer;
    cookie_hash: Buffer;
    passed_second_step: Generated<boolean>;
    ip: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  operator_devices: {
    operator_id: number;
    device_hash: Buffer;
    passed_second_step: Generated<boolean>;
    last_used_at: Date;
  };
  operator_log: {
    id: GeneratedAlways<bigint>;
    operator_id: number;
    action: string;
    member_id: number | null;
    details: JSONColumnType<Record<string, unknown>>;
    ip: string;
    at: Date;
  };
  alerts: {
    id: GeneratedAlways<bigint>;
    condition: string;
    met_since: Date;
    begun_at: Date | null;
    over_since: Date | null;
    ended_at: Date | null;
    detail: string;
  };
  alert_checks: { is_only: Generated<boolean>; checked_at: Date };
  node_disks: {
    node: string;
    folder: string;
    free_bytes: bigint;
    total_bytes: bigint;
    reported_at: Date;
  };
  nodes: {
    process: Generated<string>;
    node: string;
    unsafe: string[];
    version: string | null;
    reported_at: Date;
  };
  node_logins: { node: string; login: string; reported_at: Date };
  asked_runs: {
    id: GeneratedAlways<number>;
    task: string;
    input: JSONColumnType<Record<string, unknown>>;
    asked_by: number;
    asked_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    result: JSONColumnType<Record<string, unknown>> | null;
    problem: string | null;
  };
  backups: {
    id: GeneratedAlways<number>;
    started_at: Date;
    finished_at: Date | null;
    host: string;
    folder: string;
    bytes: bigint | null;
    state: Generated<"running" | "done" | "failed">;
    problem: string | null;
    rehearsed_at: Date | null;
    rehearsal_problem: string | null;
  };
  canned_texts: {
    id: GeneratedAlways<number>;
    kind: CannedTextKind;
    title: string;
    body: string;
    version: Generated<number>;
    changed_at: Date;
    changed_by: number;
    removed_at: Date | null;
  };
  pool_fundings: {
    id: GeneratedAlways<number>;
    key: string;
    amount_fc: Fc;
    source: "treasury" | "fees" | "deductions" | "stakes_ended";
    note: string;
    status: Generated<RequestStatus>;
    proposed_by: number;
    proposed_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    reason: string | null;
    entry_id: bigint | null;
  };
  plan_drafts: {
    is_only: Generated<boolean>;
    revision: number;
    rules: JSONColumnType<PlanRules>;
    edited_by: number;
    edited_at: Date;
  };
  daily_figures: {
    day: string;
    new_members: number;
    stakes: number;
    stakes_usd_cents: UsdCents;
    stakes_fc: Fc;
    from_transfer_fc: Fc;
    payouts: number;
    payouts_fc: Fc;
    fees_fc: Fc;
    deductions_fc: Fc;
    measured_at: Date;
    taxes_fc: Generated<Fc>;
  };
  daily_incomes: { day: string; digits: number; members: number; paid_fc: Fc };
  daily_standings: {
    day: string;
    members: number;
    active_members: number;
    wallets_fc: Fc;
    pending_fc: Fc;
    staked_fc: Fc;
    to_return_fc: Fc;
    pool_fc: Fc;
    measured_at: Date;
  };
  top_legs: {
    day: string;
    place: number;
    member_id: number;
    left_users: number;
    right_users: number;
    left_usd_cents: UsdCents;
    right_usd_cents: UsdCents;
  };
}
