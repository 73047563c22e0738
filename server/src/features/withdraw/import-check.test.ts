import { setDeduction } from "@fc/contract/members/console-actions";
import { referenceOf } from "@fc/contract/receipts/reference";
import * as contract from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { atomically, type Tx } from "../../platform/db.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { untilWaitedFor } from "../../testing/locks.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, transactionId, withdrawCoins } from "../../testing/withdrawals.ts";

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

const withdraw = () => withdrawCoins(app, client, member, 8_000_000);
const line = (id: number, net = 7_800_000) => ({ id, net, transactionId: transactionId(id) });
const check = async (payments: ReturnType<typeof line>[]) =>
  (await finance.call(contract.checkPayments, { body: { payments } })).body.data;

const lockRow = (tx: Tx, id: number) =>
  tx.selectFrom("withdrawals").select("id").where("id", "=", id).forUpdate().execute();

test("each line has its own answer, also when the check began again after a deadlock", async () => {
  const [good, wrong] = [await withdraw(), await withdraw()];
  const checking = await atomically(
    app.db,
    async (tx) => {
      await lockRow(tx, wrong);
      const answer = check([line(good), line(wrong, 5)]);
      await untilWaitedFor(tx);
      // The check has the first and waits for the second. It has waited longer, so the database ends it.
      await lockRow(tx, good);
      return { answer };
    },
    undefined,
  );
  expect(await checking.answer).toMatchObject([
    { id: good, problem: null },
    { id: wrong, problem: expect.stringContaining("The amount to send has changed") },
  ]);
});

/** Lines of withdrawals that do not exist. */
const filler = Array.from({ length: 30 }, (_, at) => line(900_000 + at));
const problemsIn = async (payments: ReturnType<typeof line>[]) => {
  const answers = await check(payments);
  expect(answers.map(({ id }: { id: number }) => id)).toEqual(payments.map(({ id }) => id));
  return answers.map(({ problem }: { problem: string | null }) => problem);
};
const notFound = filler.map(() => "Not found");

test("what a member owes is taken once, however far apart the member's lines are in the file", async () => {
  const [one, two] = [await withdraw(), await withdraw()];
  const body = { amountFc: 8_000_000, reason: "Paid twice in May" };
  await finance.call(setDeduction, { params: { refId: member.refId }, body });
  const first = { id: one, net: 0, transactionId: contract.noTransaction };
  expect(await problemsIn([first, ...filler, line(two, 7_600_000)])).toEqual([null, ...notFound, null]);
});

test("a transaction pays one line of a file, also when another member far below has the same", async () => {
  const one = await withdraw();
  const other = await addWithdrawer(app, { staking: 300_000_000 });
  const two = await withdrawCoins(app, await signedIn(app, other), other, 8_000_000);
  const three = await withdraw();
  const same = { ...line(two), transactionId: transactionId(one).toUpperCase().replace("0X", "0x") };
  const payments = [line(one), ...filler, same, ...filler, line(three, 5), { ...line(three), id: two }];
  expect(await problemsIn(payments)).toEqual([
    null,
    ...notFound,
    expect.stringContaining(`${referenceOf("withdrawal", one)} of ${member.refId}`),
    ...notFound,
    expect.stringContaining("The amount to send has changed"),
    null,
  ]);
});

test("what the operator pays alone adds up over the lines of a file, as in the import", async () => {
  const payments = [];
  for (const net of [59_800_000, 7_800_000, 59_800_000, 7_800_000]) {
    const other = await addWithdrawer(app, { staking: 300_000_000 });
    payments.push(line(await withdrawCoins(app, await signedIn(app, other), other, net + 200_000), net));
  }
  const expected = [null, null, expect.stringContaining("needs two operators"), null];
  expect(await problemsIn(payments)).toEqual(expected);
  const { data } = (await finance.call(contract.importPayments, { body: { payments } })).body;
  expect(data.map(({ problem }: { problem: string | null }) => problem)).toEqual(expected);
});

test("while a long file is checked, nobody waits for the members whose lines are done", async () => {
  const one = await withdraw();
  const other = await addWithdrawer(app, { staking: 300_000_000 });
  const two = await withdrawCoins(app, await signedIn(app, other), other, 8_000_000);
  const checking = await atomically(
    app.db,
    async (tx) => {
      await lockRow(tx, two);
      const answer = check([line(one), ...filler, line(two)]);
      await untilWaitedFor(tx);
      // Would wait for the check, which waits for this transaction.
      await sql`select from withdrawals where id = ${one} for update nowait`.execute(tx);
      return { answer };
    },
    undefined,
  );
  expect(await checking.answer).toMatchObject([
    { problem: null },
    ...filler.map(() => ({})),
    { problem: null },
  ]);
});
