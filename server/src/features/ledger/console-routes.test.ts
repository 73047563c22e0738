import { type Fc, asFc, noFc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import * as contract from "@fc/contract/ledger/console";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberAccount } from "../../core/ledger/accounts.ts";
import { post, reverse } from "../../core/ledger/post.ts";
import { transfer, withdrawalAccepted } from "../../core/ledger/posting.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { atomically } from "../../platform/db.ts";
import { coins, fund, setPrice, setSetting } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { disable, operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestClient, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let asha: TestMember;
let ravi: TestMember;
let finance: TestClient;

async function send(amountFc: Fc, now: Date): Promise<bigint> {
  const from = { memberId: asha.id, refId: asha.refId };
  const to = { memberId: ravi.id, refId: ravi.refId };
  return atomically(app.db, post, transfer({ key: randomUUID(), effectiveAt: now, from, to, amountFc }));
}

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = (app.time.now = noon("2026-02-01"));
  await setPrice(db, 15_000, now);
  asha = await app.addMember({ name: "Asha Verma" });
  ravi = await app.addMember({ name: "Ravi Kumar", sponsor: asha });
  await fillPool(db, coins(50_000), now);
  await fund(db, asha, { transfer: 1000, withdraw_pending: 500 }, now);
  for (const { id: memberId } of [asha, ravi]) await stakeNow(db, { memberId, usd: 15, now });
  for (let number = 0; number < 30; number++) await send(coins(1), noon("2026-02-02"));
  await closeDay(db, { day: "2026-02-01", now: noon("2026-02-03") });
  await closeDay(db, { day: "2026-02-02", now: noon("2026-02-03") });
  // The house keeps a fee of 200.
  const paid = { key: randomUUID(), effectiveAt: noon("2026-02-03"), memberId: asha.id };
  const withdrawal = { ...paid, amountFc: coins(500), feeFc: coins(200), deductionFc: noFc };
  await atomically(db, post, withdrawalAccepted(withdrawal));
  app.time.now = noon("2026-02-03");
  finance = await operatorSignedIn(app, "finance");
});
afterAll(() => app.stop());

const entries = async (query: object): Promise<{ data: contract.LedgerEntry[]; next: string | null }> =>
  (await finance.call(contract.ledgerEntries, { query })).body;
const entry = async (id: number) =>
  (await finance.call(contract.ledgerEntry, { params: { id }, query: {} })).body.data;
const balances = async () => {
  const { data } = (await finance.call(contract.houseAccounts, {})).body;
  const of = (name: string) =>
    data.accounts.find((account: { name: string }) => account.name === name).balance;
  return { of, members: data.membersFc };
};
const propose = (body: object, key?: string, client = finance) =>
  client.call(contract.fundPool, { body: body as never }, key);

test("the house's accounts are shown with their sums, and what members hold is the other side of them", async () => {
  const { of, members } = await balances();
  expect(of("fees")).toBe(200);
  expect(of("payouts")).toBe(300);
  expect(of("treasury")).toBe(-50_000);
  const { sum } = await app.db
    .selectFrom("ledger_accounts")
    .select((eb) => eb.fn.sum<string>("balance").as("sum"))
    .where("id", ">", 16n)
    .executeTakeFirstOrThrow();
  expect(members).toBe(Number(sum) / 10_000);
});

