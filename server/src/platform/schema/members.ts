import type { MemberEventKind } from "@fc/contract/security/portal";
import type { KycCasePart, KycStateName } from "@fc/contract/kyc/states";
import type { Language } from "@fc/contract/languages";
import type { LinkPreference } from "@fc/contract/referrals/preference";
import type { IdentityFact } from "@fc/contract/members/console-identity-facts";
import type { RequestStatus } from "@fc/contract/request-states";
import type { SignalFacts } from "@fc/contract/signals/console";
import type { SignalRuleName } from "@fc/contract/signals/console-rules";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** What a correction replaces, and by what. */
export type CorrectionChange =
  | { kind: "email"; from: string; to: string; asked: IdentityFact[] }
  | {
      kind: "profile";
      from: Record<"name" | "mobileNumber", string>;
      to: Record<"name" | "mobileNumber", string>;
    }
  /** The number is in a column of its own, encrypted. */
  | { kind: "pan"; nameInPan: string };

/** Members: who they are, how they sign in, what they confirm and what was changed. */
export interface MemberTables {
  members: {
    id: GeneratedAlways<number>;
    ref_id: string;
    name: string;
    email: string;
    password_hash: string | null;
    status: Generated<"active" | "blocked" | "frozen" | "closed">;
    /** Null until the member has one. */
    language: Language | null;
    /** Null until the member has chosen one. */
    link_preference: LinkPreference | null;
    joined_at: Date;
    gender: Generated<"M" | "F">;
    phone: Generated<string>;
    withdrawals_held_until: Date | null;
    confirms_by_passkey: Generated<boolean>;
    /** Read as text, dob::text: a day is the same day in every time zone. */
    dob: string | null;
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
    /** Null, except in a row of an earlier release that is not encrypted yet. */
    account_number: string | null;
    encrypted_number: Buffer | null;
    number_index: Buffer | null;
    ifsc_code: string;
    branch: string;
    bank_name: string;
    changed_at: Date;
    /** Of passbook or cheque; null where the member gave none. */
    upload_id: string | null;
  };
  pan_records: {
    member_id: number;
    /** The highest one counts. */
    version: Generated<number>;
    name_in_pan: string;
    /** Null, except in a row of an earlier release that is not encrypted yet. */
    pan_number: string | null;
    encrypted_number: Buffer | null;
    number_index: Buffer | null;
    upload_id: string;
    created_at: Date;
    /** Null where the member entered it. */
    correction_id: number | null;
    /** By the member, after an operator had rejected the one before or asked for it again. */
    is_entered_again: Generated<boolean>;
  };
  kyc_cases: {
    id: GeneratedAlways<number>;
    member_id: number;
    part: KycCasePart;
    state: Generated<KycStateName>;
    version: Generated<number>;
    submitted_at: Date;
    decided_at: Date | null;
    decided_by: number | null;
    reason: string | null;
  };
  corrections: {
    id: GeneratedAlways<number>;
    member_id: number;
    change: JSONColumnType<CorrectionChange>;
    /** Of a corrected PAN. */
    encrypted_number: Buffer | null;
    reason: string;
    status: Generated<RequestStatus>;
    proposed_by: number;
    proposed_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    refusal: string | null;
  };
  registrations: {
    id: GeneratedAlways<number>;
    member_id: number;
    /** Made by the browser that registers; null for those from before there were any. */
    key: string | null;
    secret_hash: Buffer;
    created_at: Date;
    completed_at: Date | null;
  };
  temporary_passwords: {
    id: GeneratedAlways<number>;
    member_id: number;
    secret_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Of other methods, as a company that moved in brought them. */
  moved_passwords: { member_id: number; hash: string; used_at: Date | null };
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
    looking_operator_id: number | null;
    /** The neighbourhood of the internet address; empty where it is not known. */
    block: Generated<string>;
  };
  known_devices: {
    member_id: number;
    device_hash: Buffer;
    last_used_at: Date;
    /** The same for all members who signed in from one browser. */
    browser: Buffer;
    first_used_at: Date;
  };
  signal_news: { id: GeneratedAlways<bigint>; member_id: number };
  signals: {
    id: GeneratedAlways<number>;
    rule: SignalRuleName;
    subject: string;
    strength: number;
    evidence: number;
    facts: Generated<JSONColumnType<SignalFacts>>;
    found_at: Date;
    newest_at: Date;
    judged_evidence: number | null;
  };
  signal_members: { signal_id: number; member_id: number; since: Date };
  signal_judgements: {
    id: GeneratedAlways<number>;
    signal_id: number;
    operator_id: number;
    evidence: number;
    reason: string;
    at: Date;
  };
  signal_scores: { member_id: number; score: number };
  signal_thresholds: { is_only: Generated<boolean>; thresholds: JSONColumnType<Record<string, number>> };
  otp_grants: {
    id: string;
    member_id: number;
    session_id: string;
    purpose: string;
    change_digest: Buffer;
    /** Empty where no code was made, because a passkey confirms the change. */
    code_hash: Buffer;
    tries_left: number;
    created_at: Date;
    expires_at: Date;
    verified_at: Date | null;
    closed_at: Date | null;
    consumed_at: Date | null;
    authenticator_at: Date | null;
    passkey_at: Date | null;
    request_key: string | null;
  };
  passkeys: {
    id: string;
    member_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    user_handle: Buffer;
    counter: bigint;
    transports: string;
    name: string;
    added_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenges: {
    holder: Buffer;
    challenge: Buffer;
    name: string | null;
    user_handle: Buffer | null;
    expires_at: Date;
  };
  authenticators: {
    owner_kind: "member" | "operator";
    owner_id: number;
    secret: Buffer;
    turned_on_at: Date;
    last_step: bigint;
  };
  mail_phrases: {
    member_id: number;
    phrase: Buffer;
    set_at: Date;
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
    used_at: Date | null;
  };
  member_events: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    kind: ColumnType<MemberEventKind, string>;
    detail: string;
    ip: string;
    user_agent: string;
    happened_at: Date;
  };
}
