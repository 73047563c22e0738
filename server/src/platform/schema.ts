import type { Lane } from "@fc/contract/jobs/lanes";
import type { Language } from "@fc/contract/languages";
import type { MemberFilter } from "@fc/contract/members/console-filter";
import type { UploadFolder } from "@fc/contract/uploads/portal";
import type { NotificationKind } from "@fc/contract/notifications/kinds";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { MailContent } from "./mail/content.ts";
import type { BankTables } from "./schema/bank.ts";
import type { ChainTables } from "./schema/chain.ts";
import type { ClosureTables } from "./schema/closures.ts";
import type { DepositTables } from "./schema/deposits.ts";
import type { DocumentTables } from "./schema/documents.ts";
import type { LedgerTables } from "./schema/ledger.ts";
import type { MemberTables } from "./schema/members.ts";
import type { NetworkTables } from "./schema/network.ts";
import type { OperatorTables } from "./schema/operators.ts";
import type { PlanTables } from "./schema/plan.ts";
import type { WalletTables } from "./schema/wallet.ts";

/** The tables as the code sees them. schema.test.ts compares them with what the migrations make. */
export interface Schema
  extends
    BankTables,
    ChainTables,
    ClosureTables,
    DepositTables,
    DocumentTables,
    LedgerTables,
    MemberTables,
    NetworkTables,
    OperatorTables,
    PlanTables,
    WalletTables {
  jobs: {
    id: GeneratedAlways<bigint>;
    task: string;
    payload: JSONColumnType<Record<string, unknown>>;
    lane: Generated<Lane>;
    dedupe_key: string | null;
    run_at: Date;
    attempts: Generated<number>;
    leased_until: Date | null;
    leased_by: string | null;
    last_error: string | null;
    failed_at: Date | null;
    created_at: Date;
    /** The request that caused it, where spans are sent. */
    request_id: string | null;
  };
  schedules: { task: string; next_run_at: Date };
  mails: {
    id: GeneratedAlways<bigint>;
    message_id: string;
    recipient: string;
    subject: string;
    /** None once it is sent, or of no use any more. */
    content: JSONColumnType<MailContent> | null;
    created_at: Date;
    sent_at: Date | null;
    expires_at: Date | null;
  };
  bulk_mails: {
    id: GeneratedAlways<number>;
    kind: "news" | "service";
    service_reason: string;
    state: Generated<"draft" | "sending" | "paused" | "cancelled" | "done">;
    filter: JSONColumnType<MemberFilter>;
    subject: JSONColumnType<Record<Language, string>>;
    text: JSONColumnType<Record<Language, string>>;
    written_by: number;
    created_at: Date;
    changed_by: number;
    changed_at: Date;
    version: Generated<number>;
    sent_by: number | null;
    sent_at: Date | null;
    finished_at: Date | null;
    up_to_member: number | null;
    collected_to_member: Generated<number>;
    fed_at: Date | null;
    forgotten_at: Date | null;
    waiting: Generated<number>;
    queued: Generated<number>;
    sent: Generated<number>;
    failed: Generated<number>;
    bounced: Generated<number>;
    skipped: Generated<number>;
    unsubscribed: Generated<number>;
  };
  bulk_mail_recipients: {
    bulk_mail_id: number;
    member_id: number;
    result: "waiting" | "queued" | "sent" | "failed" | "bounced" | "skipped";
    reason: string | null;
    at: Date | null;
    mail_id: bigint | null;
    unsubscribed_at: Date | null;
  };
  bulk_mail_pace: { is_only: GeneratedAlways<boolean>; next_at: Date };
  bounces: { address: string; kind: "refused" | "returned"; status: string; since: Date; last_at: Date };
  rate_limits: { key: string; used: number; resets_at: Date };
  business_settings: { name: string; value: unknown };
  secret_keys: { id: string; began_at: Date; replaced_at: Date | null; wrapped: Buffer | null };
  support_records: {
    id: GeneratedAlways<bigint>;
    reference: string;
    ref_id: string;
    /** Only of a signed-in member: anybody can type an id on the login page. */
    member_id: number | null;
    number: string;
    email: string;
    message: string;
    /** The reference of the member's own receipt that it is about. */
    receipt: string | null;
    /** The picture that a signed-in member attached. */
    upload_id: string | null;
    created_at: Date;
    status: Generated<"open" | "answered" | "closed">;
    waiting_since: Date;
    /** Of the page on which it was written. */
    language: Generated<Language>;
    assigned_to: number | null;
    version: Generated<number>;
  };
  support_events: {
    id: GeneratedAlways<bigint>;
    record_id: bigint;
    kind: "reply" | "note" | "close" | "reopen" | "take" | "leave" | "message";
    /** Null for a message of the member. */
    operator_id: number | null;
    body: Generated<string>;
    sent_to: string | null;
    /** Of a message. */
    upload_id: string | null;
    at: Date;
  };
  faq_entries: {
    id: GeneratedAlways<number>;
    question: JSONColumnType<Record<Language, string>>;
    answer: JSONColumnType<Record<Language, string>>;
    is_published: boolean;
    position: number;
    version: Generated<number>;
    changed_at: Date;
    changed_by: number;
  };
  notices: {
    id: GeneratedAlways<number>;
    message: string;
    created_at: Date;
    audience: Generated<"all" | "chosen">;
    starts_at: Date;
    ends_at: Date | null;
    written_by: number | null;
    changed_at: Date | null;
    changed_by: number | null;
    withdrawn_at: Date | null;
    version: Generated<number>;
    pushed_at: Date | null;
  };
  notice_readers: { member_id: number; notice_id: number };
  notifications: {
    id: GeneratedAlways<bigint>;
    member_id: number;
    kind: ColumnType<NotificationKind, string>;
    about: string;
    data: JSONColumnType<Record<string, unknown>>;
    happened_at: Date;
  };
  notification_marks: { member_id: number; read_until: Date };
  notification_reads: { member_id: number; item: string; happened_at: Date };
  notification_choices: {
    member_id: number;
    topic: string;
    channel: "app" | "mail" | "push";
    is_on: boolean;
  };
  push_subscriptions: {
    session_id: string;
    member_id: number;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    created_at: Date;
  };
  push_keys: { is_only: Generated<boolean>; public_key: Buffer; private_key: Buffer; created_at: Date };
  uploads: {
    id: string;
    member_id: number;
    purpose: UploadFolder;
    sha256: Buffer;
    bytes: number;
    width: number;
    height: number;
    created_at: Date;
    /** When the picture was erased with its member's account; the row stays where something refers to it. */
    erased_at: Date | null;
    /** Of the encrypted picture as it is stored; null of one from before pictures were encrypted. */
    stored_sha256: Buffer | null;
    /** The id of the key that encrypted it. */
    stored_key: string | null;
  };
  incoming_uploads: {
    id: string;
    member_id: number;
    size: number;
    received: Generated<number>;
    created_at: Date;
  };
  incoming_pieces: { upload_id: string; starts_at: number; content: Buffer };
}