test("entries are found by number, member, kind and day, newest first, page after page", async () => {
  const read: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof entries>> = await entries({
      size: 7,
      kind: "transfer",
      ...(cursor === null ? {} : { cursor }),
    });
    read.push(...page.data.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  expect(read).toHaveLength(30);
  expect(read).toEqual(read.toSorted((a, b) => b - a));

  const all = await entries({ size: 100 });
  expect(all.data.map(({ effectiveAt }) => effectiveAt)).toEqual(
    all.data.map(({ effectiveAt }) => effectiveAt).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)),
  );
  expect((await entries({ search: String(read[0]) })).data.map(({ id }) => id)).toEqual([read[0]]);
  const ros = await entries({ search: ravi.refId.toLowerCase(), kind: "ros" });
  expect(ros.data).toMatchObject([{ kind: "ros", lines: 2, amount: 150 }]);
  const kinds = async (query: object) => new Set((await entries(query)).data.map(({ kind }) => kind));
  expect(await kinds({ from: "2026-02-03" })).toEqual(new Set(["withdrawal_accepted"]));
  expect(await kinds({ to: "2026-02-01", search: ravi.refId })).toEqual(
    new Set(["opening", "stake_from_transfer"]),
  );
  expect((await entries({ search: "FCNOBODY1" })).data).toEqual([]);
});

test("one entry is shown as its postings, with who is on each side and what undid it", async () => {
  const id = await send(coins(3), noon("2026-02-03"));
  const reversal = await atomically(app.db, reverse, {
    entryId: id,
    reason: "Sent twice",
    now: app.time.now,
  });
  expect(await entry(Number(id))).toMatchObject({
    kind: "transfer",
    amount: 3,
    reversedBy: Number(reversal),
    postings: [
      {
        line: 1,
        from: { name: "transfer", member: { refId: asha.refId, name: "Asha Verma" } },
        to: { name: "transfer", member: { refId: ravi.refId } },
        amount: 3,
        currency: "FC",
      },
    ],
    next: null,
  });
  expect((await finance.call(contract.ledgerEntry, { params: { id: 999_999 }, query: {} })).status).toBe(404);
});

test("the whole ledger is verified by a worker, and what was tampered with is found and reported", async () => {
  const verify = async () => {
    await finance.call(contract.verifyLedger, {});
    await app.worker.drain();
    return (await finance.call(contract.verifications, {})).body.data;
  };
  const [sound] = await verify();
  expect(sound).toMatchObject({ state: "done", askedBy: "The finance", result: { differences: 0 } });
  expect(sound.result.postings).toBeGreaterThan(30);

  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  try {
    await owner.query("alter table ledger_accounts disable trigger all");
    await owner.query("update ledger_accounts set balance = balance + 1 where id = $1", [
      memberAccount(asha.id, "transfer"),
    ]);
    await owner.query("alter table ledger_accounts enable trigger all");
    const [found, before] = await verify();
    expect(found.result.differences).toBe(1);
    expect(found.result.firstDifferences[0]).toContain(
      `balance: account ${memberAccount(asha.id, "transfer")}`,
    );
    expect(before.result.differences).toBe(0);
  } finally {
    await owner.query("alter table ledger_accounts disable trigger all");
    await owner.query("update ledger_accounts set balance = balance - 1 where id = $1", [
      memberAccount(asha.id, "transfer"),
    ]);
    await owner.query("alter table ledger_accounts enable trigger all");
    await owner.end();
  }
});

const body = { amount: 5000, source: "treasury", note: "For February" };

