import { asFc } from "@fc/contract/units";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomically, atOneMoment, type Db } from "../../platform/db.ts";
import {
  addMember,
  addMembers,
  addMemberWith,
  fundPool,
  newKey,
  now,
  openLedger,
  sealAll,
  secretKey,
  transferOf,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { runCommand } from "../../testing/commands.ts";
import { accountSql, memberAccount, memberCodes } from "./accounts.ts";
import { archiveUpTo } from "./archive.ts";
import { postLines } from "./bulk.ts";
import { monthsMadeUntil, monthsTask } from "./months.ts";
import { linesOf, post, postMany } from "./post.ts";
import { opening } from "../../testing/ledger/entries.ts";
import { statementPage } from "./statement.ts";
import { verify } from "./verify.ts";

/** A ledger whose parts are first (up to the end of January 2026), February, March and later. */
let ledger: TestLedger;
let db: Db;
let sender: number;
let receiver: number;
beforeAll(async () => {
  ledger = await openLedger();
  db = ledger.db;
  const part = (name: string, from: string, to: string) => `
    create table ledger_months.${name} (like ledger_postings including constraints,
      constraint ${name}_pkey primary key (entry_id, line));
    create trigger ledger_immutable before insert or update or delete or truncate on ledger_months.${name}
      for each statement execute function ledger_refuse();
    alter table ledger_postings attach partition ledger_months.${name}
      for values from ('${from}T00:00+05:30') to ('${to}T00:00+05:30')`;
  await ledger.asOwner(`
    alter table ledger_postings detach partition ledger_months.first;
    alter table ledger_postings detach partition ledger_months.later;
    alter table ledger_postings attach partition ledger_months.first for values from (minvalue) to ('2026-02-01T00:00+05:30');
    ${part("m2026_02", "2026-02-01", "2026-03-01")};
    ${part("m2026_03", "2026-03-01", "2026-04-01")};
    alter table ledger_postings attach partition ledger_months.later for values from ('2026-04-01T00:00+05:30') to (maxvalue)`);
  sender = await addMemberWith(db, { transfer: 1000n });
  receiver = await addMemberWith(db, { transfer: 1000n });
  for (const at of [
    "2014-01-10",
    "2023-06-10",
    "2025-08-10",
    "2026-01-10",
    "2026-02-28",
    "2026-03-01",
    "2026-05-05",
  ]) {
    await atomically(db, post, transferOf(sender, receiver, asFc(10n), new Date(`${at}T12:00:00Z`)));
  }
});
afterAll(() => ledger.close());

const page = (limit: number, cursor?: string) =>
  statementPage(db, { memberId: receiver, accounts: ["transfer"], limit, cursor });

test("a statement goes through the months, page by page", async () => {
  const days: string[] = [];
  let cursor: string | undefined;
  do {
    const { lines, next } = await page(2, cursor);
    days.push(...lines.map(({ effectiveAt }) => effectiveAt.toISOString().slice(0, 10)));
    cursor = next;
  } while (cursor !== undefined);
  const older = ["2025-08-10", "2023-06-10", "2014-01-10"];
  expect(days).toEqual(["2026-05-05", "2026-03-01", "2026-02-28", "2026-02-03", "2026-01-10", ...older]);
});

test.each(["first", "m2026_02", "later", "archive"])(
  "nobody posts into the part %s or changes it, and the application does not even see it",
  async (part) => {
    const statements = [
      `insert into ledger_months.${part} (entry_id, line, debit_id, credit_id, amount, effective_at)
        select entry_id, 99, debit_id, credit_id, amount, effective_at from ledger_months.${part} limit 1`,
      `update ledger_months.${part} set amount = amount + 1`,
      `delete from ledger_months.${part}`,
      `truncate ledger_months.${part}`,
    ];
    for (const statement of statements) {
      await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: "42501" });
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: "42501" });
    }
    await expect(sql.raw(`select from ledger_months.${part}`).execute(db)).rejects.toMatchObject({
      code: "42501",
    });
  },
);

test("what is posted again and again in one statement is found, also where an account keeps its balance", async () => {
  const at = new Date("2025-06-01T12:00:00Z");
  const there = { ...transferOf(sender, receiver, asFc(1n), at), key: newKey() };
  await atomically(db, postMany, [there, { ...transferOf(receiver, sender, asFc(1n), at), key: newKey() }]);
  const { lines } = await statementPage(db, { memberId: receiver, accounts: ["transfer"], limit: 50 });
  expect(lines.filter(({ effectiveAt }) => effectiveAt.getTime() === at.getTime())).toHaveLength(2);
});

