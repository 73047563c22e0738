import {
  bookDefinitions,
  bookNames,
  consoleBook,
  consoleBookCsv,
  consoleBooksZip,
  type BookName,
} from "@fc/contract/books/console";
import { acceptWithdrawal } from "@fc/contract/withdraw/console";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseBalances } from "../../core/ledger/house.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { coins, longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { bytesOf } from "../../testing/pdf-text.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { approveStake, newcomer, requestedStake } from "../../testing/staking-requests.ts";
import { addTaxRule } from "../../testing/taxes.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, transactionId, withdrawCoins } from "../../testing/withdrawals.ts";

let app: TestApp;
let finance: TestClient;
let member: TestMember;
const month = "2026-11";
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);

/** October has openings and stakes, November closings, stakes, a withdrawal with tax, December another stake. */
beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  app.time.now = noon("2026-10-30");
  await setPrice(db, 15_000, longAgo(app.time.now));
  await fillPool(db, coins(1_000_000), app.time.now);
  member = await addWithdrawer(app, { staking: 30_000_000 });
  await stakeNow(db, { memberId: member.id, usd: 1500, now: app.time.now });
  // Approved with nothing of its coins: a shortfall.
  const requestId = await requestedStake(app, await newcomer(app), 15);
  await approveStake(app, requestId);
  await db
    .updateTable("staking_requests")
    .set({ owed_fc: coins(15_000) })
    .where("id", "=", requestId)
    .execute();
  await addTaxRule(app, { firstDay: "2026-11-01", taken: "withdrawal" });
  await closeDay(db, { day: "2026-10-31", now: noon("2026-11-03") });
  await closeDay(db, { day: "2026-11-01", now: noon("2026-11-03") });
  await closeDay(db, { day: "2026-11-02", now: noon("2026-11-03") });
  app.time.now = noon("2026-11-05");
  await fillPool(db, coins(500), app.time.now);
  await stakeNow(db, { memberId: member.id, usd: 150, now: app.time.now });
  const client = await signedIn(app, member);
  finance = await operatorSignedIn(app, "finance");
  const id = await withdrawCoins(app, client, member, 8_000_000);
  const body = { transactionId: transactionId(id), net: 6_200_000 };
  expect((await finance.call(acceptWithdrawal, { params: { id }, body })).status).toBe(200);
  app.time.now = noon("2026-12-02");
  await stakeNow(db, { memberId: member.id, usd: 15, now: app.time.now });
  finance = await operatorSignedIn(app, "finance");
});
afterAll(() => stopWithBooksRight(app));

const page = async (book: BookName, query: object = {}) =>
  (await finance.call(consoleBook, { params: { book }, query: { month, ...query } })).body as {
    data: (string | null)[][];
    next: string | null;
    totals: (string | null)[];
  };
const units = (cell: string | null | undefined) => BigInt((cell ?? "0").replace(".", ""));
const sumOf = (rows: (string | null)[][], at: number) => rows.reduce((sum, row) => sum + units(row[at]), 0n);

