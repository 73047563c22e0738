import { consoleBook } from "@fc/contract/books/console";
import { approveBankMatches, setBankLineAside } from "@fc/contract/bank-statements/console-matches";
import { bankLines } from "@fc/contract/bank-statements/console";
import { indiaDayOf } from "@fc/contract/period";
import { referenceOf } from "@fc/contract/receipts/reference";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAccount,
  bankDay,
  importFile,
  newUtr,
  requestedWithUtr,
  statementFile,
} from "../../testing/bank-statements.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { approveStake, newcomer, requestedStake } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
let importer: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  [finance, importer] = [await operatorSignedIn(app, "finance"), await operatorSignedIn(app, "finance")];
});
afterAll(() => stopWithBooksRight(app));

test("bank and ledger of a month: what agrees is one line, everything else a line of its own, and the totals are all", async () => {
  const [paid, lost, odd, aside] = [newUtr(), newUtr(), newUtr(), newUtr()];
  const person = () => newcomer(app, { name: "Asha Verma" });
  const good = await requestedWithUtr(app, await person(), { utr: paid });
  const back = await requestedWithUtr(app, await person(), { utr: lost, dollars: 75 });
  const unpaid = await requestedStake(app, await newcomer(app), 15);
  await approveStake(app, unpaid);
  const account = await addAccount(importer);
  const day = bankDay(app.time.now);
  const file = statementFile([
    { day, words: `UPI-ASHA VERMA-${paid}`, amount: 12_450 },
    { day, words: `UPI-ASHA VERMA-${lost}`, amount: 6_225 },
    { day, words: `SALE-${odd}`, amount: 99.5 },
    { day, words: "RENT", amount: -1000 },
    { day, words: `INTEREST-${aside}`, amount: 40 },
  ]);
  expect((await importFile(importer, account, file)).status).toBe(200);
  const lines: { id: number; words: string }[] = (await finance.call(bankLines, { query: {} })).body.data;
  const lineOf = (utr: string) => lines.find(({ words }) => words.includes(utr))!.id;
  const matches = [
    { lineId: lineOf(paid), requestId: good },
    { lineId: lineOf(lost), requestId: back },
  ];
  await finance.call(approveBankMatches, { body: { cost: 1_000_000, matches } });
  const reversed = statementFile([{ day, words: `REV-${lost}`, amount: -6_225 }], { opening: 17_814.5 });
  expect((await importFile(importer, account, reversed)).status).toBe(200);

  const setAside = { params: { id: lineOf(aside) }, body: { reason: "Interest" } };
  expect((await finance.call(setBankLineAside, setAside)).status).toBe(200);

  const today = indiaDayOf(app.time.now);
  const { body } = await finance.call(consoleBook, {
    params: { book: "bank" },
    query: { month: today.slice(0, 7) },
  });
  const figures = (row: string[]) => [row[0], row[1], ...row.slice(5)];
  const { name } = await app.db.selectFrom("bank_accounts").select("name").executeTakeFirstOrThrow();
  expect(body.data.map(figures)).toEqual([
    ["2 stakes with their credits", null, "18675.00", "18675.00", "0.00"],
    ["Credit without a request", `${name}, line 3`, "99.50", "0.00", "99.50"],
    ["Credit set aside: Interest", `${name}, line 5`, "40.00", "0.00", "40.00"],
    ["Stake without a credit", referenceOf("staking-request", unpaid), "0.00", "1245.00", "-1245.00"],
    ["Taken back by the bank", referenceOf("staking-request", back), "-6225.00", "0.00", "-6225.00"],
  ]);
  expect(body.data[2][2]).toBe(today);
  expect(body.totals.slice(5)).toEqual(["12589.50", "19920.00", "-7330.50"]);
  const stakes = await finance.call(consoleBook, {
    params: { book: "stakes" },
    query: { month: today.slice(0, 7) },
  });
  expect(stakes.body.totals[7]).toBe(body.totals[6]);
});