describe("a member with a line now and then", () => {
  // At the ends of India's months, in months that follow each other and in others, over more than ten years.
  const times = [
    "2026-03-31T18:30:00.000Z",
    "2026-03-31T18:29:59.999Z",
    "2025-12-31T18:29:59.999Z",
    "2025-10-15T12:00:00.000Z",
    "2025-09-01T12:00:00.000Z",
    "2025-08-31T12:00:00.000Z",
    "2025-05-02T12:00:00.000Z",
    "2025-03-31T18:30:00.000Z",
    "2025-03-31T18:29:59.999Z",
    "2024-11-15T12:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
    "2021-07-01T12:00:00.000Z",
    "2019-01-31T18:30:00.000Z",
    // 128 months before the first two, and so with their bits.
    "2015-07-31T18:30:00.000Z",
    "2015-07-31T18:29:59.999Z",
    "2014-11-30T18:29:59.999Z",
  ];
  let member: number;
  beforeAll(async () => {
    const other = await addMemberWith(db, { transfer: 1000n });
    member = await addMember(db);
    for (const [at, time] of times.toReversed().entries()) {
      // Every third line goes back, so both sides have months of their own.
      const [from, to] = at % 3 === 2 ? [member, other] : [other, member];
      await atomically(db, post, transferOf(from, to, asFc(1n), new Date(time)));
    }
  });

  test.each([1, 3, 8, 25])("sees each of them once, newest first, in pages of %i", async (limit) => {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const scope = { memberId: member, accounts: ["transfer"] as const };
      const { lines, next } = await statementPage(db, { ...scope, limit, cursor });
      read.push(...lines.map(({ effectiveAt }) => effectiveAt.toISOString()));
      cursor = next;
    } while (cursor !== undefined);
    expect(read).toEqual(times);
  });
});

test("months without a line of the member are not searched, also between others", async () => {
  const [from, to] = [await addMemberWith(db, { transfer: 1000n }), await addMember(db)];
  for (const day of ["2026-01-10", "2026-05-05"]) {
    await atomically(db, post, transferOf(from, to, asFc(1n), new Date(`${day}T12:00:00Z`)));
  }
  const { before, after } = await atOneMoment(db, searchesOfPage, to);
  expect(Object.keys(after).filter((part) => after[part] !== before[part])).toEqual(["first", "later"]);
});

async function searchesOfPage(tx: Db, memberId: number) {
  const before = await searchesByPart(tx);
  await statementPage(tx, { memberId, accounts: ["transfer"], limit: 25 });
  return { before, after: await searchesByPart(tx) };
}

/** How often this connection searched each part of the ledger. */
async function searchesByPart(tx: Db): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ part: string; searches: bigint }>`
    select relname as part, idx_scan as searches from pg_stat_xact_all_tables where schemaname = 'ledger_months'
    order by relname`.execute(tx);
  return Object.fromEntries(rows.map(({ part, searches }) => [part, searches]));
}

test("what closings post in several months is found", async () => {
  await fundPool(db, asFc(10_000n));
  const memberIds = await addMembers(db, 1001);
  const close = (at: string) =>
    atomically(db, postLines, {
      effectiveAt: new Date(at),
      priceId: null,
      planVersion: 1,
      entries: [
        {
          kind: "ros",
          key: newKey(),
          message: "ROI",
          lines: sql`select row_number() over ()::int as line, 1::bigint as debit_id,
            ${sql.raw(accountSql.ofMember("id", memberCodes.earning))} as credit_id, 1::bigint as amount
            from unnest(${memberIds}::bigint[]) as id`,
        },
      ],
    });
  const times = ["2026-05-01T12:00:00.000Z", "2026-03-01T12:00:00.000Z", "2025-03-01T12:00:00.000Z"];
  for (const at of times.toReversed()) await close(at);
  const { lines } = await statementPage(db, { memberId: memberIds[0]!, accounts: ["earning"], limit: 50 });
  expect(lines.map(({ effectiveAt }) => effectiveAt.toISOString())).toEqual(times);
});

test("an account of which nobody knows the days and months is read as others are", async () => {
  const [from, to] = [await addMemberWith(db, { transfer: 1000n }), await addMember(db)];
  for (const at of ["2014-01-10", "2026-01-10"])
    await atomically(db, post, transferOf(from, to, asFc(1n), new Date(at)));
  await ledger.tamper(`update ledger_accounts set first_on = '-infinity', last_on = 'infinity', months = ~ 0::bit(128)
    where id = ${memberAccount(to, "transfer")}`);
  const scope = { memberId: to, accounts: ["transfer"], limit: 50 } as const;
  expect((await statementPage(db, scope)).lines).toHaveLength(2);
  const from0 = new Date("0000-06-01T00:00:00Z");
  expect((await statementPage(db, { ...scope, from: from0 })).lines).toHaveLength(2);
});

