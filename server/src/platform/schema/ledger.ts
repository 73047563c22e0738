import type { Fc } from "@fc/contract/units";
import type { Language } from "@fc/contract/languages";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** Every coin's way: docs/ledger.md. */
export interface LedgerTables {
  ledger_anchors: {
    day: string;
    head: string;
    told_at: Date;
    /** Null where no liabilities had been published yet. */
    root: string | null;
    root_day: string | null;
  };
  anchor_subscribers: {
    id: GeneratedAlways<number>;
    email: string;
    language: Language;
    asked_at: Date;
    confirmed_at: Date | null;
    unsubscribed_at: Date | null;
    mailed_day: string | null;
  };
  ledger_chart: {
    owner: "member" | "house";
    code: number;
    name: string;
    currency: "FC" | "USD";
    is_floored: boolean;
  };
  ledger_accounts: {
    id: bigint;
    balance: bigint;
    change: bigint;
    first_on: GeneratedAlways<string>;
    last_on: GeneratedAlways<string>;
    months: GeneratedAlways<string>;
  };
  ledger_entries: {
    xid: GeneratedAlways<string>;
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
    key_id: string;
    sealed_at: Date;
  };
  ledger_seal_horizon: { is_only: Generated<boolean>; last_id: bigint; xid: string };
  ledger_house_sums: { account_id: number; last_id: bigint; balance: string };
  ledger_day_sums: {
    day: string;
    debit_kind: number;
    credit_kind: number;
    lines: bigint;
    amount: string;
    inr_paise: string;
    first_id: bigint;
    last_id: bigint;
  };
  liability_lists: {
    id: string;
    day: string;
    secret: Buffer;
    leaves: number;
    part_nodes: Buffer | null;
    begun_at: Date;
  };
  liabilities: {
    day: string;
    taken_at: Date;
    snapshot: string;
    sealed_id: bigint | null;
    list_id: string;
    root: Buffer;
    leaves: number;
    owed_fc: Fc;
    locked_fc: Fc;
    entry_id: bigint;
    branches: Buffer | null;
    withheld: "few" | "uneven" | null;
  };
  idempotency_keys: {
    member_id: number | null;
    key: string;
    request_hash: Buffer;
    change_hash: Buffer | null;
    result: JSONColumnType<object> | null;
    created_at: Date;
  };
}
