import * as contract from "@fc/contract/bank-statements/console";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAccount,
  importFile,
  statementFile,
  usualColumns,
  type BankedLine,
} from "../../testing/bank-statements.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  [finance, other] = [await operatorSignedIn(app, "finance"), await operatorSignedIn(app, "finance")];
});
afterAll(() => app.stop());

const april: BankedLine[] = [
  { day: "01/04/26", words: "UPI-ASHA VERMA-asha@okaxis-412345678901-PAY", amount: 12_750 },
  { day: "01/04/26", words: "NEFT DR-RENT", amount: -4_000.5 },
  { day: "02/04/26", words: "UPI-RAVI MENON-ravi@okaxis-412345678902-PAY", amount: 1_25_000 },
  { day: "03/04/26", words: "UPI-ZOYA KHAN-zoya@okaxis-412345678903-PAY", amount: 12_750 },
];
const opening = 1_00_000;
const balanceAfter = (count: number) =>
  april.slice(0, count).reduce((sum, { amount }) => sum + amount, opening);

async function linesOf(account: number) {
  const { rows } = { rows: await app.db.selectFrom("bank_lines").selectAll().execute() };
  return rows.filter(({ account_id }) => account_id === account).toSorted((a, b) => a.number - b.number);
}

/** The whole answer of a file that is refused, and nothing of which is kept. */
async function whyRefused(account: number, content: string) {
  const before = await linesOf(account);
  const { status, body } = await importFile(finance, account, content);
  expect([status, body.code]).toEqual([422, "BANK_FILE_REFUSED"]);
  expect(await linesOf(account)).toEqual(before);
  return body.fields.file as string;
}

test("a statement is read by its headings, and file, digest and importer are kept", async () => {
  const account = await addAccount(finance);
  const content = statementFile(april, { opening });
  expect((await importFile(finance, account, content)).body.data).toEqual({ lines: 4, newLines: 4 });
  const lines = await linesOf(account);
  expect(lines.map(({ day, amount_paise }) => [day, amount_paise])).toEqual([
    ["2026-04-01", 1_275_000n],
    ["2026-04-01", -400_050n],
    ["2026-04-02", 12_500_000n],
    ["2026-04-03", 1_275_000n],
  ]);
  expect(lines[0]).toMatchObject({ file_line: 5, utrs: ["412345678901"] });
  const [statement] = (await other.call(contract.bankStatements, {})).body.data;
  expect(statement).toMatchObject({
    file: "statement.csv",
    importedBy: "The finance",
    digest: createHash("sha256").update(content).digest("hex"),
    openingInr: opening,
    closingInr: balanceAfter(4),
  });
  const file = await other.call(contract.bankStatementFile, { params: { id: statement.id } });
  expect(file.body).toBe(content);
});

test("a line of a day that has not come is refused, and honest statements still fit", async () => {
  const account = await addAccount(finance);
  await importFile(finance, account, statementFile(april, { opening }));
  const mistyped = [{ day: "01/01/99", words: "INTEREST", amount: 100 }];
  const why = await whyRefused(account, statementFile(mistyped, { opening: balanceAfter(4) }));
  expect(why).toMatch(/^Row 5: 2099-01-01 has not come yet\. /);
  const next = [{ day: "15/11/26", words: "INTEREST", amount: 100 }];
  const honest = await importFile(finance, account, statementFile(next, { opening: balanceAfter(4) }));
  expect(honest.body.data).toEqual({ lines: 1, newLines: 1 });
});

test("the same file and overlapping files change nothing that is there", async () => {
  const account = await addAccount(finance);
  await importFile(finance, account, statementFile(april.slice(0, 3), { opening }));
  const first = await linesOf(account);
  const again = await importFile(other, account, statementFile(april.slice(0, 3), { opening }));
  expect(again.body.data).toEqual({ lines: 3, newLines: 0 });
  const part = statementFile(april.slice(1, 2), { opening: balanceAfter(1) });
  expect((await importFile(other, account, part)).body.data).toEqual({ lines: 1, newLines: 0 });
  const overlapping = statementFile(april.slice(1), { opening: balanceAfter(1) });
  expect((await importFile(other, account, overlapping)).body.data).toEqual({ lines: 3, newLines: 1 });
  expect((await linesOf(account)).slice(0, 3)).toEqual(first);
  expect(await linesOf(account)).toHaveLength(4);
});

test("a balance that does not follow from the line before is refused, with its row", async () => {
  const account = await addAccount(finance);
  const content = statementFile(april, { opening });
  expect(await whyRefused(account, content.replace('"1,25,000.00"', '"2,25,000.00"'))).toMatch(
    /^Row 7: the balance/,
  );
  const without = content.split("\r\n").filter((_, at) => at !== 5);
  expect(await whyRefused(account, without.join("\r\n"))).toContain("A line is missing or was changed");
});

test("a file that does not begin where the account ends is refused, and one that changes known words", async () => {
  const account = await addAccount(finance);
  await importFile(finance, account, statementFile(april.slice(0, 2), { opening }));
  const gap = statementFile(april.slice(3), { opening: balanceAfter(3) });
  expect(await whyRefused(account, gap)).toContain("Import what lies between first");
  const renamed = statementFile(april, { opening }).replace("ASHA VERMA", "RAVI MENON");
  expect(await whyRefused(account, renamed)).toMatch(
    /^Row 5: this line was imported before with other words/,
  );
  const earlier = statementFile([{ day: "31/03/26", words: "X", amount: 5 }], { opening: balanceAfter(2) });
  expect(await whyRefused(account, earlier)).toContain("Import what lies between first");
});

