import { referenceOf } from "@fc/contract/receipts/reference";
import * as contract from "@fc/contract/withdraw/console";
import { blockMember, setDeduction, unblockMember } from "@fc/contract/members/console-actions";
import { withdrawReport } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { indiaTime } from "../../platform/format.ts";
import { giveAddress, longAgo, setPrice, walletsOf } from "../../testing/money.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import {
  addWithdrawer,
  coinAddress,
  transactionId,
  withdrawCoins,
  withdrawalIn,
} from "../../testing/withdrawals.ts";

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

const shortened = "0x529084…169EE7";
const withdraw = (amount = 8_000_000) => withdrawCoins(app, client, member, amount);
/** As the console does: what is due now is what was sent. */
const accept = async (id: number, operator = finance) => {
  const { net } = await detail(id);
  return operator.call(contract.acceptWithdrawal, {
    params: { id },
    body: { transactionId: transactionId(1000 + id), net },
  });
};
async function owe(amountFc: number): Promise<void> {
  const body = { amountFc, reason: "Paid twice in May" };
  const answer = await finance.call(setDeduction, { params: { refId: member.refId }, body });
  expect(answer.status).toBe(200);
}
/** What the payment file says of this member: id and amount of each withdrawal. */
async function toPay(): Promise<{ id: number; net: number }[]> {
  const { body } = await finance.call(contract.paymentBatch, {});
  return (body as string)
    .split("\r\n")
    .map((line) => line.split(","))
    .filter(([, refId]) => refId === member.refId)
    .map((cells) => ({ id: withdrawalIn(cells[0]), net: Number(cells[4]) }));
}
const detail = async (id: number) =>
  (await finance.call(contract.consoleWithdrawal, { params: { id } })).body.data;

test("what waits longest comes first, with its promise; the member is found by user id and name", async () => {
  const [first, second] = [await withdraw(), await withdraw(9_000_000)];
  const searchFor = (search: string) =>
    finance.call(contract.consoleWithdrawals, { query: { status: "P", search } });
  const { data } = (await searchFor(member.refId.toLowerCase())).body;
  expect(data.map(({ id }: { id: number }) => id)).toEqual([first, second]);
  expect(data[0]).toMatchObject({ amount: 8_000_000, fee: 200_000, net: 7_800_000, address: shortened });
  const waitMs = Date.parse(data[0].dueAt) - Date.parse(data[0].requestedAt);
  expect(waitMs).toBe(24 * 3_600_000);
  expect((await searchFor("nobody of this name")).body.total).toBe(0);
  expect((await searchFor("%")).body.total).toBe(0);
});

test("an operator sees whether the address is still the one that was requested", async () => {
  const id = await withdraw();
  expect((await detail(id)).risk).toMatchObject({
    isSameAddress: true,
    isBlocked: false,
    earlierAccepted: 0,
  });
  await giveAddress(app.db, member, "0x8617E340B3D01FA5F11F306F4090FD50E238070D", app.time.now);
  expect((await detail(id)).risk).toMatchObject({
    isSameAddress: false,
    heldUntil: expect.any(String),
    heldAfter: "address",
  });
});

test("an operator sees KYC state, the last changes and the last lines of the wallets", async () => {
  const id = await withdraw();
  const { risk } = await detail(id);
  expect(risk.kyc).toEqual({ bank: null, pan: null });
  expect(risk.changes[0]).toMatchObject({ kind: "withdrawal-requested" });
  expect(risk.ledger[0]).toMatchObject({ changeFc: -8_000_000 });
});

test("the address is shown in full only to the operator who is paying it, and later to those who may pay", async () => {
  const id = await withdraw();
  const expectShown = async (operator: TestClient, shown: string) => {
    const one = await operator.call(contract.consoleWithdrawal, { params: { id } });
    const all = await operator.call(contract.consoleWithdrawals, { query: { search: member.refId } });
    expect([one.body.data.address, all.body.data[0].address]).toEqual([shown, shown]);
  };
  const others = await Promise.all(
    (["viewer", "support", "finance", "admin"] as const).map((role) => operatorSignedIn(app, role)),
  );
  for (const operator of [finance, ...others]) await expectShown(operator, shortened);
  const taken = await finance.call(contract.startPaying, { params: { id }, body: { from: null } });
  expect(taken.body).toEqual({ data: { address: coinAddress } });
  await expectShown(finance, coinAddress);
  for (const operator of others) await expectShown(operator, shortened);
  await accept(id);
  const [viewer, support, ...payers] = others;
  for (const operator of [viewer!, support!]) await expectShown(operator, shortened);
  for (const operator of payers) await expectShown(operator, coinAddress);
});

test("an accepted one is paid, mailed to the member, and in the log", async () => {
  const id = await withdraw();
  const answer = await accept(id);
  expect(answer.body).toEqual({ data: { deductionFc: 0, netFc: 7_800_000 } });
  const { data } = (await client.call(withdrawReport, { body: { userId: member.id } })).body;
  expect(data[0]).toMatchObject({ status: "A", transactionId: expect.stringMatching(/^0x/) });
  const line = await app.db
    .selectFrom("operator_log")
    .selectAll()
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ action: "withdrawal/accept", details: { withdrawal: id } });
});

