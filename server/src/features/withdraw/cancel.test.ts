import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import { memberEvents } from "@fc/contract/security/portal";
import * as consoleContract from "@fc/contract/withdraw/console";
import { cancelWithdrawal, withdrawReport } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { longAgo, setPrice, walletsOf } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, withdrawCoins } from "../../testing/withdrawals.ts";

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
  member = await addWithdrawer(app, { staking: 3_000_000, earning: 4_000_000, offer: 9_000_000 });
  client = await signedIn(app, member);
  finance = await operatorSignedIn(app, "finance");
});

const withdraw = () => withdrawCoins(app, client, member, 8_000_000);
const cancel = (id: number, by = client, { id: userId } = member) =>
  by.call(cancelWithdrawal, { body: { userId, reference: referenceOf("withdrawal", id) } });
const accept = (id: number, by = finance) =>
  by.call(consoleContract.acceptWithdrawal, {
    params: { id },
    body: { transactionId: `0x${String(id).padStart(64, "0")}`, net: 7_800_000 },
  });
const reject = (id: number, by = finance) =>
  by.call(consoleContract.rejectWithdrawal, { params: { id }, body: { reason: "The name differs" } });
const inQueue = async (id: number) =>
  (await finance.call(consoleContract.consoleWithdrawal, { params: { id } })).body.data;
const inReport = async (id: number) => {
  const { data } = (await client.call(withdrawReport, { body: { userId: member.id } })).body;
  return data.find((row: { id: number }) => row.id === id);
};

test("a pending withdrawal can be taken back: the coins return to exactly the wallets they came from", async () => {
  const before = await walletsOf(app.db, member);
  const id = await withdraw();
  expect(await walletsOf(app.db, member)).toMatchObject({ staking: 0, earning: 0, offer: 8_000_000 });
  expect((await cancel(id)).status).toBe(200);
  expect(await walletsOf(app.db, member)).toEqual(before);
  expect(await inReport(id)).toMatchObject({ status: "R", reason: "Cancelled by you", isCancelled: true });
  expect(await inQueue(id)).toMatchObject({
    status: "R",
    reason: "Cancelled by the member",
    isCancelled: true,
    decidedBy: null,
  });
  const events = (await client.call(memberEvents, { params: { userId: member.id }, query: {} })).body.data;
  expect(events[0]).toMatchObject({ kind: "withdrawal-cancelled", detail: "80,00,000 FC" });
  expect((await app.mailsTo(member.email)).at(-1)!.subject).toBe("You cancelled your withdrawal");
});

test("taking back twice returns the coins once and is answered as done", async () => {
  const before = await walletsOf(app.db, member);
  const id = await withdraw();
  expect((await cancel(id)).status).toBe(200);
  const mails = (await app.mailsTo(member.email)).length;
  expect((await cancel(id)).status).toBe(200);
  expect(await walletsOf(app.db, member)).toEqual(before);
  expect(await app.mailsTo(member.email)).toHaveLength(mails);
});

test("who comes too late reads what happened meanwhile", async () => {
  const paid = await withdraw();
  await accept(paid);
  expect((await cancel(paid)).body.code).toBe("PAID_MEANWHILE");
  expect(await inReport(paid)).toMatchObject({ status: "A", isCancelled: false });
});

test("nobody takes back another member's withdrawal, a rejected one, or what is no withdrawal", async () => {
  const id = await withdraw();
  const other = await app.addMember();
  const theirs = await signedIn(app, other);
  expect((await cancel(id, theirs, other)).status).toBe(404);
  expect((await cancel(id + 1000)).status).toBe(404);
  const send = (reference: string) =>
    client.call(cancelWithdrawal, { body: { userId: member.id, reference } });
  for (const reference of [
    referenceOf("staking-request", id),
    referenceOf("transfer", id),
    referenceOf("withdrawal", 2n ** 31n),
    "",
    "WD-",
  ]) {
    expect((await send(reference)).status).toBe(404);
  }
  expect(await inReport(id)).toMatchObject({ status: "P" });
  await reject(id);
  expect((await cancel(id)).body.code).toBe("REJECTED_MEANWHILE");
});

