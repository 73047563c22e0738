import { bankLines } from "@fc/contract/bank-statements/console";
import {
  bankLinesOfRequest,
  bankMatches,
  matchBankLine,
  setBankLineAside,
} from "@fc/contract/bank-statements/console-matches";
import { referenceOf } from "@fc/contract/receipts/reference";
import { approveStaking } from "@fc/contract/staking/console";
import { afterAll, beforeAll, expect, test } from "vitest";
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
import { approveStake, newcomer, rejectStake, requestedStake } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let finance: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  [finance, other] = [await operatorSignedIn(app, "finance"), await operatorSignedIn(app, "finance")];
});
afterAll(() => stopWithBooksRight(app));

/** What $150 cost at the price: 83 rupees for a dollar. */
const rupees = 12_450;
const asha = () => newcomer(app, { name: "Asha Verma" });
const credit = (utr: string, line: Partial<BankedLine> = {}): BankedLine => ({
  day: bankDay(app.time.now),
  words: `UPI-ASHA VERMA-asha@okaxis-${utr}-PAY`,
  amount: rupees,
  ...line,
});

/** Of an account of their own. */
async function bring(lines: readonly BankedLine[], by = finance): Promise<void> {
  const { status, body } = await importFile(by, await addAccount(by), statementFile(lines));
  expect(status, JSON.stringify(body)).toBe(200);
}

const matches = async (by = other) => (await by.call(bankMatches, {})).body.data;

/** Where a request is, and what differs. */
async function seen(requestId: number) {
  const { exact, near, unpaid } = await matches();
  const isOf = ({ request }: { request: { id: number } }) => request.id === requestId;
  return {
    exact: exact.filter(isOf).length,
    near: near.filter(isOf).map(({ differences }: { differences: string[] }) => differences),
    unpaid: unpaid.some(({ id }: { id: number }) => id === requestId),
  };
}

async function lineOf(search: string) {
  const { body } = await finance.call(bankLines, { query: { search } });
  expect(body.total).toBe(1);
  return body.data[0];
}
const unmatched = async (search: string): Promise<number> =>
  (await finance.call(bankLines, { query: { search, match: "unmatched" } })).body.total;

const match = (id: number, requestId: number, by = finance) =>
  by.call(matchBankLine, {
    params: { id },
    body: { reference: referenceOf("staking-request", requestId) },
  });

const approveByHand = (id: number) =>
  other.call(approveStaking, { params: { id }, body: { cost: 1_000_000 } });

test("a credit with UTR, rupees, day and name of a request is exact, and says who imported it", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  expect(await seen(id)).toEqual({ exact: 0, near: [], unpaid: false });
  await bring([credit(`000${utr}`)]);
  expect(await seen(id)).toEqual({ exact: 1, near: [], unpaid: false });
  const found = (by: TestClient) =>
    matches(by).then(({ exact }) =>
      exact.find(({ request }: { request: { id: number } }) => request.id === id),
    );
  expect(await found(other)).toMatchObject({
    line: { amountInr: rupees, payer: "", paysFor: null },
    request: { amountUsd: 150, amountInr: rupees, utr, status: "P" },
    isImportedByYou: false,
  });
  expect(await found(finance)).toMatchObject({ isImportedByYou: true });
  expect(await unmatched(utr)).toBe(0);
});

test("what differs makes it a near match: amount, payer and day", async () => {
  const [less, payer, late] = [newUtr(), newUtr(), newUtr()];
  const ids = [
    await requestedWithUtr(app, await asha(), { utr: less }),
    await requestedWithUtr(app, await asha(), { utr: payer }),
    await requestedWithUtr(app, await asha(), { utr: late }),
  ];
  await bring([
    credit(late, { day: bankDay(app.time.now, -4) }),
    credit(less, { amount: rupees - 0.01 }),
    credit(payer, { words: `UPI-RAVI MENON-ravi@okaxis-${payer}-PAY` }),
  ]);
  expect(await seen(ids[0]!)).toEqual({ exact: 0, near: [["amount"]], unpaid: false });
  expect(await seen(ids[1]!)).toEqual({ exact: 0, near: [["payer"]], unpaid: false });
  expect(await seen(ids[2]!)).toEqual({ exact: 0, near: [["day"]], unpaid: false });
});

test("a UTR that another request names, in whichever way, is not exact, even if that one was rejected", async () => {
  const utr = newUtr();
  const fake = await requestedWithUtr(app, await asha(), { utr: `0${utr}` });
  const id = await requestedWithUtr(app, await asha(), { utr });
  await rejectStake(app, fake);
  await bring([credit(utr)]);
  expect(await seen(id)).toEqual({ exact: 0, near: [["named-twice"]], unpaid: false });
});

