import type { BankLine } from "@fc/contract/bank-statements/console";
import { inrPaiseToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";

interface LineRow {
  id: number;
  account: string;
  day: string;
  words: string;
  reference: string;
  payer: string;
  amount_paise: bigint;
  balance_paise: bigint;
  statement_id: number;
  file_line: number;
  /** What it pays for. */
  request_id: number | null;
  reversed_on: string | null;
  set_aside_reason: string | null;
  set_aside_by: string | null;
  set_aside_at: Date | null;
}

function setAsideOf({ set_aside_reason, set_aside_by, set_aside_at }: LineRow): BankLine["setAside"] {
  if (set_aside_reason === null || set_aside_at === null) return null;
  return { reason: set_aside_reason, by: set_aside_by ?? "", at: set_aside_at.toISOString() };
}

export const toLine = (row: LineRow): BankLine => ({
  id: row.id,
  account: row.account,
  day: row.day,
  words: row.words,
  reference: row.reference,
  payer: row.payer,
  amountInr: inrPaiseToWire(row.amount_paise),
  balanceInr: inrPaiseToWire(row.balance_paise),
  statementId: row.statement_id,
  fileLine: row.file_line,
  paysFor: row.request_id === null ? null : referenceOf("staking-request", row.request_id),
  reversedOn: row.reversed_on,
  setAside: setAsideOf(row),
});
