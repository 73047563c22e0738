import { addBankAccount, importBankStatement, type BankColumns } from "@fc/contract/bank-statements/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { randomUUID } from "node:crypto";
import { confirmStake, proofOf, stakeOf, submitStake, type Person } from "./staking-requests.ts";
import type { TestApp, TestClient } from "./test-app.ts";

/** As a bank in India writes it: two columns of amounts, grouped by lakh, day first. */
export const usualColumns: BankColumns = {
  day: "Date",
  dayOrder: "dmy",
  words: "Narration",
  reference: "Chq./Ref.No.",
  payer: null,
  amounts: { credit: "Deposit Amt.", debit: "Withdrawal Amt." },
  balance: "Closing Balance",
};

export interface BankedLine {
  /** 31/12/26. */
  day: string;
  words: string;
  reference?: string;
  /** Rupees; below zero what went out. */
  amount: number;
}

/** Paise as a bank writes them: 1,23,456.78. */
const grouped = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });
const bankAmount = (paise: number) => grouped.format(paise / 100);

/** A file of these lines, whose balances follow from what the account held before them. */
export function statementFile(lines: readonly BankedLine[], { opening = 0 } = {}): string {
  let balance = opening * 100;
  const rows = lines.map(({ day, words, reference = "", amount }) => {
    balance += Math.round(amount * 100);
    const [out, into] = amount < 0 ? [bankAmount(-amount * 100), ""] : ["", bankAmount(amount * 100)];
    return `${day},"${words}",${reference},${day},"${out}","${into}","${bankAmount(balance)}"`;
  });
  const titles = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
  return `Statement of account\r\nAccount No,XXXXXX1234\r\n\r\n${titles}\r\n${rows.join("\r\n")}\r\n`;
}

export async function addAccount(client: TestClient, columns: BankColumns = usualColumns): Promise<number> {
  const name = `Current account ${randomUUID().slice(0, 8)}`;
  const { status, body } = await client.call(addBankAccount, { body: { name, columns } });
  if (status !== 200) throw new Error(`not added: ${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

export function importFile(client: TestClient, id: number, content: string | Uint8Array<ArrayBuffer>) {
  const body = new Blob([content], { type: "text/csv" });
  return client.call(importBankStatement, { params: { id }, query: { file: "statement.csv" }, body });
}

/** A request that names a UTR, which the bank finds its payment by. */
export async function requestedWithUtr(
  app: TestApp,
  person: Person,
  { utr, dollars = 150 }: { utr: string; dollars?: number },
): Promise<number> {
  const change = { ...stakeOf(person, await proofOf(person), dollars), utr };
  await confirmStake(app, person, change);
  const { status, body } = await submitStake(person, change);
  if (status !== 200) throw new Error(`not requested: ${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

/** The day of a moment in India, as a bank writes it. */
export function bankDay(moment: Date, days = 0): string {
  const [year = "", month, day] = daysAfter(indiaDayOf(moment), days).split("-");
  return `${day}/${month}/${year.slice(2)}`;
}

let newestUtr = 412_345_678_900;
export const newUtr = () => String(++newestUtr);
