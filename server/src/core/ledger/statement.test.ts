import { asFc } from "@fc/contract/units";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { after, day } from "../../platform/clock.ts";
import { atomically, type Db } from "../../platform/db.ts";
import { accountOf, memberAccount } from "./accounts.ts";
import { postLines } from "./bulk.ts";
import { post, postMany } from "./post.ts";
import { reward } from "../../testing/ledger/entries.ts";
import { balancesOfMembers, statementPage, statementTotals, type StatementLine } from "./statement.ts";
import {
  addMember,
  addMemberWith,
  fundPool,
  moveToTransfer,
  newKey,
  now,
  openLedger,
} from "../../testing/ledger/ledger.ts";
import { sealAll, secretKey, transferOf, type TestLedger } from "../../testing/ledger/ledger.ts";
import { verify } from "./verify.ts";

let ledger: TestLedger;
let db: Db;
beforeAll(async () => {
  ledger = await openLedger();
  db = ledger.db;
});
afterAll(() => ledger.close());

async function pages(limit: number, scope: Omit<Parameters<typeof statementPage>[1], "limit">) {
  const lines: StatementLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await statementPage(db, { ...scope, limit, cursor });
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    if (cursor !== undefined) expect(page.lines).not.toEqual([]);
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== undefined);
  return lines;
}

test("pages of any size are the whole, newest first, with the balance after each line", async () => {
  const [memberId, other] = [await addMemberWith(db, { transfer: 1000n }), await addMember(db)];
  for (let at = 1; at <= 20; at++) {
    // Two to a day, and every third of them for a day before the others.
    const effectiveAt = after(now, ((at % 3 === 0 ? -100 : 0) + Math.floor(at / 2)) * day);
    await atomically(db, post, transferOf(memberId, other, asFc(BigInt(at)), effectiveAt));
  }
  const scope = { memberId, accounts: ["transfer" as const] };
  const whole = await pages(1000, scope);
  expect(whole).toHaveLength(21);
  expect(whole.map(({ effectiveAt }) => effectiveAt.getTime())).toEqual(
    whole.map(({ effectiveAt }) => effectiveAt.getTime()).toSorted((a, b) => b - a),
  );
  expect(whole[0]!.balanceAfterFc).toBe(1000n - 210n);
  for (const limit of [1, 2, 7, 20, 21]) expect(await pages(limit, scope)).toEqual(whole);
  expect(accountOf(whole[0]!.otherId)).toEqual({ owner: "member", memberId: other, account: "transfer" });
  expect(whole[0]).toMatchObject({
    type: "D",
    kind: "transfer",
    message: `TRANSFER/FC${memberId}_FC${other}`,
  });
});

test("a period opens with what was before, closes with what is after it, and its lines make the difference", async () => {
  const memberId = await addMember(db);
  await fundPool(db, asFc(1000n));
  const days = [0, 1, 2, 3, 4, 5].map((at) => after(now, at * day));
  const credits = days.map((effectiveAt, at) =>
    reward("ros", { key: newKey(), effectiveAt, memberId, amountFc: asFc(10n ** BigInt(at % 3)) }),
  );
  await atomically(db, postMany, credits);
  const scope = { memberId, accounts: ["staking" as const], from: days[2], to: days[4] };
  expect(await statementTotals(db, scope)).toEqual({
    openingFc: 11n,
    creditedFc: 101n,
    debitedFc: 0n,
    closingFc: 112n,
  });
  const lines = await pages(1, scope);
  expect(lines.map(({ amountFc, balanceAfterFc }) => [amountFc, balanceAfterFc])).toEqual([
    [1n, 112n],
    [100n, 111n],
  ]);
  const earlier = { ...scope, from: undefined, to: days[0] };
  expect((await statementTotals(db, earlier)).closingFc).toBe(0n);
  expect(await pages(5, earlier)).toEqual([]);
});

