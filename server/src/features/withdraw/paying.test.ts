import * as contract from "@fc/contract/withdraw/console";
import { setDeduction } from "@fc/contract/members/console-actions";
import { referenceOf } from "@fc/contract/receipts/reference";
import { cancelWithdrawal } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress, withdrawCoins, withdrawalIn } from "../../testing/withdrawals.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let first: TestClient;
let second: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 300_000_000 });
  client = await signedIn(app, member);
  first = await operatorSignedIn(app, "finance");
  second = await operatorSignedIn(app, "admin");
});

const withdraw = (amount = 8_000_000) => withdrawCoins(app, client, member, amount);
const start = (by: TestClient, id: number, from: number | null = null) =>
  by.call(contract.startPaying, { params: { id }, body: { from } });
const stop = (by: TestClient, id: number) => by.call(contract.stopPaying, { params: { id } });
const payerOf = async (id: number): Promise<{ id: number; name: string } | null> =>
  (await first.call(contract.consoleWithdrawal, { params: { id } })).body.data.payingBy;
const cancel = (id: number) =>
  client.call(cancelWithdrawal, {
    body: { userId: member.id, reference: referenceOf("withdrawal", id) },
  });
/** What an operator's payment file says of this member. */
async function file(by: TestClient): Promise<{ id: number; net: number }[]> {
  const { body } = await by.call(contract.paymentBatch, {});
  return (body as string)
    .split("\r\n")
    .map((line) => line.split(","))
    .filter(([, refId]) => refId === member.refId)
    .map((cells) => ({ id: withdrawalIn(cells[0]), net: Number(cells[4]) }));
}
const logged = async () => {
  const lines = await app.db
    .selectFrom("operator_log")
    .select(["action", "details"])
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();
  return lines.map(({ action, details }) => ({ action, details }));
};

test("of operators who take one to pay at once one is given it; the others read who pays it since when", async () => {
  const id = await withdraw();
  const answers = await Promise.all([first, second, first, second].map((by) => start(by, id)));
  const name = (await payerOf(id))!.name;
  const [won, lost] =
    name === "The finance"
      ? [
          [0, 2],
          [1, 3],
        ]
      : [
          [1, 3],
          [0, 2],
        ];
  for (const at of won) expect(answers[at]!.body).toEqual({ data: { address: coinAddress } });
  for (const at of lost) {
    expect({ status: answers[at]!.status, ...answers[at]!.body }).toMatchObject({
      status: 409,
      code: "PAID_BY_ANOTHER",
      fields: { by: name, at: app.time.now.toISOString() },
    });
  }
});

test("of two payment files at once no two hold the same withdrawal; the own ones are in the next file again", async () => {
  const ids = [await withdraw(), await withdraw(), await withdraw()];
  const [one, other] = await Promise.all([file(first), file(second)]);
  expect([...one, ...other].map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  expect(await file(first)).toEqual(one);
  expect(await file(second)).toEqual(other);
  const later = await withdraw();
  await start(second, later);
  expect((await file(first)).map(({ id }) => id)).not.toContain(later);
});

test("what is owed and taken from one that somebody else pays is not taken again in the file", async () => {
  const [mine, rest] = [await withdraw(), await withdraw()];
  const owed = { amountFc: 1_000_000, reason: "Paid twice in May" };
  await first.call(setDeduction, { params: { refId: member.refId }, body: owed });
  await start(second, mine);
  expect(await file(first)).toEqual([{ id: rest, net: 7_800_000 }]);
});

test("taking over names from whom, is logged, and of two who do so at once one succeeds", async () => {
  const id = await withdraw();
  await start(first, id);
  const payer = (await payerOf(id))!;
  const third = await operatorSignedIn(app, "finance");
  const answers = await Promise.all([start(second, id, payer.id), start(third, id, payer.id)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await payerOf(id))!.id).not.toBe(payer.id);
  expect((await start(first, id)).body.code).toBe("PAID_BY_ANOTHER");
  expect((await logged()).slice(1)).toEqual([
    { action: "withdrawal/take-over", details: { withdrawal: id, from: "The finance" } },
  ]);
});

test("a mark set by mistake is released by its owner alone, and the member can cancel again", async () => {
  const id = await withdraw();
  await start(first, id);
  expect((await stop(second, id)).body).toMatchObject({
    code: "PAID_BY_ANOTHER",
    fields: { by: "The finance" },
  });
  expect((await cancel(id)).body.code).toBe("BEING_PAID");
  for (let time = 0; time < 2; time++) expect((await stop(first, id)).status).toBe(200);
  expect((await logged()).map(({ action }) => action)).toEqual([
    "withdrawal/start-paying",
    "withdrawal/stop-paying",
  ]);
  expect((await cancel(id)).status).toBe(200);
  expect((await stop(first, id)).body.code).toBe("CANCELLED_BY_MEMBER");
});

test("what somebody else is paying is not rejected, or it would be paid and returned", async () => {
  const id = await withdraw();
  await start(first, id);
  const reject = (by: TestClient) =>
    by.call(contract.rejectWithdrawal, { params: { id }, body: { reason: "The name differs" } });
  expect((await reject(second)).body.code).toBe("PAID_BY_ANOTHER");
  expect((await reject(first)).status).toBe(200);
});

test("a large one is not taken to pay before somebody has confirmed it", async () => {
  const id = await withdraw(100_000_000);
  expect((await start(second, id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect(await payerOf(id)).toBeNull();
  await first.call(contract.confirmWithdrawal, { params: { id } });
  expect((await start(second, id)).status).toBe(200);
});
