import { operatorSession } from "@fc/contract/operators/console";
import * as contract from "@fc/contract/withdraw/console";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { after, day, minute } from "../../platform/clock.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { disable, operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, transactionId, withdrawCoins, withdrawalIn } from "../../testing/withdrawals.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let finance: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 300_000_000 });
  client = await signedIn(app, member);
  finance = await operatorSignedIn(app, "finance");
});
// A payment file holds what other tests have left, and counts it.
afterEach(async () => {
  const admin = await operatorSignedIn(app, "admin");
  const { data } = (await admin.call(contract.consoleWithdrawals, { query: { status: "P", size: 100 } }))
    .body;
  for (const { id, payingBy } of data) {
    if (payingBy) await admin.call(contract.startPaying, { params: { id }, body: { from: payingBy.id } });
    await admin.call(contract.rejectWithdrawal, { params: { id }, body: { reason: "Asked by phone" } });
  }
});

const withdraw = (amount: number) => withdrawCoins(app, client, member, amount);
const detail = async (id: number) =>
  (await finance.call(contract.consoleWithdrawal, { params: { id } })).body.data;
const release = (id: number) => finance.call(contract.stopPaying, { params: { id } });
const accept = async (id: number, operator = finance) => {
  const { net } = await detail(id);
  return operator.call(contract.acceptWithdrawal, {
    params: { id },
    body: { transactionId: transactionId(1000 + id), net },
  });
};
/** What the operator's payment file holds: id and amount of each withdrawal. */
async function toPay(): Promise<{ id: number; net: number }[]> {
  const { body } = await finance.call(contract.paymentBatch, {});
  const lines = (body as string).trim().split("\r\n").slice(1);
  return lines
    .map((line) => line.split(","))
    .map((cells) => ({ id: withdrawalIn(cells[0]), net: Number(cells[4]) }));
}
const half = () => withdraw(60_000_000);
const take = (id: number, by = finance) =>
  by.call(contract.startPaying, { params: { id }, body: { from: null } });

test("small withdrawals need a second operator once one has accepted much within a day, by hand or by file", async () => {
  const ids = [await half(), await half(), await half()];
  expect((await accept(ids[0]!)).status).toBe(200);
  expect((await detail(ids[1]!)).needsSecond).toBe(true);
  expect((await accept(ids[1]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await take(ids[1]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect(await toPay()).toEqual([]);
  const payments = [{ id: ids[2]!, transactionId: transactionId(2000), net: 59_800_000 }];
  for (const route of [contract.checkPayments, contract.importPayments]) {
    const { body } = await finance.call(route, { body: { payments } });
    expect(body.data[0].problem).toContain("needs two operators");
  }
  const other = await operatorSignedIn(app, "finance");
  expect((await other.call(contract.confirmWithdrawal, { params: { id: ids[1]! } })).status).toBe(200);
  expect((await accept(ids[1]!)).status).toBe(200);
  expect((await accept(ids[2]!, other)).status).toBe(200);
});

test("they count together from the moment their addresses are taken to be paid, in a file too", async () => {
  const ids = [await half(), await half()];
  expect(await toPay()).toEqual([{ id: ids[0], net: 59_800_000 }]);
  expect((await accept(ids[1]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  await release(ids[0]!);
  expect((await take(ids[1]!)).status).toBe(200);
  expect((await take(ids[0]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
});

test("they are counted over twenty-four hours, whatever day it is", async () => {
  const ids = [await half(), await half()];
  const { now } = app.time;
  const at = async (moment: Date) => {
    app.time.now = moment;
    const session = { last_seen_at: moment, expires_at: after(moment, day) };
    await app.db.updateTable("operator_sessions").set(session).execute();
  };
  await at(after(endOfDay(indiaDayOf(now)), -minute));
  expect((await accept(ids[0]!)).status).toBe(200);
  await at(endOfDay(indiaDayOf(now)));
  expect((await accept(ids[1]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  await at(after(app.time.now, day));
  expect((await accept(ids[1]!)).status).toBe(200);
  await at(now);
});

test("they are not accepted by 32 requests at once either", async () => {
  const ids = [];
  for (let count = 0; count < 32; count++) ids.push(await withdraw(8_000_000));
  finance = await operatorSignedIn(app, "finance");
  const answers = await Promise.all(
    ids.map((id) =>
      finance.call(contract.acceptWithdrawal, {
        params: { id },
        body: { transactionId: transactionId(1000 + id), net: 7_800_000 },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
  // A busy machine turns some away before it counts.
  const refusals = answers.filter(({ status }) => ![200, 503].includes(status)).map(({ body }) => body.code);
  expect(new Set(refusals)).toEqual(new Set(["SECOND_OPERATOR_NEEDED"]));
});

test("a confirmation counts no longer once the confirmer is disabled or has lost the right, and somebody else can confirm", async () => {
  const id = await withdraw(150_000_000);
  const confirm = (by: TestClient) => by.call(contract.confirmWithdrawal, { params: { id } });
  const confirmer = await operatorSignedIn(app, "finance");
  expect((await confirm(confirmer)).status).toBe(200);
  expect((await detail(id)).confirmedBy).toMatchObject({ name: "The finance" });
  await disable(confirmer, await operatorSignedIn(app, "admin"));
  expect(await detail(id)).toMatchObject({ confirmedBy: null, lapsedConfirmer: "The finance" });
  expect((await take(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await accept(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect(await toPay()).toEqual([]);

  const other = await operatorSignedIn(app, "admin");
  expect((await confirm(other)).status).toBe(200);
  const { id: otherId } = (await other.call(operatorSession, {})).body.data;
  const role = (to: "admin" | "viewer") =>
    app.db.updateTable("operators").set({ role: to }).where("id", "=", otherId).execute();
  await role("viewer");
  expect((await take(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  await role("admin");
  expect((await take(id)).status).toBe(200);
});
