import { asFc } from "@fc/contract/units";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomically, keepShort, lockNotAvailable, type Db, type Tx } from "../../platform/db.ts";
import {
  addMember,
  addMembers,
  addMemberWith,
  newKey,
  now,
  openLedger,
  transferOf,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { memberAccount } from "./accounts.ts";
import { linesOf, lockBalances, post, postMany, reverse } from "./post.ts";
import { reversal, stakeApproved, type Entry } from "./posting.ts";
import { balancesOf } from "./statement.ts";
import { verify } from "./verify.ts";

/** What the database itself refuses, whatever the code does. testing/sql-mutants.ts breaks each of these guards. */
let ledger: TestLedger;
let db: Db;
beforeAll(async () => {
  ledger = await openLedger();
  db = ledger.db;
});
afterAll(async () => {
  expect((await verify(ledger.url)).differences).toEqual([]);
  await ledger.close();
});

const insufficient = { code: "INSUFFICIENT_BALANCE" };

describe("the database refuses", () => {
  let memberId: number;
  beforeAll(async () => {
    memberId = await addMemberWith(db, { transfer: 100n });
  });
  const own = () => memberAccount(memberId, "transfer");

  test.each([
    ["a changed balance", () => `update ledger_accounts set balance = balance + 1 where id = ${own()}`],
    [
      "an invented account",
      () => `insert into ledger_accounts (id, balance, change) values (${own() + 1n}, 5, 5)`,
    ],
    ["a removed account", () => `delete from ledger_accounts where id = ${own()}`],
    ["emptied accounts", () => "truncate ledger_accounts"],
    ["a changed posting", () => "update ledger_postings set amount = amount + 1"],
    ["a removed posting", () => "delete from ledger_postings"],
    ["emptied postings", () => "truncate ledger_postings"],
    ["a changed entry", () => "update ledger_entries set message = 'x'"],
    ["a removed entry", () => "delete from ledger_entries"],
    ["emptied entries", () => "truncate ledger_entries cascade"],
    ["a removed seal", () => "delete from ledger_seals"],
    ["a changed log of the operators", () => "update operator_log set ip = ''"],
    ["a removed log of the operators", () => "delete from operator_log"],
  ])("%s, to the application and to the owner", async (_, statement) => {
    await expect(sql.raw(statement()).execute(db)).rejects.toMatchObject({ code: "42501" });
    await expect(ledger.asOwner(statement())).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    ["nothing", (id: bigint) => `(${id}, 1, 8, ${own()}, 0, '2026-02-03')`],
    ["a negative amount", (id: bigint) => `(${id}, 1, 8, ${own()}, -5, '2026-02-03')`],
    ["to itself", (id: bigint) => `(${id}, 1, ${own()}, ${own()}, 5, '2026-02-03')`],
    ["dollars for coins", (id: bigint) => `(${id}, 1, 14, ${own()}, 5, '2026-02-03')`],
    ["to no account", (id: bigint) => `(${id}, 1, 8, ${own() + 5n}, 5, '2026-02-03')`],
    ["of another time than its entry", (id: bigint) => `(${id}, 1, 8, ${own()}, 5, '2026-02-04')`],
    [
      "to an entry of before",
      () =>
        `((select max(id) from ledger_entries where recorded_at < now()), 9, 8, ${own()}, 5,
          (select effective_at from ledger_entries where recorded_at < now() order by id desc limit 1))`,
    ],
    ["without an entry", () => `(999999999, 1, 8, ${own()}, 5, '2026-02-03')`],
  ])("a posting of %s", async (_, values) => {
    const attempt = atomically(
      db,
      async (tx: Tx) => {
        const { rows } = await sql<{ id: bigint }>`
          insert into ledger_entries (kind, key, effective_at, message)
          values ('adjustment', ${newKey()}, '2026-02-03', 'x') returning id`.execute(tx);
        await sql`insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
          values ${sql.raw(values(rows[0]!.id))}`.execute(tx);
      },
      undefined,
    );
    await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/^(23|42)/) });
    expect((await balancesOf(db, memberId)).transfer).toBe(100n);
  });

  test("an entry with a number or a time of the application's choosing", async () => {
    for (const column of ["id", "recorded_at", "xid"]) {
      const statement = `insert into ledger_entries (${column}, kind, key, effective_at, message)
        overriding system value values (default, 'adjustment', 'chosen', now(), 'x')`;
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("balances changed by our trigger on a table of somebody else's", async () => {
    const attempt = atomically(
      db,
      async (tx: Tx) => {
        await sql`create temporary table fake (like ledger_postings) on commit drop`.execute(tx);
      },
      undefined,
    );
    await expect(attempt).rejects.toThrow("permission denied to create temporary tables");
    const { rows } =
      await sql`select has_function_privilege('ledger_apply()', 'execute') as may_call`.execute(db);
    expect(rows).toEqual([{ may_call: false }]);
  });

  test("a debit of an account that never held anything", async () => {
    const empty = await addMember(db);
    await expect(atomically(db, post, transferOf(empty, memberId, asFc(1n)))).rejects.toMatchObject(
      insufficient,
    );
  });

  test("a second reversal, also under another key", async () => {
    const stake = stakeApproved({ key: newKey(), effectiveAt: now, memberId, amountFc: asFc(5n) });
    const entryId = await atomically(db, post, stake);
    await atomically(db, reverse, { entryId, reason: "x", now });
    const lines = await linesOf(db, entryId);
    const again = reversal({ key: newKey(), effectiveAt: now, of: entryId, lines, reason: "x" });
    await atomically(
      db,
      post,
      stakeApproved({ key: newKey(), effectiveAt: now, memberId, amountFc: asFc(5n) }),
    );
    await expect(atomically(db, post, again)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a reversal that names no entry", async () => {
    const entry = stakeApproved({ key: newKey(), effectiveAt: now, memberId, amountFc: asFc(5n) });
    await expect(atomically(db, post, { ...entry, kind: "reversal" })).rejects.toMatchObject({
      constraint: "ledger_entries_reversal",
    });
  });

  test("a change of a balance that another transaction decides by, until that ends", async () => {
    const attempt = atomically(
      db,
      async (tx: Tx) => {
        await lockBalances(tx, { memberId, accounts: ["transfer"] });
        await atomically(db, postImpatiently, transferOf(memberId, await addMember(db), asFc(1n)));
      },
      undefined,
    );
    await expect(attempt).rejects.toMatchObject({ code: lockNotAvailable });
  });

  async function postImpatiently(tx: Tx, entry: Entry): Promise<void> {
    await keepShort(tx, { lockWaitMs: 100 });
    await post(tx, entry);
  }

  test("a changed PAN, to the application", async () => {
    const attempt = sql`update pan_records set pan_number = 'ABCPE1234F'`.execute(db);
    await expect(attempt).rejects.toMatchObject({ code: "42501" });
  });

  test("a second request under one key, also of nobody", async () => {
    for (const member of [memberId, null]) {
      const claim = () =>
        sql`insert into idempotency_keys (member_id, key, request_hash, created_at)
          values (${member}, 'one-key-of-a-request', '\\x00', now())`.execute(db);
      await claim();
      await expect(claim()).rejects.toMatchObject({ code: "23505" });
    }
  });

  test("a payment that settles a second withdrawal", async () => {
    const accepted = `insert into withdrawals (member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc,
      from_offer_fc, currency_type, address, requested_at, status, decided_at, transaction_id)
      values (1, 10, 1, 10, 0, 0, 'coin', 'x', now(), 'A', now(), '0x${"ab".repeat(32)}')`;
    await ledger.tamper(accepted);
    await expect(ledger.tamper(accepted)).rejects.toMatchObject({ constraint: "withdrawals_transaction" });
    await ledger.tamper("delete from withdrawals");
  });

  test("two members in one place", async () => {
    const [root, left, other] = await addMembers(db, 3);
    await ledger.asOwner(`insert into placements (member_id, placed_at) values (${root}, now())`);
    const place = (id: number) => `(${id}, ${root}, ${root}, 'left', ${root}, 1, now())`;
    const attempt = ledger.asOwner(
      `insert into placements (member_id, sponsor_id, parent_id, side, run_head_id, pos, placed_at)
       values ${place(left!)}, ${place(other!)}`,
    );
    await expect(attempt).rejects.toMatchObject({ constraint: "placements_place" });
  });

  test.each([
    [
      "a withdrawal whose parts are not its amount",
      `insert into withdrawals (member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc, from_offer_fc,
        currency_type, address, requested_at) values (1, 10, 1, 5, 5, 1, 'coin', 'x', now())`,
    ],
    [
      "a deduction collected beyond what is owed",
      "insert into deductions (member_id, amount_fc, collected_fc, reason, created_at) values (1, 5, 6, 'x', now())",
    ],
    [
      "an adjustment confirmed by the operator who proposed it",
      `insert into adjustments (member_id, wallet, direction, amount_fc, reason, status, proposed_by, proposed_at,
        decided_by, decided_at, entry_id) values (1, 'staking', 'credit', 5, 'x', 'A', 1, now(), 1, now(), 1)`,
    ],
    [
      "a correction confirmed by the operator who proposed it",
      `insert into corrections (member_id, change, reason, status, proposed_by, proposed_at, decided_by, decided_at)
        values (1, '{"kind": "pan"}', 'x', 'A', 1, now(), 1, now())`,
    ],
    [
      "a corrected PAN without its correction",
      `insert into pan_records (member_id, version, name_in_pan, pan_number, upload_id, created_at)
        values (1, 2, 'x', 'ABCPE1234F', gen_random_uuid(), now())`,
    ],
    [
      "a withdrawal that its member took back and an operator decided",
      `insert into withdrawals (member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc, from_offer_fc,
        currency_type, address, requested_at, status, reason, decided_at, decided_by, is_cancelled)
        values (1, 10, 1, 10, 0, 0, 'coin', 'x', now(), 'R', 'x', now(), 1, true)`,
    ],
    [
      "a staking request that its member took back and an operator decided",
      `insert into staking_requests (member_id, amount_usd_cents, upload_id, requested_at, status, reason,
        decided_at, decided_by, is_cancelled)
        values (1, 1500, gen_random_uuid(), now(), 'R', 'x', now(), 1, true)`,
    ],
    [
      "a closing that pays more than the pool held",
      `insert into closings (day, state, plan_version, chunk_members, opened_at, computed_at, due_fc, available_fc,
        paid_fc) values ('2026-02-03', 'paying', 1, 10, now(), now(), 10, 5, 6)`,
    ],
    [
      "a member with a sponsor but no place",
      "insert into placements (member_id, sponsor_id, placed_at) values (1, 9, now())",
    ],
  ])("%s", async (_, statement) => {
    await expect(ledger.tamper(statement)).rejects.toMatchObject({
      code: "23514",
    });
  });
});

test("an amount beyond what a number of JSON can say exactly is posted to the last unit", async () => {
  const memberId = await addMember(db);
  const amountFc = asFc(2n ** 53n + 1n);
  const stake = stakeApproved({ key: newKey(), effectiveAt: now, memberId, amountFc });
  await atomically(db, postMany, [stake]);
  expect((await balancesOf(db, memberId)).staked).toBe(amountFc);
});