/** What moved from or to an account in November, by the ledger itself. */
async function movedIn(account: number, side: "debit_id" | "credit_id") {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0)::text as sum from ledger_postings
    where ${sql.ref(side)} = ${account} and effective_at >= '2026-11-01T00:00:00+05:30'
      and effective_at < '2026-12-01T00:00:00+05:30'`.execute(app.db);
  return BigInt(rows[0]!.sum);
}

test("the totals of every book are the sums of its lines", async () => {
  for (const book of bookNames) {
    const { data, totals, next } = await page(book, { size: 100 });
    expect(next).toBeNull();
    expect(data.length).toBeGreaterThan(0);
    for (const at of bookDefinitions[book].totals) {
      expect([book, at, sumOf(data, at)]).toEqual([book, at, units(totals[at])]);
    }
  }
});

test("the trial balance balances, and is the ledger's", async () => {
  const { data, totals } = await page("trial-balance", { size: 100 });
  expect([units(totals[1]), units(totals[4]), units(totals[8])]).toEqual([0n, 0n, 0n]);
  expect(units(totals[2])).toBe(units(totals[3]));
  const of = (name: string) => data.find(([account]) => account === name)!;
  expect(units(of("House: Payouts")[3])).toBe(await movedIn(3, "credit_id"));
  expect(units(of("House: Tax withheld")[4])).toBe((await houseBalances(app.db)).tax_withheld);
  const members = data.filter(([account]) => account!.startsWith("Members:"));
  const statements = (await page("members", { size: 100 })).totals;
  for (const [column, at] of [
    [1, 2],
    [4, 5],
  ] as const)
    expect(sumOf(members, column)).toBe(units(statements[at]));
});

test("registers, journal and pool tie to the ledger's accounts", async () => {
  const payouts = (await page("payouts")).totals;
  expect(units(payouts[8])).toBe(await movedIn(3, "credit_id"));
  expect(units(payouts[5])).toBe(await movedIn(4, "credit_id"));
  expect(units(payouts[6])).toBe(await movedIn(9, "credit_id"));
  const staked = member.id * 16 + 5;
  expect(units((await page("stakes")).totals[6])).toBe(await movedIn(staked, "credit_id"));
  const trial = (await page("trial-balance", { size: 100 })).totals;
  const journal = (await page("journal")).totals;
  expect([journal[7], journal[8]]).toEqual([trial[3], trial[7]]);
  const pool = await page("pool", { size: 100 });
  expect(pool.data).toHaveLength(30);
  expect(units(pool.totals[3])).toBe(await movedIn(1, "debit_id"));
  expect(units(pool.totals[2])).toBe(await movedIn(1, "credit_id"));
  expect(units(pool.data.at(-1)![4])).toBe((await houseBalances(app.db)).rewards_pool);
});

test("the journal names accounts as the screens do, and counts the rupees of a stake once", async () => {
  const october = { month: "2026-10", size: 100 };
  const { data, totals } = await page("journal", october);
  const ofStake = data.filter(([, , kind]) => kind === "Stake approved");
  const names = ofStake.map((row) => [row[3], row[5], row[9] !== null]);
  expect(names).toEqual([
    ["Deposits", "Staked principal", true],
    ["Dollars paid", "Dollars received", false],
  ]);
  const registered = (await page("stakes", october)).data.filter((row) => row[4] === "Outside");
  expect(sumOf(ofStake, 9)).toBe(sumOf(registered, 7));
  expect(sumOf(data, 9)).toBe(units(totals[9]));
});

test("a book goes on where its page ended, and is narrowed to a member", async () => {
  const all = (await page("journal", { size: 100 })).data;
  const first = await page("journal", { size: 2 });
  const second = await page("journal", { size: 100, cursor: first.next! });
  expect([...first.data, ...second.data]).toEqual(all);
  const own = (await page("journal", { search: member.refId, size: 100 })).data;
  expect(own.every((row) => row[4] === member.refId || row[6] === member.refId)).toBe(true);
  expect((await page("journal", { search: "FCNOBODY2" })).data).toEqual([]);
});

test("a cursor that no page gave reads from the start, and no search breaks the name of a file", async () => {
  for (const book of bookNames) {
    for (const cursor of ["999999999999999999", "5-3", "999999999999999999-9999999999"]) {
      const answer = await finance.call(consoleBook, { params: { book }, query: { month, cursor } });
      expect([book, cursor, answer.status]).toEqual([book, cursor, 200]);
    }
  }
  for (const search of ["आशा", 'a".html', "a\r\nb: c"]) {
    const file = await finance.call(consoleBookCsv, {
      params: { book: "journal" },
      query: { month, search },
    });
    expect(file.headers.get("content-disposition")).toContain(`"journal-${month}.csv"`);
  }
});

test("a file has exactly the lines and totals of the screen and carries its month; the archive has all files", async () => {
  const files: string[] = [];
  for (const book of bookNames) {
    const file = await finance.call(consoleBookCsv, { params: { book }, query: { month } });
    expect(file.headers.get("content-disposition")).toContain(`${book}-${month}.csv`);
    files.push(String(file.body));
    const lines = String(file.body).replace("\uFEFF", "").trimEnd().split("\r\n");
    const { data, totals } = await page(book, { size: 100 });
    const text = (row: (string | null)[]) => row.map((cell) => cell ?? "").join(",");
    expect(lines.slice(1)).toEqual([...data.map(text), text(["In all", ...totals.slice(1)])]);
  }
  const path = `${consoleBooksZip.path}?month=${month}`;
  const { status, type, bytes } = await bytesOf(app.url, finance, path);
  expect([status, type]).toEqual([200, "application/zip"]);
  const names = Buffer.from(bytes).toString("latin1");
  for (const book of bookNames) expect(names).toContain(`${book}-${month}.csv`);
});