test("the same UTR in two credits is exact for nobody", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  await bring([credit(utr), credit(utr)]);
  expect((await seen(id)).near).toEqual([["paid-twice"], ["paid-twice"]]);
});

test("a mistyped UTR is found by amount, day and name; a text that stands in many credits is no UTR", async () => {
  const [mistyped, account] = [newUtr(), "50200012345678"];
  const person = await newcomer(app, { name: "Zoya Khan" });
  const id = await requestedWithUtr(app, person, { utr: mistyped });
  const fake = await requestedWithUtr(app, await asha(), { utr: account });
  const right = newUtr();
  await bring([
    credit(right, { words: `NEFT-KHAN ZOYA-${right}-${account}` }),
    ...Array.from({ length: 5 }, () => credit(newUtr(), { words: `NEFT-${account}-${newUtr()}`, amount: 1 })),
  ]);
  expect(await seen(id)).toEqual({ exact: 0, near: [["utr"]], unpaid: false });
  expect(await seen(fake)).toEqual({ exact: 0, near: [], unpaid: true });
});

test("credits without a request and requests without a credit are lists of their own", async () => {
  const [mine, theirs] = [newUtr(), newUtr()];
  const waiting = await requestedWithUtr(app, await asha(), { utr: mine });
  const approved = await requestedStake(app, await newcomer(app));
  await approveStake(app, approved);
  await bring([credit(theirs, { words: `UPI-NOBODY-${theirs}`, amount: 77 })]);
  expect([await unmatched(theirs), await seen(waiting), await seen(approved)]).toEqual([
    1,
    { exact: 0, near: [], unpaid: true },
    { exact: 0, near: [], unpaid: true },
  ]);
});

test("the line of a request that was approved by hand before pays for it, and for no other one", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  await approveStake(app, id);
  await bring([credit(utr)]);
  const line = await lineOf(utr);
  expect(line).toMatchObject({ paysFor: referenceOf("staking-request", id), reversedOn: null });
  expect(await seen(id)).toEqual({ exact: 0, near: [], unpaid: false });
  const again = await requestedWithUtr(app, await asha(), { utr });
  expect(await seen(again)).toEqual({ exact: 0, near: [], unpaid: true });
  expect((await match(line.id, again)).body.code).toBe("BANK_LINE_USED");
  const { body } = await finance.call(bankLines, { query: { match: "paid", search: utr } });
  expect(body.total).toBe(1);
});

test("an operator matches a near credit by hand; it is free again when its request is rejected", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  const next = await requestedStake(app, await newcomer(app));
  await bring([credit(utr, { amount: rupees - 1 })]);
  const line = await lineOf(utr);
  expect((await match(line.id, id)).status).toBe(200);
  expect(await seen(id)).toEqual({ exact: 0, near: [], unpaid: false });
  expect((await lineOf(utr)).paysFor).toBe(referenceOf("staking-request", id));
  await rejectStake(app, id);
  expect((await lineOf(utr)).paysFor).toBeNull();
  expect((await match(line.id, id)).body.code).toBe("REQUEST_REJECTED");
  expect((await match(line.id, next)).status).toBe(200);
  expect((await lineOf(utr)).paysFor).toBe(referenceOf("staking-request", next));
});

test("only money that came in pays for a request that there is", async () => {
  const utr = newUtr();
  const id = await requestedStake(app, await newcomer(app));
  await bring([credit(newUtr()), credit(utr, { amount: -500 })]);
  expect((await match((await lineOf(utr)).id, id)).body.code).toBe("BANK_LINE_DEBIT");
  expect((await match(2_000_000_000, id)).status).toBe(404);
  expect((await match((await lineOf(utr)).id, 2_000_000_000)).status).not.toBe(200);
});

