import { bankLines } from "@fc/contract/bank-statements/console";
import {
  approveBankMatches,
  bankMatches,
  matchBankLine,
  type ApprovedMatch,
  type BankMatch,
} from "@fc/contract/bank-statements/console-matches";
import { operatorLog } from "@fc/contract/operators/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { approveStaking, confirmStaking, consoleStakingRequest } from "@fc/contract/staking/console";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unpaidStakes } from "../../core/bank-statements/reversals.ts";
import {
  addAccount,
  bankDay,
  importFile,
  newUtr,
  requestedWithUtr,
  statementFile,
  type BankedLine,
} from "../../testing/bank-statements.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { newcomer, stakedFc } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let importer: TestClient;
/** What they may approve alone is counted, so each test has new ones. */
let finance: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  importer = await operatorSignedIn(app, "finance");
});
beforeEach(async () => {
  finance = await operatorSignedIn(app, "finance");
  other = await operatorSignedIn(app, "finance");
});
afterAll(() => stopWithBooksRight(app));

interface Paid {
  id: number;
  utr: string;
  line: BankedLine;
}

/** A request with the line that pays for it, at 83 rupees for a dollar. */
async function paid({ dollars = 150, payer = "Asha Verma" } = {}): Promise<Paid> {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await newcomer(app, { name: "Asha Verma" }), { utr, dollars });
  return {
    id,
    utr,
    line: { day: bankDay(app.time.now), words: `UPI-${payer}-${utr}`, amount: dollars * 83 },
  };
}

/** A statement of an account of its own. */
async function bring(...lines: BankedLine[]): Promise<number> {
  const account = await addAccount(importer);
  expect((await importFile(importer, account, statementFile(lines))).status).toBe(200);
  return account;
}

async function lineOf({ utr }: Paid): Promise<number> {
  const { body } = await finance.call(bankLines, { query: { search: utr } });
  return body.data.at(-1).id;
}

const approve = async (by: TestClient, ...payments: Paid[]) => {
  const matches = await Promise.all(
    payments.map(async (payment) => ({ requestId: payment.id, lineId: await lineOf(payment) })),
  );
  return by.call(approveBankMatches, { body: { cost: 1_000_000, matches } });
};
const problems = (answer: { body: { data: ApprovedMatch[] } }) =>
  answer.body.data.map(({ problem }) => problem);
const requestOf = async ({ id }: Paid) =>
  (await finance.call(consoleStakingRequest, { params: { id } })).body.data;
const used = "This line pays for another request that was approved";
const notExact = "This match is not exact any more. Please look again";
const needsTwo =
  "An amount like this needs two operators: one confirms it, another one accepts or approves it";

test("exact matches are approved together by another operator than the importer, and the log has both acts", async () => {
  const payments = [await paid(), await paid(), await paid()];
  await bring(...payments.map(({ line }) => line));
  expect(problems(await approve(importer, payments[0]!))).toEqual([
    "You imported this line. Another operator approves by it",
  ]);
  expect((await requestOf(payments[0]!)).status).toBe("P");
  expect(problems(await approve(finance, ...payments))).toEqual([null, null, null]);
  for (const payment of payments) {
    expect(await requestOf(payment)).toMatchObject({ status: "A", decidedBy: "The finance" });
  }
  const { exact } = (await other.call(bankMatches, {})).body.data;
  const ids = payments.map(({ id }) => id);
  expect(exact.filter(({ request }: BankMatch) => ids.includes(request.id))).toEqual([]);
  const admin = await operatorSignedIn(app, "admin");
  for (const action of ["staking-request/approve", "bank-line/match"] as const) {
    const { body } = await admin.call(operatorLog, { query: { action } });
    const requests = body.data.map(({ details }: { details: { request: number } }) => details.request);
    expect(requests).toEqual(expect.arrayContaining(ids));
  }
});

test("a stake begins once, whichever of two operators presses first", async () => {
  const person = await newcomer(app, { name: "Asha Verma" });
  const utr = newUtr();
  const id = await requestedWithUtr(app, person, { utr });
  const payment = {
    id,
    utr,
    line: { day: bankDay(app.time.now), words: `UPI-ASHA VERMA-${utr}`, amount: 12_450 },
  };
  await bring(payment.line);
  const answers = await Promise.all([finance, other, finance, other].map((by) => approve(by, payment)));
  expect(answers.flatMap(problems).filter((problem) => problem === null)).toHaveLength(1);
  expect(await stakedFc(app, person)).toBe(100_000_000_000n);
});

test("a line that pays for a request that was approved pays for no other one", async () => {
  const [first, second] = [await paid(), await paid()];
  await bring(first.line, second.line);
  const lineId = await lineOf(first);
  expect(problems(await approve(finance, first))).toEqual([null]);
  const body = { cost: 1_000_000, matches: [{ requestId: second.id, lineId }] };
  expect(problems(await finance.call(approveBankMatches, { body }))).toEqual([notExact]);
  const reference = referenceOf("staking-request", second.id);
  const byHand = await finance.call(matchBankLine, { params: { id: lineId }, body: { reference } });
  expect(byHand.body.message).toBe(used);
});

