import { asFc } from "@fc/contract/units";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { memberAccount } from "./accounts.ts";
import { atomically, createDb, createPool, type Db } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { post, reverse } from "./post.ts";
import {
  addMemberWith,
  fundPool,
  now,
  openLedger,
  sealAll,
  secretKey,
  skipEntryIds,
  transferOf,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { verify, verifyAsApplication } from "./verify.ts";

let ledger: TestLedger;
let db: Db;
let members: number[];
beforeAll(async () => {
  ledger = await openLedger({ poolSize: 16 });
  db = ledger.db;
  await fundPool(db, asFc(1_000_000n));
  members = await Promise.all([1, 2, 3].map(() => addMemberWith(db, { transfer: 100_000n })));
  await sealAll(ledger);
  for (let at = 0; at < 30; at++) await move();
  await sealAll(ledger);
  const undone = await atomically(db, post, transferOf(members[0]!, members[1]!, asFc(5n)));
  await atomically(db, reverse, { entryId: undone, reason: "test", now });
  await sealAll(ledger);
});
afterAll(() => ledger.close());

async function move(): Promise<bigint> {
  return atomically(db, post, transferOf(members[0]!, members[1]!, asFc(1n)));
}

const differences = async (options = {}) => (await verify(ledger.url, { secretKey, ...options })).differences;

describe("the verifier", () => {
  test("finds nothing in untouched books", async () => {
    const {
      differences: found,
      entries,
      postings,
      seals,
      unsealed,
    } = await verify(ledger.url, { secretKey });
    expect(found).toEqual([]);
    expect([entries, postings, unsealed]).toEqual([36n, 36n, 0n]);
    expect(seals).toBe(3n);
  });

  // Each of them as a superuser would, past the triggers, and put back in the end.
  test.each([
    [
      "a changed amount",
      "update ledger_postings set amount = amount + 1 where entry_id = 20",
      "something in entries",
    ],
    [
      "a changed amount whose balances were changed with it",
      `update ledger_postings set amount = amount + 1 where entry_id = 20;
       update ledger_accounts set balance = balance - 1 where id = (select debit_id from ledger_postings where entry_id = 20);
       update ledger_accounts set balance = balance + 1 where id = (select credit_id from ledger_postings where entry_id = 20)`,
      "something in entries",
    ],
    [
      "a changed receiver",
      "update ledger_postings set credit_id = credit_id + 1 where entry_id = 20",
      "balance:",
    ],
    [
      "a changed message",
      "update ledger_entries set message = 'TRANSFER/X' where id = 20",
      "chain: something in entries 5 to 34 is not what seal 2 was of",
    ],
    [
      "a changed time",
      "update ledger_entries set recorded_at = recorded_at - interval '1 day' where id = 20",
      "something in",
    ],
    [
      "a removed posting",
      "delete from ledger_postings where entry_id = 20",
      "chain: seal 2 was of 30 entries and 30 postings, entries 5 to 34 now hold 30 and 29",
    ],
    [
      "a removed entry whose posting stays",
      "delete from ledger_entries where id = 20",
      "chain: seal 2 was of 30 entries and 30 postings, entries 5 to 34 now hold 29 and 30",
    ],
    [
      "a removed entry with all that belongs to it",
      `update ledger_accounts set balance = balance + 1 where id = (select debit_id from ledger_postings where entry_id = 20);
       update ledger_accounts set balance = balance - 1 where id = (select credit_id from ledger_postings where entry_id = 20);
       delete from ledger_postings where entry_id = 20; delete from ledger_entries where id = 20`,
      "now hold",
    ],
    [
      "an inserted posting",
      `insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
       select entry_id, 2, credit_id, debit_id, 1, effective_at from ledger_postings where entry_id = 20`,
      "now hold",
    ],
    [
      "an inserted posting that no seal covers",
      `insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
       select 1000000, 1, debit_id, credit_id, 1, effective_at from ledger_postings where entry_id = 20`,
      "do not belong together",
    ],
    [
      "an account that hides its newest days",
      `update ledger_accounts set last_on = first_on - 1 where id = ${memberAccount(2, "transfer")}`,
      "lines that its statement leaves out",
    ],
    [
      "an account that hides a month",
      `update ledger_accounts set months = 0::bit(128) where id = ${memberAccount(2, "transfer")}`,
      "lines that its statement leaves out",
    ],
    [
      "a changed balance",
      `update ledger_accounts set balance = balance + 1 where id = ${memberAccount(2, "transfer")}`,
      "balance:",
    ],
    [
      "a removed account",
      `delete from ledger_accounts where id = ${memberAccount(2, "transfer")}`,
      "balance:",
    ],
    [
      "a removed account whose lines add up to nothing",
      `insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
       select 20, 99, account.id, 1, account.balance, effective_at from ledger_accounts account, ledger_entries entry
       where account.id = ${memberAccount(2, "transfer")} and entry.id = 20;
       delete from ledger_accounts where id = ${memberAccount(2, "transfer")}`,
      "has lines and is missing",
    ],
    [
      "a negative balance",
      `alter table ledger_accounts drop constraint ledger_accounts_not_below_zero;
       update ledger_accounts set balance = -5 where id = ${memberAccount(2, "transfer")}`,
      "negative:",
    ],
    [
      "coins turned into dollars",
      "update ledger_postings set debit_id = 14 where entry_id = 20",
      "currency:",
    ],
    [
      "a changed reversal",
      "update ledger_postings set amount = amount + 1 where entry_id = 36",
      "does not mirror",
    ],
    [
      "a changed sum of the house",
      "update ledger_house_sums set balance = balance + 1 where account_id = 7",
      "house:",
    ],
    [
      "a changed sum of a day",
      "update ledger_day_sums set amount = amount + 1 where credit_kind = 1",
      "day:",
    ],
    [
      "a seal made without the key",
      "update ledger_seals set mac = sha256(mac) where number = 1",
      "not of our making",
    ],
    [
      "a removed first seal",
      "delete from ledger_seals where number = 1",
      "chain: seal 2 does not follow the beginning",
    ],
    [
      "a removed seal between others",
      "delete from ledger_seals where number = 2",
      "chain: seal 3 does not follow 1",
    ],
    [
      "a seal with another number",
      "update ledger_seals set number = 4 where number = 3",
      "chain: seal 4 does not follow 2",
    ],
    [
      "a seal that leaves an entry out",
      "update ledger_seals set after_id = after_id + 1 where number = 2",
      "chain: seal 2 does not follow 1",
    ],
    [
      "a newest seal that claims entries to come, so that they would never be sealed",
      "update ledger_seals set last_id = last_id + 5 where number = 3",
      "chain: seal 3 is not of our making, or not after the one before it",
    ],
    ["a removed guard", "alter table ledger_postings disable trigger ledger_immutable", "guard:"],
    [
      "a right that nobody should have",
      "grant update (balance) on ledger_accounts to fc_app",
      "guard: fc_app",
    ],
    [
      "a right that requests should not have",
      "grant update (balance) on ledger_accounts to fc_web; grant update (next_nonce) on chain_wallets to fc_web",
      "guard: requests have the right to write chain_wallets",
    ],
  ])("finds %s", async (_, statement, expected) => {
    const whole = await snapshot();
    await ledger.tamper(statement);
    const found = await differences();
    await restore(whole);
    expect(found.join("\n")).toContain(expected);
    expect(await differences()).toEqual([]);
  });

  test("finds that the chain was cut and sealed again over changed entries, by the anchor", async () => {
    const { head } = await verify(ledger.url, { secretKey });
    expect(await differences({ anchors: [head!] })).toEqual([]);
    const whole = await snapshot();
    await ledger.tamper(`delete from ledger_seals; delete from ledger_house_sums; delete from ledger_day_sums;
      update ledger_entries set message = 'TRANSFER/X' where id = 20`);
    await sealAll(ledger);
    expect(await differences()).toEqual([]);
    expect((await differences({ anchors: [head!] })).join()).toContain("no longer in it");
    await restore(whole);
  });

  const tables = [
    "ledger_entries",
    "ledger_postings",
    "ledger_accounts",
    "ledger_seals",
    "ledger_house_sums",
    "ledger_day_sums",
  ];
  async function snapshot(): Promise<string> {
    const name = `copy_${Math.random().toString(36).slice(2)}`;
    await ledger.asOwner(
      `create schema ${name}; ${tables.map((table) => `create table ${name}.${table} as table ${table}`).join("; ")}`,
    );
    return name;
  }

  async function restore(name: string): Promise<void> {
    const columns: Record<string, string> = {
      ledger_accounts: "(id, balance, change)",
      ledger_postings: "(entry_id, line, debit_id, credit_id, amount, effective_at)",
    };
    const copies = tables.map((table) => {
      const list = columns[table] ?? "";
      return `delete from ${table}; insert into ${table} ${list} overriding system value
        select ${list.slice(1, -1) || "*"} from ${name}.${table}`;
    });
    await ledger.tamper(`${copies.join("; ")};
      alter table ledger_accounts drop constraint if exists ledger_accounts_not_below_zero,
        add constraint ledger_accounts_not_below_zero check (balance >= 0);
      alter table ledger_postings enable trigger ledger_immutable;
      revoke update on ledger_accounts from fc_app, fc_web; revoke update on chain_wallets from fc_web;
      drop schema ${name} cascade`);
  }
});

describe("a verification", () => {
  let own: TestLedger;
  beforeEach(async () => {
    own = await openLedger({ poolSize: 1 });
  });
  afterEach(() => own.close());

  test("reads a chain of any length to its end", async () => {
    await fundPool(own.db, asFc(5n));
    await skipEntryIds(own, 600_000);
    await fundPool(own.db, asFc(5n));
    await sealAll(own);
    const { seals, head, differences: found } = await verify(own.url, { secretKey });
    expect([seals, found]).toEqual([601n, []]);
    expect(head).toMatch(/^601:[0-9a-f]{64}$/);
    await own.tamper("update ledger_entries set message = 'X' where id > 600000");
    expect((await verify(own.url)).differences).toEqual([
      "chain: something in entries 600001 to 600002 is not what seal 601 was of",
    ]);
  });

  test("by a worker takes as long as it needs, and sees nothing of what is posted meanwhile", async () => {
    await fundPool(own.db, asFc(5n));
    const limitMs = 1000;
    const limited = createDb(createPool({ url: loginUrlOf(own.url), poolSize: 1 }), {
      statementTimeoutMs: limitMs,
    });
    const holder = new pg.Client({ connectionString: own.url });
    await holder.connect();
    try {
      await holder.query("begin; lock table ledger_seals in access exclusive mode");
      const verifying = verifyAsApplication(limited, { secretKey });
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks
            where relation = 'ledger_seals'::regclass and not granted`.execute(own.db);
          return rows.length;
        })
        .toBe(1);
      await fundPool(own.db, asFc(5n));
      await holder.query(`select pg_sleep(${(limitMs + 100) / 1000}); commit`);
      expect(await verifying).toMatchObject({ entries: 1n, unsealed: 1n, differences: [] });
    } finally {
      await holder.end();
      await limited.destroy();
    }
  });

  test("by the owner closes its connection", async () => {
    const connections = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and usename is not null`.execute(own.db);
      return rows.length;
    };
    const before = await connections();
    await verify(own.url);
    await expect.poll(connections).toBe(before);
  });
});
