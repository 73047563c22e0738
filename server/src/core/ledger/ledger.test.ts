import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { houseBalances } from "./house.ts";
import { withIdempotency } from "./idempotency.ts";
import { post, postedKeys, postMany, reverse } from "./post.ts";
import { stakeApproved, withdrawalAccepted } from "./posting.ts";
import { reward } from "../../testing/ledger/entries.ts";
import { balancesOf } from "./statement.ts";
import { addMember, addMemberWith, fundPool, newKey, now, openLedger } from "../../testing/ledger/ledger.ts";
import { requestWithdrawal, transferOf, type TestLedger } from "../../testing/ledger/ledger.ts";
import { verify } from "./verify.ts";

let ledger: TestLedger;
let db: Db;
beforeAll(async () => {
  ledger = await openLedger({ poolSize: 32 });
  db = ledger.db;
});
afterAll(async () => {
  expect((await verify(ledger.url)).differences).toEqual([]);
  await ledger.close();
});

const insufficient = { code: "INSUFFICIENT_BALANCE" };
const settled = async (work: Promise<unknown>[]) => {
  const results = await Promise.allSettled(work);
  return {
    fulfilled: results.filter((result) => result.status === "fulfilled").length,
    refused: results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : [])),
  };
};

describe("at once", () => {
  test("of 32 withdrawals of the whole balance one succeeds and 31 are refused", async () => {
    const memberId = await addMemberWith(db, { staking: 500n, earning: 300n, offer: 200n });
    const all = Array.from({ length: 32 }, () =>
      atomically(db, requestWithdrawal, { memberId, amountFc: asFc(1000n) }),
    );
    const { fulfilled, refused } = await settled(all);
    expect(fulfilled).toBe(1);
    for (const error of refused) expect(error).toMatchObject(insufficient);
    expect(await balancesOf(db, memberId)).toEqual({
      staking: 0n,
      earning: 0n,
      offer: 0n,
      transfer: 0n,
      staked: 0n,
      withdraw_pending: 1000n,
    });
  });

  test("32 transfers of the whole balance that do not check it first: the database itself lets one pass", async () => {
    const [from, to] = [await addMemberWith(db, { transfer: 1000n }), await addMember(db)];
    const all = Array.from({ length: 32 }, () => atomically(db, post, transferOf(from, to, asFc(1000n))));
    const { fulfilled, refused } = await settled(all);
    expect(fulfilled).toBe(1);
    for (const error of refused) expect(error).toMatchObject(insufficient);
    expect((await balancesOf(db, from)).transfer).toBe(0n);
    expect((await balancesOf(db, to)).transfer).toBe(1000n);
  });

  test("transfers that cross each other all pass, without a deadlock", async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => addMemberWith(db, { transfer: 100_000n })));
    const before = await deadlocks();
    const all = Array.from({ length: 400 }, (_, at) => {
      const [a, b] = [members[at % 4]!, members[(at + 1 + (at % 3)) % 4]!];
      return atomically(db, post, transferOf(a, b, asFc(BigInt(at + 1))));
    });
    expect((await settled(all)).refused).toEqual([]);
    const sum = (await Promise.all(members.map((id) => balancesOf(db, id)))).reduce(
      (total, { transfer }) => total + transfer,
      0n,
    );
    expect(sum).toBe(400_000n);
    expect(await deadlocks()).toBe(before);
  });

  test("several entries of one transaction lock in order too, and are posted all or none", async () => {
    const [a, b] = [await addMemberWith(db, { transfer: 50n }), await addMemberWith(db, { transfer: 50n })];
    const crossing = Array.from({ length: 64 }, (_, at) => {
      const there = [transferOf(a, b, asFc(10n)), transferOf(b, a, asFc(10n))];
      return atomically(db, postMany, at % 2 === 0 ? there : there.toReversed());
    });
    expect((await settled(crossing)).refused).toEqual([]);
    await expect(
      atomically(db, postMany, [transferOf(a, b, asFc(10n)), transferOf(b, a, asFc(500n))]),
    ).rejects.toMatchObject(insufficient);
    expect((await balancesOf(db, a)).transfer).toBe(50n);
  });

  async function deadlocks(): Promise<bigint> {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ deadlocks: bigint }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
    return rows[0]!.deadlocks;
  }
});

describe("a client's key", () => {
  interface KeyedTransfer {
    memberId: number;
    key: string;
    amount: number;
  }
  async function transferOnce(tx: Tx, { memberId, key, amount }: KeyedTransfer) {
    const request = { call: "withdraw", amount };
    return withIdempotency(tx, { memberId, key, request, now }, async (same) => {
      const id = await requestWithdrawal(same, { memberId, amountFc: asFc(BigInt(amount)) });
      return { z: String(id), a: amount };
    });
  }

  test("used 32 times at once has one effect and one answer", async () => {
    const memberId = await addMemberWith(db, { staking: 1000n });
    const request = { memberId, key: newKey(), amount: 10 };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => atomically(db, transferOnce, request)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await balancesOf(db, memberId)).toMatchObject({ staking: 990n, withdraw_pending: 10n });
  });

  test("used for another request is a conflict that moves nothing", async () => {
    const memberId = await addMemberWith(db, { staking: 1000n });
    const key = newKey();
    await atomically(db, transferOnce, { memberId, key, amount: 10 });
    await expect(atomically(db, transferOnce, { memberId, key, amount: 11 })).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
    });
    expect((await balancesOf(db, memberId)).withdraw_pending).toBe(10n);
  });

  test("of another member is another key, and work that failed may be tried again", async () => {
    const [a, b] = [await addMemberWith(db, { staking: 5n }), await addMemberWith(db, { staking: 50n })];
    const key = newKey();
    await expect(atomically(db, transferOnce, { memberId: a, key, amount: 10 })).rejects.toMatchObject(
      insufficient,
    );
    await atomically(db, transferOnce, { memberId: b, key, amount: 10 });
    await atomically(db, transferOnce, { memberId: a, key, amount: 5 });
    expect((await balancesOf(db, a)).withdraw_pending).toBe(5n);
  });
});

