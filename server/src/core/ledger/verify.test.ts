import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { memberAccount } from "./accounts.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { houseBalances } from "./house.ts";
import { post, reverse } from "./post.ts";
import { seal, sealBatch } from "./seal.ts";
import {
  addMemberWith,
  fundPool,
  now,
  openLedger,
  secretKey,
  transferOf,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { verify } from "./verify.ts";

let ledger: TestLedger;
let db: Db;
let members: number[];
beforeAll(async () => {
  ledger = await openLedger({ poolSize: 16 });
  db = ledger.db;
  await fundPool(db, 1_000_000n);
  members = await Promise.all([1, 2, 3].map(() => addMemberWith(db, { transfer: 100_000n })));
  for (let at = 0; at < 30; at++) await move();
  const undone = await atomically(db, post, transferOf(members[0]!, members[1]!, 5n));
  await atomically(db, reverse, { entryId: undone, reason: "test", now });
  await sealAll();
});
afterAll(() => ledger.close());

async function move(): Promise<bigint> {
  return atomically(db, post, transferOf(members[0]!, members[1]!, 1n));
}

async function sealAll(): Promise<void> {
  // Other databases of the server have transactions too; one that is older than ours holds the seal up.
  for (let tries = 0; tries < 200 && (await verify(ledger.url)).unsealed > 0n; tries++) {
    await seal(db, { secretKey, now });
    await sleep(10);
  }
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
    expect(seals).toBeGreaterThan(0n);
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
      "something in entries",
    ],
    [
      "a changed time",
      "update ledger_entries set recorded_at = recorded_at - interval '1 day' where id = 20",
      "something in",
    ],
    ["a removed posting", "delete from ledger_postings where entry_id = 20", "now hold"],
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
      "a seal made without the key",
      "update ledger_seals set mac = sha256(mac) where number = 1",
      "not of our making",
    ],
    ["a removed guard", "alter table ledger_postings disable trigger ledger_immutable", "guard:"],
    [
      "a right that nobody should have",
      "grant update (balance) on ledger_accounts to fc_app",
      "guard: fc_app",
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
    expect(await differences({ anchor: head })).toEqual([]);
    const whole = await snapshot();
    await ledger.tamper(`delete from ledger_seals; delete from ledger_house_sums;
      update ledger_entries set message = 'TRANSFER/X' where id = 20`);
    await sealAll();
    expect(await differences()).toEqual([]);
    expect((await differences({ anchor: head })).join()).toContain("no longer in it");
    await restore(whole);
  });

  const tables = [
    "ledger_entries",
    "ledger_postings",
    "ledger_accounts",
    "ledger_seals",
    "ledger_house_sums",
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
      revoke update on ledger_accounts from fc_app; drop schema ${name} cascade`);
  }
});

describe("the sealer", () => {
  beforeEach(sealAll);

  test("waits for a transaction that took an earlier number and commits later", async () => {
    const client = new pg.Client({ connectionString: ledger.url });
    await client.connect();
    await client.query("begin");
    // An entry that has its number and is not committed.
    const given = JSON.stringify([
      {
        kind: "transfer",
        key: "slow",
        effective_at: now,
        message: "x",
        lines: [
          [
            String(memberAccount(members[0]!, "transfer")),
            String(memberAccount(members[2]!, "transfer")),
            "1",
          ],
        ],
      },
    ]);
    const { rows } = await client.query<{ id: bigint }>(
      "select entry_id as id from ledger_post_many($1::jsonb)",
      [given],
    );
    // By members whom the open transaction does not hold.
    const other = await addMemberWith(db, { transfer: 1n });
    const later = await atomically(db, post, transferOf(other, members[1]!, 1n));
    expect(later).toBeGreaterThan(rows[0]!.id);
    for (let at = 0; at < 5; at++) await seal(db, { secretKey, now });
    expect((await verify(ledger.url, { secretKey })).unsealed).toBe(2n);
    await client.query("commit");
    await client.end();
    await sealAll();
    const verified = await verify(ledger.url, { secretKey });
    expect([verified.unsealed, verified.differences]).toEqual([0n, []]);
  });

  test("killed midway has sealed nothing, and the next one seals it all", async () => {
    await move();
    await seal(db, { secretKey, now });
    const before = await verify(ledger.url, { secretKey });
    await expect(atomically(db, sealAndDie, undefined)).rejects.toThrow();
    expect(await verify(ledger.url, { secretKey })).toEqual(before);
    await sealAll();
    expect((await verify(ledger.url, { secretKey })).unsealed).toBe(0n);
  });

  test("run by several workers amid a stream of entries seals each one once, in one chain", async () => {
    let working = true;
    const workers = [1, 2, 3].map(async () => {
      while (working) await seal(db, { secretKey, now });
    });
    const before = await houseBalances(db);
    const stream = [1, 2, 3, 4].map(async () => {
      for (let at = 0; at < 60; at++) {
        if (at % 7 === 0) await atomically(db, failAfterPosting, undefined).catch(() => undefined);
        else await (at % 2 === 0 ? move() : fundPool(db, 1n));
      }
    });
    await Promise.all(stream);
    working = false;
    await Promise.all(workers);
    const funded =
      4n *
      BigInt(Array.from({ length: 60 }, (_, at) => at).filter((at) => at % 7 !== 0 && at % 2 === 1).length);
    expect((await houseBalances(db)).treasury).toBe(before.treasury - funded);
    await sealAll();
    const verified = await verify(ledger.url, { secretKey });
    expect([verified.unsealed, verified.differences]).toEqual([0n, []]);
    expect((await houseBalances(db)).treasury).toBe(before.treasury - funded);
  });

  test("writes nothing while nothing happens", async () => {
    const { rows: before } = await sql`select * from ledger_seal_horizon`.execute(db);
    await seal(db, { secretKey, now });
    const { rows: after } = await sql`select * from ledger_seal_horizon`.execute(db);
    expect(after).toEqual(before);
  });

  async function failAfterPosting(tx: Tx): Promise<void> {
    await post(tx, transferOf(members[0]!, members[1]!, 1n));
    throw new Error("no");
  }

  async function sealAndDie(tx: Tx): Promise<void> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sealBatch(tx, { secretKey, now });
    const killer = new pg.Client({ connectionString: ledger.url });
    await killer.connect();
    await killer.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
    await killer.end();
  }
});