test("several wallets read as one, a move between them as a debit and a credit", async () => {
  const memberId = await addMemberWith(db, { staking: 5n, earning: 6n, offer: 7n });
  await atomically(db, moveToTransfer, { memberId, amountFc: asFc(12n) });
  const scope = { memberId, accounts: ["staking", "earning", "offer", "transfer"] as const };
  const whole = await pages(100, scope);
  expect(whole.slice(0, 6).map(({ type, account, amountFc }) => `${type} ${account} ${amountFc}`)).toEqual([
    "C transfer 1",
    "D offer 1",
    "C transfer 6",
    "D earning 6",
    "C transfer 5",
    "D staking 5",
  ]);
  for (const limit of [1, 2, 3]) expect(await pages(limit, scope)).toEqual(whole);
  expect(whole[0]!.balanceAfterFc).toBe(18n);
});

test("a cursor that is none of ours reads from the start, and nobody else's lines are in it", async () => {
  const [a, b] = [await addMemberWith(db, { transfer: 5n }), await addMemberWith(db, { transfer: 6n })];
  const read = (memberId: number, cursor?: string) =>
    statementPage(db, { memberId, accounts: ["transfer"], limit: 10, cursor });
  for (const cursor of ["'; drop table members", "x9.1.1.0.5", "9.1.1.0.5x"]) {
    expect(await read(a, cursor)).toEqual(await read(a));
  }
  expect((await read(b)).lines.map(({ amountFc }) => amountFc)).toEqual([6n]);
});

test("one wallet of several members is read at once, also of those who never had anything in it", async () => {
  const [rich, poor] = [await addMemberWith(db, { transfer: 5n, staking: 9n }), await addMember(db)];
  const balances = await balancesOfMembers(db, { memberIds: [poor, rich], account: "transfer" });
  expect([...balances]).toEqual([
    [poor, 0n],
    [rich, 5n],
  ]);
});

test("an entry of a closing's many lines is read page by page, sealed and verified as any other", async () => {
  const memberId = await addMember(db);
  await fundPool(db, asFc(12_000n));
  const lines = (count: number) => sql`
    select line, 1::bigint as debit_id, ${memberAccount(memberId, "staking")}::bigint as credit_id, 1::bigint as amount
    from generate_series(1, ${count}::int) as line`;
  const posted = await atomically(db, postLines, {
    effectiveAt: now,
    priceId: null,
    planVersion: 1,
    entries: [
      { kind: "ros", key: newKey(), message: "ROI", lines: lines(12_000) },
      // Nothing of the second kind: it is left out.
      { kind: "pair_matching", key: newKey(), message: "PAIR", lines: lines(0) },
    ],
  });
  expect(posted).toEqual({ lines: 12_000, amount: 12_000n });
  const read = await pages(997, { memberId, accounts: ["staking"] });
  expect(read.map(({ line }) => line)).toEqual(Array.from({ length: 12_000 }, (_, at) => 12_000 - at));
  expect(read[0]?.balanceAfterFc).toBe(12_000n);
  await sealAll(ledger);
  expect(await verify(ledger.url, { secretKey })).toMatchObject({ differences: [], unsealed: 0n });
  const largest = await db
    .selectFrom("ledger_seals")
    .select("postings")
    .orderBy("postings", "desc")
    .execute();
  expect(largest[0]?.postings).toBeGreaterThanOrEqual(12_000);
});

test("a page of a member with very many lines is read without reading all of them", async () => {
  const many = await addMember(db);
  const others = await Promise.all(Array.from({ length: 20 }, () => addMember(db)));
  await fundPool(db, asFc(20_000n));
  const linesTo = (memberId: number, count: number) => ({
    kind: "ros" as const,
    key: newKey(),
    message: "ROI",
    lines: sql`
      select line, 1::bigint as debit_id, ${memberAccount(memberId, "earning")}::bigint as credit_id, 1::bigint as amount
      from generate_series(1, ${count}::int) as line`,
  });
  const entries = [linesTo(many, 15_000), ...others.map((id) => linesTo(id, 1))];
  await atomically(db, postLines, { effectiveAt: now, priceId: null, planVersion: 1, entries });
  const client = new pg.Client({ connectionString: ledger.url });
  await client.connect();
  // Then PostgreSQL knows that most members have few lines.
  await client.query("analyze ledger_postings");
  const page = `select * from ledger_newest_lines(array[${memberAccount(many, "earning")}]::bigint[], '1970-01-01',
    'infinity', 0, 0, 0, 51)`;
  // The plan is made by the first one.
  await client.query(page);
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${page}`);
  await client.end();
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  expect(plan["Actual Rows"]).toBe(51);
  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(50);
});