describe("an entry", () => {
  test("happens once for its business key", async () => {
    const memberId = await addMember(db);
    const stake = stakeApproved({
      key: `stake/${newKey()}`,
      effectiveAt: now,
      memberId,
      amountFc: asFc(77n),
    });
    const all = Array.from({ length: 8 }, () => atomically(db, post, stake));
    const { fulfilled, refused } = await settled(all);
    expect(fulfilled).toBe(1);
    for (const error of refused) expect(error).toMatchObject({ code: "CONFLICT" });
    expect((await balancesOf(db, memberId)).staked).toBe(77n);
    expect(await postedKeys(db, [stake.key, newKey()])).toEqual(new Set([stake.key]));
  });

  test("is reversed once, by the opposite, and only while the money is there", async () => {
    const memberId = await addMember(db);
    const stake = (amountFc: Fc) =>
      atomically(
        db,
        post,
        stakeApproved({
          key: newKey(),
          effectiveAt: now,
          memberId,
          amountFc,
          paidUsdCents: asUsdCents(1500n),
        }),
      );
    const before = await houseBalances(db);
    const id = await stake(asFc(70n));
    const undo = () => atomically(db, reverse, { entryId: id, reason: "wrong member", now });
    const { fulfilled, refused } = await settled([undo(), undo(), undo()]);
    expect([fulfilled, refused.length]).toEqual([1, 2]);
    for (const error of refused) expect(error).toMatchObject({ code: "CONFLICT" });
    expect(await houseBalances(db)).toEqual(before);
    expect((await balancesOf(db, memberId)).staked).toBe(0n);

    const held = await addMemberWith(db, { staking: 9n });
    const requested = await atomically(db, requestWithdrawal, { memberId: held, amountFc: asFc(9n) });
    const accepted = {
      key: newKey(),
      effectiveAt: now,
      memberId: held,
      amountFc: asFc(9n),
      feeFc: asFc(2n),
      deductionFc: asFc(1n),
    };
    await atomically(db, post, withdrawalAccepted(accepted));
    expect((await balancesOf(db, held)).withdraw_pending).toBe(0n);
    await expect(atomically(db, reverse, { entryId: requested, reason: "late", now })).rejects.toMatchObject(
      insufficient,
    );
    const after = await houseBalances(db);
    expect([after.payouts, after.fees, after.deductions]).toEqual([
      before.payouts + 6n,
      before.fees + 2n,
      before.deductions + 1n,
    ]);
  });

  test("is reversed at the price and by the plan that it was made with", async () => {
    const memberId = await addMember(db);
    const made = {
      key: newKey(),
      effectiveAt: now,
      memberId,
      amountFc: asFc(1n),
      priceId: 7,
      planVersion: 3,
    };
    const entryId = await atomically(db, post, stakeApproved(made));
    const undone = await atomically(db, reverse, { entryId, reason: "x", now });
    const entry = await db
      .selectFrom("ledger_entries")
      .select(["reversal_of", "price_id", "plan_version"])
      .where("id", "=", undone)
      .executeTakeFirst();
    expect(entry).toEqual({ reversal_of: entryId, price_id: 7, plan_version: 3 });
  });

  test("of a reversal, of nobody, or for nobody is refused", async () => {
    const memberId = await addMember(db);
    const stake = stakeApproved({ key: newKey(), effectiveAt: now, memberId, amountFc: asFc(1n) });
    const id = await atomically(db, post, stake);
    const undone = await atomically(db, reverse, { entryId: id, reason: "x", now });
    await expect(atomically(db, reverse, { entryId: undone, reason: "x", now })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(atomically(db, reverse, { entryId: 10n ** 15n, reason: "x", now })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const toNobody = stakeApproved({
      key: newKey(),
      effectiveAt: now,
      memberId: 2_000_000_000,
      amountFc: asFc(1n),
    });
    await expect(atomically(db, post, toNobody)).rejects.toMatchObject({ code: "23503" });
  });

  test("pays no reward beyond the pool", async () => {
    const memberId = await addMember(db);
    const { rewards_pool: inPool } = await houseBalances(db);
    await fundPool(db, asFc(100n));
    const pay = (amountFc: Fc) =>
      atomically(db, post, reward("ros", { key: newKey(), effectiveAt: now, memberId, amountFc }));
    await expect(pay(asFc(inPool + 101n))).rejects.toMatchObject({ code: "POOL_EXHAUSTED" });
    await pay(asFc(inPool + 100n));
    expect((await houseBalances(db)).rewards_pool).toBe(0n);
    expect((await balancesOf(db, memberId)).staking).toBe(inPool + 100n);
  });
});
