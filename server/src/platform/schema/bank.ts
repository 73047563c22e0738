import type { BankColumns } from "@fc/contract/bank-statements/console";
import type { GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of the bank's statements. */
export interface BankTables {
  bank_accounts: {
    id: GeneratedAlways<number>;
    name: string;
    columns: JSONColumnType<BankColumns>;
    added_by: number;
    added_at: Date;
  };
  bank_statements: {
    id: GeneratedAlways<number>;
    account_id: number;
    file: string;
    content: Buffer;
    digest: string;
    imported_by: number;
    imported_at: Date;
    line_count: number;
    new_count: number;
    first_day: string;
    last_day: string;
    opening_paise: bigint;
    closing_paise: bigint;
  };
  bank_lines: {
    id: GeneratedAlways<number>;
    account_id: number;
    number: number;
    statement_id: number;
    file_line: number;
    day: string;
    words: string;
    reference: string;
    payer: string;
    amount_paise: bigint;
    balance_paise: bigint;
    utrs: string[];
  };
  bank_payments: {
    line_id: number;
    /** Null where the line is set aside, or was brought back. */
    request_id: number | null;
    matched_by: number | null;
    matched_at: Date;
    set_aside_reason: string | null;
  };
}