test("of two operators who decide at once one wins, and the other gets an error that says who and when", async () => {
  const id = await withdraw();
  const other = await operatorSignedIn(app, "finance");
  const before = await walletsOf(app.db, member);
  const answers = await Promise.all([
    accept(id),
    other.call(contract.rejectWithdrawal, { params: { id }, body: { reason: "Not today" } }),
  ]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(won?.status).toBe(200);
  expect(lost).toMatchObject({
    status: 409,
    body: { code: "DECIDED_ALREADY", fields: { by: "The finance", at: app.time.now.toISOString() } },
  });
  const after = await walletsOf(app.db, member);
  const isPaid = answers[0]?.status === 200;
  expect(after.staking).toBe(isPaid ? before.staking : before.staking + 8_000_000);
  expect(after.withdraw_pending).toBe(before.withdraw_pending - 8_000_000);
});

test("a page that shows another amount than is due by now cannot accept", async () => {
  const id = await withdraw();
  const { net } = await detail(id);
  await owe(1_000);
  const sent = (amount: number) =>
    finance.call(contract.acceptWithdrawal, {
      params: { id },
      body: { transactionId: transactionId(1000 + id), net: amount },
    });
  expect((await sent(net)).body).toMatchObject({ code: "PAYMENT_DIFFERS", fields: { now: "77,99,000 FC" } });
  expect((await sent(net - 1_000)).body).toEqual({ data: { deductionFc: 1_000, netFc: 7_799_000 } });
});

describe("a large one", () => {
  test("is confirmed by one operator and accepted by another", async () => {
    const id = await withdraw(100_000_000);
    expect((await detail(id)).needsSecond).toBe(true);
    expect((await accept(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
    expect((await finance.call(contract.confirmWithdrawal, { params: { id } })).status).toBe(200);
    expect((await accept(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
    const other = await operatorSignedIn(app, "admin");
    const again = await other.call(contract.confirmWithdrawal, { params: { id } });
    expect(again.body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The finance" } });
    expect((await accept(id, other)).status).toBe(200);
  });

  test("can be rejected by one", async () => {
    const id = await withdraw(100_000_000);
    const answer = await finance.call(contract.rejectWithdrawal, { params: { id }, body: { reason: "No" } });
    expect(answer.status).toBe(200);
  });
});

describe("a batch", () => {
  test("lists what can be paid, without what still needs a first operator", async () => {
    const [small, large] = [await withdraw(), await withdraw(100_000_000)];
    expect(await toPay()).toEqual([{ id: small, net: 7_800_000 }]);
    await finance.call(contract.confirmWithdrawal, { params: { id: large } });
    expect(await toPay()).toHaveLength(1);
    await finance.call(contract.stopPaying, { params: { id: small } });
    finance = await operatorSignedIn(app, "finance");
    expect((await toPay()).map(({ id }) => id)).toEqual([small, large]);
  });

  test("leaves out what an operator is warned of: a blocked member, a waiting time, another address", async () => {
    await withdraw();
    expect(await toPay()).toHaveLength(1);
    const support = await operatorSignedIn(app, "support");
    const acted = { params: { refId: member.refId }, body: { reason: "Asked by phone" } };
    await support.call(blockMember, acted);
    expect(await toPay()).toEqual([]);
    await support.call(unblockMember, acted);
    expect(await toPay()).toHaveLength(1);
    await giveAddress(app.db, member, "0x8617E340B3D01FA5F11F306F4090FD50E238070D", longAgo(app.time.now));
    expect(await toPay()).toEqual([]);
    await giveAddress(app.db, member, coinAddress, app.time.now);
    expect(await toPay()).toEqual([]);
  });

  test("takes what a member owes once, however many of the member's are paid by it", async () => {
    await withdraw();
    await withdraw();
    await owe(8_000_000);
    const due = await toPay();
    expect(due.map(({ net }) => net)).toEqual([0, 7_600_000]);
    const payments = due.map(({ id, net }) => ({
      id,
      net,
      transactionId: net === 0 ? contract.noTransaction : transactionId(id),
    }));
    const { body } = await finance.call(contract.importPayments, { body: { payments } });
    expect(body.data.map(({ problem }: { problem: string | null }) => problem)).toEqual([null, null]);
  });

  test("that has become wrong since it was saved is not booked as if it were right", async () => {
    const id = await withdraw();
    const [line] = await toPay();
    await owe(1_000);
    const payments = [{ id, net: line!.net, transactionId: transactionId(1) }];
    const { body } = await finance.call(contract.importPayments, { body: { payments } });
    expect(body.data[0].problem).toBe("The amount to send has changed. Please check it again: 77,99,000 FC");
    expect(await detail(id)).toMatchObject({ status: "P", net: 7_799_000, risk: { owedFc: 1_000 } });
  });

  test("is imported line by line: what is wrong is reported, and the rest is done", async () => {
    const [one, two] = [await withdraw(), await withdraw()];
    await accept(two);
    const payments = [
      { id: one, transactionId: transactionId(10), net: 7_800_000 },
      { id: two, transactionId: transactionId(20), net: 7_800_000 },
      { id: 999_999, transactionId: transactionId(30), net: 1 },
    ];
    const { body } = await finance.call(contract.importPayments, { body: { payments } });
    expect(body.data).toEqual([
      { id: one, problem: null },
      {
        id: two,
        problem: `Accepted before with another transaction: The finance, ${indiaTime(app.time.now)}`,
      },
      { id: 999_999, problem: "Not found" },
    ]);
    // The same file a second time: nothing is wrong with it, and nothing is done twice.
    const again = { payments: payments.slice(0, 1), file: "paid.csv", leftOut: 2 };
    const [repeated] = (await finance.call(contract.importPayments, { body: again })).body.data;
    expect(repeated.problem).toBe(
      `Accepted before with this transaction, so nothing is missing: The finance, ${indiaTime(app.time.now)}`,
    );
    const [last, first] = (await finance.call(contract.paymentImports, {})).body.data;
    expect(last).toMatchObject({
      by: "The finance",
      file: "paid.csv",
      leftOut: 2,
      lines: [{ problem: repeated.problem }],
    });
    expect(first.lines.map((line: contract.ImportedLine) => [line.reference, line.problem === null])).toEqual(
      [
        [referenceOf("withdrawal", one), true],
        [referenceOf("withdrawal", two), false],
        [referenceOf("withdrawal", 999_999), false],
      ],
    );
    expect(await detail(one)).toMatchObject({
      status: "A",
      transactionId: transactionId(10),
      decidedBy: "The finance",
    });
    expect(await detail(two)).toMatchObject({ transactionId: transactionId(1000 + two) });
  });

  test("shows what it would do line by line, and does nothing of it", async () => {
    const [one, two] = [await withdraw(), await withdraw()];
    await owe(8_000_000);
    const payments = [
      { id: one, transactionId: contract.noTransaction, net: 0 },
      { id: two, transactionId: transactionId(two), net: 7_600_000 },
      { id: two, transactionId: transactionId(two), net: 7_600_000 },
      { id: 999_999, transactionId: transactionId(3), net: 1 },
    ];
    const { body } = await finance.call(contract.checkPayments, { body: { payments } });
    expect(body.data).toMatchObject([
      { id: one, member: { refId: member.refId }, problem: null },
      { id: two, problem: null },
      { id: two, problem: expect.stringContaining("Accepted before with this transaction") },
      { id: 999_999, member: null, problem: "Not found" },
    ]);
    expect(await detail(one)).toMatchObject({ status: "P" });
    expect(await detail(two)).toMatchObject({ status: "P" });
    const done = await finance.call(contract.importPayments, { body: { payments: payments.slice(0, 2) } });
    expect(done.body.data.map(({ problem }: { problem: string | null }) => problem)).toEqual([null, null]);
  });
});

describe("a transaction", () => {
  const paid = async (id: number, paidBy: string, net = 7_800_000) =>
    finance.call(contract.acceptWithdrawal, { params: { id }, body: { transactionId: paidBy, net } });

  test.each(["0xabc", "", "internal", `0x${"g".repeat(64)}`, "1".repeat(66)])(
    "is 0x and 64 hexadecimal digits, and %o is refused",
    async (text) => {
      const { status, body } = await paid(await withdraw(), text);
      expect({ status, fields: body.fields }).toEqual({
        status: 400,
        fields: { transactionId: contract.transactionIdShape() },
      });
    },
  );

  test("settles one withdrawal; a second use names the first, however the letters are written", async () => {
    const [one, two] = [await withdraw(), await withdraw()];
    const paidBy = `0x${"ab".repeat(32)}`;
    expect((await paid(one, paidBy)).status).toBe(200);
    const { body } = await paid(two, ` 0x${"AB".repeat(32)} `);
    expect(body).toMatchObject({
      code: "TRANSACTION_USED",
      fields: { by: `${referenceOf("withdrawal", one)} of ${member.refId}` },
    });
    expect(await detail(two)).toMatchObject({ status: "P" });
  });

  test("of many that are accepted with it at once, one is", async () => {
    const ids = [];
    for (let count = 0; count < 8; count++) ids.push(await withdraw());
    const paidBy = `0x${"cd".repeat(32)}`;
    const answers = await Promise.all(ids.map((id) => paid(id, paidBy)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "TRANSACTION_USED")).toHaveLength(7);
  });

  test("is needed where something is sent, and is none where nothing is", async () => {
    const [one, two] = [await withdraw(), await withdraw()];
    expect((await paid(one, contract.noTransaction)).body.code).toBe("TRANSACTION_MISSING");
    await owe(8_000_000);
    expect((await paid(two, transactionId(two), 0)).body.code).toBe("NOTHING_TO_SEND");
    expect((await paid(two, contract.noTransaction, 0)).status).toBe(200);
  });
});