test("of operators who give one line to different approved requests at once, one is right", async () => {
  const utr = newUtr();
  await bring([credit(utr, { words: `CASH-${utr}` })]);
  const { id } = await lineOf(utr);
  const requests = await Promise.all([1, 2, 3, 4].map(async () => requestedStake(app, await newcomer(app))));
  for (const request of requests) await approveStake(app, request);
  const answers = await Promise.all(
    requests.map((request, at) => match(id, request, at % 2 ? finance : other)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const won = requests[answers.findIndex(({ status }) => status === 200)]!;
  expect((await lineOf(utr)).paysFor).toBe(referenceOf("staking-request", won));
});

test("a credit that the bank took back is shown as such, and is exact for nobody", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  await bring([credit(utr), { day: bankDay(app.time.now), words: `REV-UPI-${utr}`, amount: -rupees }]);
  expect(await seen(id)).toEqual({ exact: 0, near: [["reversed"]], unpaid: false });
});

/** What the queue of staking requests shows beside the proof. */
async function beside(id: number, by = other) {
  const { data } = (await by.call(bankLinesOfRequest, { params: { id } })).body;
  return (
    data &&
    data.lines.map((each: { line: { paysFor: string | null }; differences: string[] }) => ({
      differences: each.differences,
      paysFor: each.line.paysFor,
    }))
  );
}

test("beside the proof of a request is what the bank says: an exact line, what differs of a near one, or none", async () => {
  const [exact, near, none] = [newUtr(), newUtr(), newUtr()];
  const ids = [
    await requestedWithUtr(app, await asha(), { utr: exact }),
    await requestedWithUtr(app, await asha(), { utr: near }),
    await requestedWithUtr(app, await newcomer(app, { name: "Kiran Das" }), { utr: none }),
  ];
  await bring([credit(exact), credit(near, { words: `UPI-RAVI MENON-${near}` })]);
  expect(await Promise.all(ids.map((id) => beside(id)))).toEqual([
    [{ differences: [], paysFor: null }],
    [{ differences: ["payer"], paysFor: null }],
    [],
  ]);
});

test("beside the proof is a line that was found by amount, day and name, unless it has the UTR of another request", async () => {
  const [mistyped, theirs] = [newUtr(), newUtr()];
  const id = await requestedWithUtr(app, await newcomer(app, { name: "Meera Iyer" }), { utr: mistyped });
  await bring([
    credit(newUtr(), { words: "NEFT-IYER MEERA" }),
    credit(theirs, { words: `NEFT-IYER MEERA-${theirs}` }),
  ]);
  expect(await beside(id)).toHaveLength(2);
  await requestedWithUtr(app, await asha(), { utr: theirs });
  expect(await beside(id)).toEqual([{ differences: ["utr"], paysFor: null }]);
});

test("a request that names the UTR of a line that pays for another one shows which", async () => {
  const utr = newUtr();
  const paid = await requestedWithUtr(app, await asha(), { utr });
  await approveStake(app, paid);
  await bring([credit(utr)]);
  const again = await requestedWithUtr(app, await asha(), { utr });
  const paysFor = referenceOf("staking-request", paid);
  expect(await beside(again)).toEqual([{ differences: ["named-twice"], paysFor }]);
  expect(await beside(paid)).toEqual([{ differences: ["named-twice"], paysFor }]);
});

test("beside the proof of a request that was rejected the bank says nothing", async () => {
  const utr = newUtr();
  const id = await requestedWithUtr(app, await asha(), { utr });
  await bring([credit(utr)]);
  await rejectStake(app, id);
  expect(await beside(id)).toBeNull();
});

test("approving a request by hand takes the line that pays for it exactly, and no near one", async () => {
  const [utr, less] = [newUtr(), newUtr()];
  const id = await requestedWithUtr(app, await asha(), { utr });
  const near = await requestedWithUtr(app, await asha(), { utr: less });
  const waiting = await requestedStake(app, await asha());
  await bring([credit(utr), credit(less, { amount: rupees - 1 })]);
  const line = await lineOf(utr);
  expect(line.paysFor).toBeNull();
  for (const request of [id, near]) expect((await approveByHand(request)).status).toBe(200);
  expect((await lineOf(utr)).paysFor).toBe(referenceOf("staking-request", id));
  expect((await lineOf(less)).paysFor).toBeNull();
  expect((await match(line.id, waiting)).body.code).toBe("BANK_LINE_USED");
});

test("a line that is set aside, or pays for another request, stays so when a request is approved by hand", async () => {
  const [aside, used] = [newUtr(), newUtr()];
  await bring([credit(aside), credit(used)]);
  const holder = await requestedStake(app, await asha());
  await approveStake(app, holder);
  expect((await match((await lineOf(used)).id, holder)).status).toBe(200);
  const body = { reason: "Interest of the bank" };
  await finance.call(setBankLineAside, { params: { id: (await lineOf(aside)).id }, body });
  for (const utr of [aside, used]) {
    const id = await requestedWithUtr(app, await asha(), { utr });
    expect((await approveByHand(id)).status).toBe(200);
  }
  expect((await lineOf(used)).paysFor).toBe(referenceOf("staking-request", holder));
  expect(await lineOf(aside)).toMatchObject({ paysFor: null, setAside: { reason: body.reason } });
});
