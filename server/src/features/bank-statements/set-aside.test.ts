import { bankLines, type BankLine } from "@fc/contract/bank-statements/console";
import {
  bankLinesOfRequest,
  bankMatches,
  bringBankLineBack,
  matchBankLine,
  setBankLineAside,
} from "@fc/contract/bank-statements/console-matches";
import { operatorLog } from "@fc/contract/operators/console";
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
import { newcomer, rejectStake, requestedStake } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  finance = await operatorSignedIn(app, "finance");
});
afterAll(() => stopWithBooksRight(app));

const rupees = 12_450;

/** A credit of its own account. */
async function credited(utr: string, words = `UPI-ASHA VERMA-${utr}`): Promise<number> {
  const file = statementFile([{ day: bankDay(app.time.now), words, amount: rupees }]);
  expect((await importFile(finance, await addAccount(finance), file)).status).toBe(200);
  return (await lineOf(utr)).id;
}

async function listed(search: string, match: "unmatched" | "aside"): Promise<BankLine[]> {
  return (await finance.call(bankLines, { query: { search, match } })).body.data;
}
async function lineOf(search: string): Promise<BankLine> {
  return (await finance.call(bankLines, { query: { search } })).body.data[0];
}
const setAside = (id: number, reason = "Interest of the bank") =>
  finance.call(setBankLineAside, { params: { id }, body: { reason } });
const bringBack = (id: number) => finance.call(bringBankLineBack, { params: { id } });
const match = (id: number, requestId: number) =>
  finance.call(matchBankLine, {
    params: { id },
    body: { reference: referenceOf("staking-request", requestId) },
  });

test("a credit that was set aside is in a list of its own with who and why, and both acts are in the log", async () => {
  const utr = newUtr();
  const id = await credited(utr);
  expect((await setAside(id)).status).toBe(200);
  expect(await listed(utr, "unmatched")).toEqual([]);
  expect(await listed(utr, "aside")).toMatchObject([
    { id, paysFor: null, setAside: { reason: "Interest of the bank", at: app.time.now.toISOString() } },
  ]);
  expect((await setAside(id)).body.code).toBe("BANK_LINE_ASIDE");

  expect((await bringBack(id)).status).toBe(200);
  expect(await listed(utr, "aside")).toEqual([]);
  expect(await listed(utr, "unmatched")).toMatchObject([{ id, setAside: null }]);
  expect((await bringBack(id)).body.code).toBe("BANK_LINE_NOT_ASIDE");

  const { data } = (await finance.call(operatorLog, { query: {} })).body;
  expect(data.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
    "bank-line/bring-back",
    "bank-line/set-aside",
  ]);
});

test("a credit that was set aside matches nothing until it is brought back, and its request shows why", async () => {
  const utr = newUtr();
  const line = await credited(utr);
  await setAside(line, "A loan");
  const id = await requestedWithUtr(app, await newcomer(app, { name: "Asha Verma" }), { utr });
  const exact = async () => (await finance.call(bankMatches, {})).body.data.exact.length;
  expect(await exact()).toBe(0);
  const beside = await finance.call(bankLinesOfRequest, { params: { id } });
  expect(beside.body.data.lines).toMatchObject([
    { differences: [], line: { setAside: { reason: "A loan" } } },
  ]);
  expect((await match(line, id)).body.code).toBe("BANK_LINE_ASIDE");
  await bringBack(line);
  expect(await exact()).toBe(1);
  expect((await match(line, id)).status).toBe(200);
});

test("a credit that pays for a request is not set aside; that of a rejected one is", async () => {
  const line = await credited(newUtr());
  const id = await requestedStake(app, await newcomer(app));
  await match(line, id);
  expect((await setAside(line)).body.code).toBe("BANK_LINE_PAYS");
  await rejectStake(app, id);
  expect((await setAside(line)).status).toBe(200);
});

test("only money that came in is set aside, and not without a reason", async () => {
  const utr = newUtr();
  const file = statementFile([{ day: bankDay(app.time.now), words: `RENT-${utr}`, amount: -500 }]);
  await importFile(finance, await addAccount(finance), file);
  const { id } = await lineOf(utr);
  expect((await setAside(id)).body.code).toBe("BANK_LINE_DEBIT");
  expect((await setAside(id, "  ")).status).toBe(400);
  expect((await setAside(2_000_000_000)).status).toBe(404);
});

test("of one who matches a credit and one who sets it aside at once, one is right", async () => {
  const line = await credited(newUtr());
  const id = await requestedStake(app, await newcomer(app));
  const answers = await Promise.all([match(line, id), setAside(line)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