test("the pool is funded at once below the set amount, and once however often it is sent", async () => {
  const { of } = await balances();
  const before = of("rewards_pool");
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => propose(body, key)));
  expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
  expect(answers[0]!.body.data.status).toBe("A");
  expect((await balances()).of("rewards_pool")).toBe(before + 5000);
  expect((await propose({ ...body, amount: 1 }, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
  const { data } = (await finance.call(contract.poolFundings, { query: {} })).body;
  expect(data).toMatchObject([{ status: "A", proposedBy: { name: "The finance" }, amount: 5000 }]);
  expect(await entry(data[0].entryId)).toMatchObject({ kind: "pool_funded", amount: 5000 });
});

test("what the house took in can be used up, and no more than that", async () => {
  const fees = { amount: 150, source: "fees", note: "Fees of January" };
  const answers = await Promise.all([propose(fees), propose(fees), propose(fees)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  const refused = answers.find(({ status }) => status === 400)!;
  expect(refused.body.fields).toEqual({ amount: "This account holds 50 FC" });
  expect((await balances()).of("fees")).toBe(50);
});

test("a large amount that an operator proposed is not put in after the account was disabled, nor once it is enabled", async () => {
  await setSetting(app.databaseUrl, "pool", { twoOperatorsFromFc: 10_000 });
  const [gone, admin] = [await operatorSignedIn(app, "finance"), await operatorSignedIn(app, "admin")];
  const { id } = (await propose({ ...body, amount: 10_000 }, undefined, gone)).body.data;
  await disable(gone, admin);
  await app.db.updateTable("operators").set({ status: "active" }).where("status", "=", "disabled").execute();
  const confirmed = await admin.call(contract.confirmFunding, { params: { id } });
  expect(confirmed.body.code).toBe("DECIDED_ALREADY");
});

test("a large amount waits for a second operator; of several at once one wins, and the others get an error", async () => {
  await setSetting(app.databaseUrl, "pool", { twoOperatorsFromFc: 10_000 });
  const before = (await balances()).of("rewards_pool");
  const { id, status } = (await propose({ ...body, amount: 10_000 })).body.data;
  expect(status).toBe("P");
  expect((await balances()).of("rewards_pool")).toBe(before);
  const own = await finance.call(contract.confirmFunding, { params: { id } });
  expect(own.body.code).toBe("SECOND_OPERATOR_NEEDED");

  const others = await Promise.all(Array.from({ length: 6 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    others.map((other, at) =>
      at % 3 === 2
        ? other.call(contract.rejectFunding, { params: { id }, body: { reason: "Not now" } })
        : other.call(contract.confirmFunding, { params: { id } }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers.filter((each) => each.status !== 200)) {
    expect(answer.body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The admin" } });
  }
  const { data } = (await finance.call(contract.poolFundings, { query: {} })).body;
  const decided = data.find((row: contract.PoolFunding) => row.id === id);
  const added = decided.status === "A" ? 10_000 : 0;
  expect((await balances()).of("rewards_pool")).toBe(before + added);
});

test("a large amount in small parts takes a second operator as well, also of parts at once", async () => {
  const alone = await operatorSignedIn(app, "finance");
  const part = { ...body, amount: 4000 };
  const answers = await Promise.all([1, 2, 3].map(() => propose(part, randomUUID(), alone)));
  const states = answers.map((answer) => answer.body.data.status);
  expect(states.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["A", "A", "P"]);
  const other = await operatorSignedIn(app, "finance");
  expect((await propose(part, randomUUID(), other)).body.data.status).toBe("A");
});

test("who proposed it can take it back", async () => {
  const { id } = (await propose({ ...body, amount: 20_000 })).body.data;
  const taken = await finance.call(contract.rejectFunding, { params: { id }, body: { reason: "Too much" } });
  expect(taken.status).toBe(200);
  const other = await operatorSignedIn(app, "finance");
  const late = await other.call(contract.confirmFunding, { params: { id } });
  expect(late.body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The finance" } });
});

test("what was found can be saved as a file, however much it is", async () => {
  for (let number = 0; number < 520; number++) await send(asFc(1n), noon("2026-02-05"));
  const file = async (query: object) => {
    const { headers, body: text } = await finance.call(contract.ledgerEntriesCsv, { query });
    expect(headers.get("content-type")).toContain("text/csv");
    return (text as string).trim().split("\r\n").slice(1);
  };
  const lines = await file({ kind: "transfer", search: ravi.refId, from: "2026-02-05" });
  expect(lines).toHaveLength(520);
  expect(new Set(lines).size).toBe(520);
  expect(lines[0]).toMatch(/^\d+,2026-02-05 12:00:00,.*,Transfer,.*,1,0\.0001$/);
  const [accepted] = (await entries({ kind: "withdrawal_accepted" })).data;
  expect(await file({ search: String(accepted!.id) })).toHaveLength(1);
});