test("an operator who decides what was taken back reads that the member has cancelled it", async () => {
  const id = await withdraw();
  await cancel(id);
  for (const answer of [await accept(id), await reject(id)]) {
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 409,
      code: "CANCELLED_BY_MEMBER",
    });
  }
  const confirmed = await finance.call(consoleContract.confirmWithdrawal, { params: { id } });
  expect(confirmed.body.code).toBe("CANCELLED_BY_MEMBER");
  const paying = await finance.call(consoleContract.startPaying, { params: { id }, body: { from: null } });
  expect(paying.body.code).toBe("CANCELLED_BY_MEMBER");
  expect(await inQueue(id)).toMatchObject({ status: "R", isCancelled: true, payingBy: null });
});

test("from when an operator takes the address to pay it, it cannot be taken back", async () => {
  const byHand = await withdraw();
  const started = { params: { id: byHand }, body: { from: null } };
  expect((await finance.call(consoleContract.startPaying, started)).status).toBe(200);
  expect((await cancel(byHand)).body.code).toBe("BEING_PAID");
  expect(await inReport(byHand)).toMatchObject({ status: "P", isBeingPaid: true });
  expect((await inQueue(byHand)).payingBy).toMatchObject({ name: "The finance" });
  expect((await accept(byHand)).status).toBe(200);
});

test("what is in the payment file cannot be taken back, and what was taken back is in no file", async () => {
  const [kept, cancelled] = [await withdrawCoins(app, client, member, 5_000_000), await withdraw()];
  await cancel(cancelled);
  const file: string = (await finance.call(consoleContract.paymentBatch, {})).body;
  const ids = file.split("\r\n").map((line) => recordOfReference(line.split(",")[0]!)?.id);
  expect(ids).toContain(BigInt(kept));
  expect(ids).not.toContain(BigInt(cancelled));
  expect((await cancel(kept)).body.code).toBe("BEING_PAID");
});

test("of 32 who cancel, pay and reject at the same moment one wins, and the books are right", async () => {
  const operators = await Promise.all(Array.from({ length: 4 }, () => operatorSignedIn(app, "finance")));
  for (let round = 0; round < 3; round++) {
    const before = await walletsOf(app.db, member);
    const id = await withdrawCoins(app, client, member, 8_000_000);
    const calls = {
      cancel: () => cancel(id),
      accept: (at: number) => accept(id, operators[at % operators.length]),
      reject: (at: number) => reject(id, operators[at % operators.length]),
    } as const;
    const names = Object.keys(calls) as (keyof typeof calls)[];
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, at) => {
        const name = names[(at + round) % names.length]!;
        const { status, body } = await calls[name](at);
        return { name, status, code: body.code as string | undefined };
      }),
    );
    const winners = new Set(answers.filter(({ status }) => status === 200).map(({ name }) => name));
    expect(winners.size).toBe(1);
    const [winner] = winners;
    // Cancelling again is answered as done; of the operators only one decides.
    const counted = answers.filter(({ name, status }) => status === 200 && name !== "cancel");
    expect(counted).toHaveLength(winner === "cancel" ? 0 : 1);
    const lost = new Set(answers.flatMap(({ code }) => (code === undefined ? [] : [code])));
    const expected = {
      cancel: ["CANCELLED_BY_MEMBER"],
      accept: ["DECIDED_ALREADY", "PAID_MEANWHILE"],
      reject: ["DECIDED_ALREADY", "REJECTED_MEANWHILE"],
    } as const;
    expect([...lost].toSorted()).toEqual(expected[winner!]);
    const after = await walletsOf(app.db, member);
    expect(after).toMatchObject(winner === "accept" ? { withdraw_pending: 0 } : before);
    const row = await inReport(id);
    expect(row).toMatchObject({ status: winner === "accept" ? "A" : "R", isCancelled: winner === "cancel" });
    if (winner === "accept") break;
  }
});
