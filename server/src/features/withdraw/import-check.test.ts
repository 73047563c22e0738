import * as contract from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { atomically, type Tx } from "../../platform/db.ts";
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
/** Resolves once another transaction waits for this one. */
async function isWaitedFor(tx: Tx): Promise<void> {
  const { rows } = await sql`select pid from pg_stat_activity
    where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
  if (rows.length === 0) await isWaitedFor(tx);
}

test("each line has its own answer, also when the check began again after a deadlock", async () => {
  const [good, wrong] = [await withdraw(), await withdraw()];
  const checking = await atomically(
    app.db,
    async (tx) => {
      await lockRow(tx, wrong);
      const answer = check([line(good), line(wrong, 5)]);
      await isWaitedFor(tx);
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
