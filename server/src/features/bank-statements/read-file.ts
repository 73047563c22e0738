import { sure } from "@fc/contract/sure";
import { mostBankLines, type BankColumns } from "@fc/contract/bank-statements/console";
import Papa from "papaparse";
import { dayIn, directionIn, paiseIn, utrsIn } from "./fields.ts";
import { refused } from "./refused.ts";

export interface StatementLine {
  /** Its row in the file; the first one is 1. */
  fileLine: number;
  day: string;
  words: string;
  reference: string;
  payer: string;
  amountPaise: bigint;
  balancePaise: bigint;
  utrs: string[];
}

const delimiters = [",", ";", "\t", "|"];
/** Banks write some lines about the account above the headings. */
const mostRowsAbove = 60;

/** The first rows, for an operator who says which column is which. */
export function firstRows(bytes: Buffer): string[][] {
  const text = textOf(bytes);
  const tables = delimiters.map((delimiter) => rowsOf(text, delimiter, mostRowsAbove));
  const cellsOf = (rows: string[][]) => rows.reduce((sum, row) => sum + row.length, 0);
  const widest = tables.reduce((best, rows) => (cellsOf(rows) > cellsOf(best) ? rows : best));
  if (!widest.some((row) => row.length > 2)) throw refused("There is no table in this file");
  return widest.filter((row) => row.some((cell) => cell.trim() !== ""));
}

/** The lines of a file in its own order. */
export function linesIn(bytes: Buffer, columns: BankColumns): StatementLine[] {
  const text = textOf(bytes);
  const found = delimiters
    .map((delimiter) => ({ delimiter, titles: titlesIn(rowsOf(text, delimiter, mostRowsAbove), columns) }))
    .find(({ titles }) => titles !== undefined);
  if (!found?.titles) throw refused(missingTitles(text, columns));
  const { delimiter, titles } = found;
  const rows = rowsOf(text, delimiter);
  const lines = rows.flatMap((cells, at) =>
    at <= titles.row ? [] : lineOf({ cells, fileLine: at + 1 }, { columns, titles }),
  );
  if (lines.length === 0) throw refused("There is no line with a day and an amount in this file");
  if (lines.length > mostBankLines) {
    throw refused(
      `This file has more than ${mostBankLines.toLocaleString("en-IN")} lines. Please import it in parts`,
    );
  }
  return lines;
}

function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString("latin1") === "PK" || bytes[0] === 0xd0) {
    throw refused("This is a workbook and not a CSV file. Please download the statement as CSV");
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Older programs of banks write names with umlauts and accents in this way.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function rowsOf(text: string, delimiter: string, preview = 0): string[][] {
  return Papa.parse<string[]>(text, { delimiter, preview }).data;
}

const plain = (text: string) => text.trim().replaceAll(/\s{2,}|[\t\r\n]/g, " ");
const titleOf = (text: string) => plain(text).toLowerCase();

interface Titles {
  row: number;
  /** Where the column of each heading stands. */
  at: Map<string, number>;
}

const headingsOf = ({ dayOrder: _order, amounts, ...columns }: BankColumns) =>
  [...Object.values(columns), ...Object.values<string | null>(amounts)].filter((heading) => heading !== null);

/** The row with all headings, and where each of them stands. */
function titlesIn(rows: string[][], columns: BankColumns): Titles | undefined {
  const wanted = headingsOf(columns).map(titleOf);
  for (const [row, cells] of rows.entries()) {
    const titles = cells.map(titleOf);
    if (!wanted.every((title) => titles.includes(title))) continue;
    const twice = wanted.find((title) => titles.indexOf(title) !== titles.lastIndexOf(title));
    if (twice !== undefined) throw refused(`Two columns of this file are called “${twice}”`);
    return {
      row,
      at: new Map(headingsOf(columns).map((heading) => [heading, titles.indexOf(titleOf(heading))])),
    };
  }
  return undefined;
}

function missingTitles(text: string, columns: BankColumns): string {
  const cells = new Set(
    delimiters.flatMap((delimiter) => rowsOf(text, delimiter, mostRowsAbove).flat().map(titleOf)),
  );
  const missing = headingsOf(columns).filter((heading) => !cells.has(titleOf(heading)));
  const named = missing.map((heading) => `“${heading}”`).join(", ");
  return missing.length === 0
    ? "No row of this file has all the headings of this account"
    : `This file has no column ${named}. If the bank has renamed it, change the columns of the account`;
}

interface FileRow {
  cells: string[];
  fileLine: number;
}

/** Nothing for a row that is no line of the statement, such as a sum. The balances show whether one was lost by that. */
function lineOf(
  { cells, fileLine }: FileRow,
  { columns, titles }: { columns: BankColumns; titles: Titles },
): [StatementLine] | [] {
  const cell = (heading: string | null) =>
    heading === null ? "" : plain(cells[sure(titles.at.get(heading))] ?? "");
  const dayText = cell(columns.day);
  if (!/\d/.test(dayText)) return [];
  const wrong = (what: string) => refused(`Row ${fileLine}: ${what}`);
  const day = dayIn(dayText, columns.dayOrder);
  if (day === undefined) throw wrong(`“${dayText}” is no day`);
  const amountIn = (heading: string | null) => {
    const paise = paiseIn(cell(heading));
    if (paise === undefined) throw wrong(`“${cell(heading)}” is no amount`);
    return paise;
  };
  const amountPaise = signedAmount({ columns, cell, amountIn, wrong });
  if (amountPaise === 0n) return [];
  const balance = cell(columns.balance);
  if (balance === "") throw wrong("there is no balance");
  const [words, reference, payer] = [cell(columns.words), cell(columns.reference), cell(columns.payer)];
  const balancePaise = amountIn(columns.balance);
  const utrs = utrsIn(words, reference);
  return [{ fileLine, day, words, reference, payer, amountPaise, balancePaise, utrs }];
}

interface RowReader {
  columns: BankColumns;
  cell: (heading: string | null) => string;
  amountIn: (heading: string | null) => bigint;
  wrong: (what: string) => Error;
}

/** A negative credit is money that went out again, whichever column it stands in. */
function signedAmount({ columns: { amounts }, cell, amountIn, wrong }: RowReader): bigint {
  if ("credit" in amounts) {
    const [credit, debit] = [amountIn(amounts.credit), amountIn(amounts.debit)];
    if (credit !== 0n && debit !== 0n) throw wrong("there is both a credit and a debit");
    return credit - debit;
  }
  const amount = amountIn(amounts.amount);
  if (amounts.direction === null || amount === 0n) return amount;
  const word = cell(amounts.direction);
  const direction = directionIn(word);
  if (direction === undefined) throw wrong(`“${word}” says neither CR nor DR`);
  return direction * amount;
}