test("months are made half a year ahead, and lines that came before their month stay together", async () => {
  await monthsTask({ db }).run({});
  const until = await monthsMadeUntil(db);
  expect(until.getTime()).toBeGreaterThan(Date.now() + 150 * 86_400_000);
  await atomically(db, post, transferOf(sender, receiver, asFc(10n), new Date("2026-05-06T12:00:00Z")));
  expect((await verify(ledger.url)).differences).toEqual([]);
});

test("a month that is not sealed is not archived", async () => {
  const attempt = archiveUpTo(ledger.url, { month: "2026-02", now: new Date("2026-06-01") });
  await expect(attempt).rejects.toThrow("Not all of it is sealed yet");
});

test("a month with a day that is not closed is not archived", async () => {
  await sealAll(ledger);
  await ledger.asOwner("insert into closings_begin (first_day) values ('2026-02-28')");
  const attempt = archiveUpTo(ledger.url, { month: "2026-02", now: new Date("2026-06-01") });
  await expect(attempt).rejects.toThrow("2026-02-28 is not closed yet");
  await ledger.asOwner("update closings_begin set first_day = '2026-06-01'");
});

test("an archived month is in statements and entries as before, is proven, and takes nothing more", async () => {
  const before = await page(50);
  // Another month may be vacuumed meanwhile.
  const vacuum = new pg.Client({ connectionString: ledger.url });
  await vacuum.connect();
  await vacuum.query("begin; lock table ledger_months.m2026_03 in share update exclusive mode");
  const env = { DATABASE_URL: ledger.url };
  expect(await runCommand("archive-ledger", ["February"], env)).toEqual({
    code: 1,
    stdout: "",
    stderr: "Name a month like 2026-01: npm run ledger:archive -- 2026-01\n",
  });
  const archived = await runCommand("archive-ledger", ["2026-02"], env);
  await vacuum.end();
  const parts = [
    String.raw`Everything up to 2026-01-31: \d+ lines archived, locked for \d+ ms\n`,
    String.raw`2026-02-01 to 2026-02-28: [1-9]\d* lines archived, locked for \d+ ms\n`,
  ];
  expect(archived).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${parts.join("")}$`)),
  });
  expect(await page(50)).toEqual(before);
  expect(await linesOf(db, before.lines.at(-1)!.entryId)).toHaveLength(1);
  expect((await verify(ledger.url, { secretKey })).differences).toEqual([]);

  const late = atomically(
    db,
    post,
    opening({ key: newKey(), effectiveAt: now, memberId: sender, account: "transfer", amountFc: asFc(1n) }),
  );
  await expect(late).rejects.toMatchObject({ code: "42501" });
  await atomically(db, post, transferOf(sender, receiver, asFc(10n), new Date("2026-03-02T12:00:00Z")));
  await sealAll(ledger);
  expect(await archiveUpTo(ledger.url, { month: "2026-03", now: new Date("2026-06-01") })).toHaveLength(1);
  expect((await page(50)).lines).toHaveLength(before.lines.length + 1);
  expect((await verify(ledger.url, { secretKey })).differences).toEqual([]);
});

test("a changed line of an archived month is found by the digest of its seal", async () => {
  await ledger.tamper(
    "update ledger_months.m2026_02 set amount = amount + 1 where effective_at > '2026-02-28'",
  );
  const { differences } = await verify(ledger.url, { secretKey });
  expect(differences.join("\n")).toMatch(/chain: something in entries .* is not what seal/);
  await ledger.tamper(
    "update ledger_months.m2026_02 set amount = amount - 1 where effective_at > '2026-02-28'",
  );
});

test("the verification notices a part without its guard, and a right on a part", async () => {
  await ledger.asOwner(`alter table ledger_months.m2026_03 disable trigger ledger_immutable;
    alter table ledger_months.m2026_02 disable trigger ledger_archived;
    grant usage on schema ledger_months to fc_app; grant select on ledger_months.later to fc_app`);
  const found = (await verify(ledger.url)).differences.join("\n");
  expect(found).toContain("ledger_months.m2026_03: not in force: CREATE TRIGGER ledger_immutable");
  expect(found).toContain("ledger_months.m2026_02: not in force: CREATE TRIGGER ledger_archived");
  expect(found).toContain("fc_app has a right on ledger_months.later");
  expect(found).toContain("fc_app may look into the schema");
});