test("what is near is not approved, and keeps nothing else from it", async () => {
  const [fake, right] = [await paid({ payer: "Ravi Menon" }), await paid()];
  await bring(fake.line, right.line);
  expect(problems(await approve(finance, fake, right))).toEqual([notExact, null]);
  expect((await requestOf(fake)).status).toBe("P");
});

test("one operator approves together only what may be approved alone; a confirmed one is approved too", async () => {
  const large = await paid({ dollars: 1500 });
  const many = [await paid({ dollars: 900 }), await paid({ dollars: 900 })];
  await bring(large.line, ...many.map(({ line }) => line));
  expect(problems(await approve(finance, large, ...many))).toEqual([needsTwo, null, needsTwo]);
  const body = {};
  expect((await other.call(confirmStaking, { params: { id: large.id }, body })).status).toBe(200);
  expect(problems(await approve(finance, large))).toEqual([null]);
});

test("who imported the line is not the first of two either: then its picture is looked at", async () => {
  const large = await paid({ dollars: 1500 });
  const small = await paid();
  await bring(large.line, small.line);
  for (const { id } of [large, small])
    expect((await importer.call(confirmStaking, { params: { id }, body: {} })).status).toBe(200);
  const ofConfirmer =
    "The operator who confirmed this request has imported its line as well. Approve it in Staking requests, beside its picture";
  expect(problems(await approve(finance, large, small))).toEqual([ofConfirmer, ofConfirmer]);
  const byHand = { params: { id: large.id }, body: { cost: 1_000_000 } };
  expect((await finance.call(approveStaking, byHand)).status).toBe(200);
});

test("nothing is approved at another price than the page showed", async () => {
  const payment = await paid();
  await bring(payment.line);
  const matches = [{ requestId: payment.id, lineId: await lineOf(payment) }];
  const answer = await finance.call(approveBankMatches, { body: { cost: 999_999, matches } });
  expect(problems(answer)[0]).toContain("price");
  expect((await requestOf(payment)).status).toBe("P");
});

test("a later reversal is an alert on the stake, until another payment of the request is matched", async () => {
  const payment = await paid();
  const account = await addAccount(importer);
  await importFile(importer, account, statementFile([payment.line]));
  expect(problems(await approve(finance, payment))).toEqual([null]);
  const alerts = async () => (await unpaidStakes(app.db)).filter(({ requestId }) => requestId === payment.id);
  expect(await alerts()).toEqual([]);
  const back = { day: bankDay(app.time.now), words: `REV UPI ${payment.utr}`, amount: -12_450 };
  const again = { day: bankDay(app.time.now), words: "CASH 999999999999", amount: 12_450 };
  await importFile(importer, account, statementFile([back, again], { opening: 12_450 }));
  const [alert] = await alerts();
  expect(alert?.day.slice(8)).toBe(back.day.slice(0, 2));
  const { body } = await finance.call(bankLines, { query: { search: "CASH 999999999999" } });
  const reference = referenceOf("staking-request", payment.id);
  const params = { id: body.data[0].id };
  expect((await finance.call(matchBankLine, { params, body: { reference } })).status).toBe(200);
  expect(await alerts()).toEqual([]);
});

test("a request that was approved in its queue keeps its line with the next import", async () => {
  const payment = await paid();
  await bring(payment.line);
  const params = { id: payment.id };
  const body = { cost: 1_000_000 };
  expect((await finance.call(approveStaking, { params, body })).status).toBe(200);
  await bring({ day: bankDay(app.time.now), words: "SALE", amount: 5 });
  const { body: lines } = await finance.call(bankLines, { query: { search: payment.utr } });
  expect(lines.data[0].paysFor).toBe(referenceOf("staking-request", payment.id));
});

test("of fifty requests one press approves the forty-eight that the bank has, and each of two fakes says what is wrong", async () => {
  const honest: Paid[] = [];
  for (let at = 0; at < 48; at++) honest.push(await paid({ dollars: 15 }));
  // One names the payment of somebody else, the other paid less than it says.
  const [borrowed, short] = [await paid({ dollars: 15, payer: "Ravi Menon" }), await paid({ dollars: 15 })];
  const lines = honest.map(({ line }) => line);
  await bring(...lines.slice(0, 20), borrowed.line, { ...short.line, amount: 245 }, ...lines.slice(20));

  const { exact, near, cost } = (await finance.call(bankMatches, {})).body.data;
  const ofToday = (match: BankMatch) =>
    [...honest, borrowed, short].some(({ id }) => id === match.request.id);
  const found = near.filter(ofToday).map(({ request, differences }: BankMatch) => [request.id, differences]);
  expect(new Map(found)).toEqual(
    new Map([
      [borrowed.id, ["payer"]],
      [short.id, ["amount"]],
    ]),
  );
  const matches = exact
    .filter(ofToday)
    .map(({ line, request }: BankMatch) => ({ lineId: line.id, requestId: request.id }));
  const answer = await finance.call(approveBankMatches, { body: { cost, matches } });
  expect(problems(answer)).toEqual(honest.map(() => null));
  for (const payment of honest) expect((await requestOf(payment)).status).toBe("A");
  for (const fake of [borrowed, short]) expect((await requestOf(fake)).status).toBe("P");
});
