import type { BankColumns, DayOrder } from "@fc/contract/bank-statements/console";

/** Which column is which, as the form has it: no column is an empty text. */
export interface Mapping {
  day: string;
  dayOrder: DayOrder;
  words: string;
  reference: string;
  payer: string;
  /** Money in and money out have a column each. */
  hasTwoAmounts: boolean;
  credit: string;
  debit: string;
  amount: string;
  direction: string;
  balance: string;
}

/** How banks call their columns. */
const usualNames: Record<keyof Omit<Mapping, "dayOrder" | "hasTwoAmounts">, RegExp> = {
  day: /\bdate\b/i,
  words: /narration|particular|description|remark|details/i,
  reference: /\butr\b|\bref|chq|cheque/i,
  payer: /payer|remitter|sender/i,
  credit: /deposit|credit|\bcr\b/i,
  debit: /withdraw|debit|\bdr\b/i,
  amount: /^(?:transaction |txn )?amount\b/i,
  direction: /cr\s*\/\s*dr|dr\s*\/\s*cr|\btype\b/i,
  balance: /balance/i,
};

/** Banks write some lines about the account above the headings. */
export function headingsIn(rows: readonly (readonly string[])[]): {
  headings: string[];
  sample: readonly string[];
} {
  const known = (row: readonly string[]) =>
    Object.values(usualNames).filter((name) => row.some((cell) => name.test(cell))).length;
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== "").length;
  const score = (row: readonly string[]) => known(row) * 100 + filled(row);
  const best = rows.reduce((found, row, at) => (score(row) > score(rows[found] ?? []) ? at : found), 0);
  return { headings: (rows[best] ?? []).map((cell) => cell.trim()), sample: rows[best + 1] ?? [] };
}

/** What the headings most likely mean, for the operator to correct. */
export function guessedMapping(headings: readonly string[]): Mapping {
  const named = (name: keyof typeof usualNames, ...not: string[]) =>
    headings.find((heading) => usualNames[name].test(heading) && !not.includes(heading)) ?? "";
  const direction = named("direction");
  const balance = named("balance");
  const credit = named("credit", direction, balance);
  const debit = named("debit", direction, balance);
  return {
    day: named("day"),
    dayOrder: "dmy",
    words: named("words"),
    reference: named("reference"),
    payer: named("payer"),
    hasTwoAmounts: credit !== "" && debit !== "",
    credit,
    debit,
    amount: named("amount"),
    direction,
    balance,
  };
}

export function mappingOf({ amounts, reference, payer, ...columns }: BankColumns): Mapping {
  const both = "credit" in amounts ? amounts : { credit: "", debit: "" };
  const one = "amount" in amounts ? amounts : { amount: "", direction: null };
  return {
    ...columns,
    reference: reference ?? "",
    payer: payer ?? "",
    hasTwoAmounts: "credit" in amounts,
    ...both,
    amount: one.amount,
    direction: one.direction ?? "",
  };
}

export function columnsOf(mapping: Mapping): BankColumns {
  const { day, dayOrder, words, balance, credit, debit, amount } = mapping;
  const orNone = (heading: string) => (heading === "" ? null : heading);
  return {
    day,
    dayOrder,
    words,
    reference: orNone(mapping.reference),
    payer: orNone(mapping.payer),
    amounts: mapping.hasTwoAmounts ? { credit, debit } : { amount, direction: orNone(mapping.direction) },
    balance,
  };
}