test("another order of the columns, umlauts, newest line first and CR and DR in a column are understood", async () => {
  const account = await addAccount(finance, {
    ...usualColumns,
    words: "Verwendungszweck",
    reference: null,
    payer: "Zahlungspflichtiger",
    amounts: { amount: "Betrag", direction: "Cr/Dr" },
    balance: "Saldo",
  });
  const rows = [
    "Saldo;Betrag;Cr/Dr;Date;Verwendungszweck;Zahlungspflichtiger",
    "1.150,00 Cr;50,00;DR;03.04.2026;Gebühr;",
    "1.200,00 Cr;200,00;CR;02.04.2026;Überweisung 412345678907;Jürgen Groß",
  ];
  const bytes = Uint8Array.from(Buffer.from(rows.join("\n"), "latin1"));
  expect((await importFile(finance, account, bytes)).body.data).toEqual({ lines: 2, newLines: 2 });
  const lines = await linesOf(account);
  expect(lines.map(({ words, payer, amount_paise }) => [words, payer, amount_paise])).toEqual([
    ["Überweisung 412345678907", "Jürgen Groß", 20_000n],
    ["Gebühr", "", -5000n],
  ]);
});

test("a negative credit is money that went out, and a sum below the table is no line", async () => {
  const account = await addAccount(finance);
  const content =
    statementFile(april.slice(0, 1), { opening }) +
    '02/04/26,"REV-UPI-412345678901",,02/04/26,"","-12,750.00","1,00,000.00"\r\n' +
    'Total,,,,"0.00","0.00","1,00,000.00"\r\n';
  expect((await importFile(finance, account, content)).body.data).toEqual({ lines: 2, newLines: 2 });
  expect((await linesOf(account)).map(({ amount_paise }) => amount_paise)).toEqual([1_275_000n, -1_275_000n]);
});

test("what is no statement of this account is refused with the reason", async () => {
  const account = await addAccount(finance);
  expect(await whyRefused(account, "Date,Narration\n01/04/26,Hello\n")).toMatch(/no column .*“Chq./);
  expect(await whyRefused(account, "PK\u0003\u0004 a workbook")).toContain("workbook");
  expect(await whyRefused(account, statementFile([]))).toContain("no line with a day");
  const content = statementFile(april, { opening });
  expect(await whyRefused(account, content.replace("02/04/26,", "2/April,"))).toContain(
    "“2/April” is no day",
  );
  expect(await whyRefused(account, content.replace('"1,25,000.00"', '"1,25,0x0"'))).toContain("is no amount");
  expect(await whyRefused(account, content.replace("Value Dt", "Narration"))).toContain("Two columns");
});

test("two operators import the same statement at once: its lines are there once", async () => {
  const account = await addAccount(finance);
  const content = statementFile(april, { opening });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => importFile(at % 2 ? finance : other, account, content)),
  );
  expect(answers.map(({ body }) => body.data.newLines).toSorted((a, b) => a - b)).toEqual([
    0, 0, 0, 0, 0, 0, 0, 4,
  ]);
  expect(await linesOf(account)).toHaveLength(4);
});

test("a statement of 50,000 lines is imported, and once more without a change", async () => {
  const account = await addAccount(finance);
  const many = Array.from({ length: 50_000 }, (_, at) => ({
    day: "05/04/26",
    words: `UPI-MEMBER ${at}-someone@okaxis-${500_000_000_000 + at}-PAY`,
    amount: 1000 + (at % 7),
  }));
  const content = statementFile(many);
  expect((await importFile(finance, account, content)).body.data.newLines).toBe(50_000);
  expect((await importFile(finance, account, content)).body.data.newLines).toBe(0);
  const { body } = await finance.call(contract.bankLines, { query: { search: "500000049999", size: 10 } });
  expect([body.total, body.data[0].words]).toEqual([1, many.at(-1)!.words]);
}, 120_000);

test("an account's name is there once, and its columns can be changed when the bank renames them", async () => {
  const account = await addAccount(finance);
  const { name } = await app.db
    .selectFrom("bank_accounts")
    .select("name")
    .where("id", "=", account)
    .executeTakeFirstOrThrow();
  const body = { name, columns: usualColumns };
  expect((await finance.call(contract.addBankAccount, { body })).body.code).toBe("BANK_ACCOUNT_KNOWN");
  const content = statementFile(april, { opening }).replace("Narration", "Particulars");
  expect(await whyRefused(account, content)).toContain("“Narration”");
  const columns = { ...usualColumns, words: "Particulars" };
  expect(
    (await finance.call(contract.changeBankColumns, { params: { id: account }, body: { columns } })).status,
  ).toBe(200);
  expect((await importFile(finance, account, content)).body.data.newLines).toBe(4);
});

test("the first rows are shown to say which column is which", async () => {
  const body = new Blob([statementFile(april, { opening })], { type: "text/csv" });
  const { rows } = (await finance.call(contract.readBankFile, { body })).body.data;
  expect(rows[2]).toEqual([
    "Date",
    "Narration",
    "Chq./Ref.No.",
    "Value Dt",
    "Withdrawal Amt.",
    "Deposit Amt.",
    "Closing Balance",
  ]);
});
