import { type Fc, asFc } from "@fc/contract/units";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import {
  addMember,
  addMembers,
  fundPool,
  newKey,
  now,
  openLedger,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { accountSql, memberAccount, memberCodes } from "./accounts.ts";
import { postLines, postSelected } from "./bulk.ts";
import { houseBalances } from "./house.ts";
import { post } from "./post.ts";
import { opening } from "../../testing/ledger/entries.ts";
import { balancesOf } from "./statement.ts";
import { verify } from "./verify.ts";

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

describe("in bulk", () => {
  test("a query is posted whole, and posted again only as far as it is missing", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => addMember(db)));
    await fundPool(db, asFc(1000n));
    const day = newKey();
    const closing = (upTo: number) => sql`
      select 'ros' as kind, ${day} || '/' || id as key, ${now}::timestamptz as effective_at, 'ROI' as message,
        null::int as price_id, 1 as plan_version, jsonb_build_object('principal', id) as metadata,
        1::bigint as debit_id, ${sql.raw(accountSql.ofMember("id", memberCodes.staking))} as credit_id, 3::bigint as amount
      from unnest(${members.slice(0, upTo)}::int[]) as member (id)`;
    expect(await atomically(db, postSelected, closing(12))).toEqual({ lines: 12, amount: 36n });
    expect(await atomically(db, postSelected, closing(20))).toEqual({ lines: 8, amount: 24n });
    expect(await atomically(db, postSelected, closing(20))).toEqual({ lines: 0, amount: 0n });
    for (const id of members) expect((await balancesOf(db, id)).staking).toBe(3n);
    expect((await houseBalances(db)).rewards_pool).toBe(940n);
  });

  test("a query beyond the pool is refused whole", async () => {
    const memberId = await addMember(db);
    const { rewards_pool: inPool } = await houseBalances(db);
    const beyond = sql`select 'ros' as kind, ${newKey()} as key, ${now}::timestamptz as effective_at, 'ROI' as message,
      null::int as price_id, 1 as plan_version, null::jsonb as metadata, 1::bigint as debit_id,
      ${memberAccount(memberId, "staking")}::bigint as credit_id, ${inPool + 1n}::bigint as amount`;
    await expect(atomically(db, postSelected, beyond)).rejects.toMatchObject({ code: "POOL_EXHAUSTED" });
  });
});

describe("in thousands of lines from the pool", () => {
  const many = 1200;
  let members: number[];
  beforeAll(async () => {
    members = await addMembers(db, many);
    // Some have the wallet already, as most have at a closing.
    await fundPool(db, asFc(BigInt(many) * 100n));
    await pay(members.slice(0, 700), asFc(2n));
  });

  function pay(
    to: readonly number[],
    amountFc: Fc,
    codes: readonly bigint[] = [memberCodes.staking, memberCodes.earning],
  ) {
    return atomically(db, postLines, {
      effectiveAt: now,
      priceId: null,
      planVersion: 1,
      entries: (["ros", "pair_matching"] as const).map((kind, at) => ({
        kind,
        key: newKey(),
        message: "ROI",
        lines: sql`select row_number() over (order by id) as line, 1::bigint as debit_id,
          ${sql.raw(accountSql.ofMember("id", codes[at]!))} as credit_id, ${amountFc}::bigint as amount
          from unnest(${to}::int[]) as member (id)`,
      })),
    });
  }

  test("every wallet gets its own, also those that never had anything, and the pool pays for all", async () => {
    const { rewards_pool: inPool } = await houseBalances(db);
    expect(await pay(members, asFc(5n))).toEqual({ lines: 2 * many, amount: BigInt(many) * 10n });
    for (const [at, id] of members.entries()) {
      const { staking, earning } = await balancesOf(db, id);
      expect([staking, earning]).toEqual(at < 700 ? [7n, 7n] : [5n, 5n]);
    }
    expect((await houseBalances(db)).rewards_pool).toBe(inPool - BigInt(many) * 10n);
  });

  test("a day without any line posts nothing", async () => {
    expect(await pay([], asFc(5n))).toEqual({ lines: 0, amount: 0n });
  });

  test("several lines to one wallet are added up", async () => {
    const { staking: before } = await balancesOf(db, members[0]!);
    await pay(members, asFc(4n), [memberCodes.staking, memberCodes.staking]);
    expect((await balancesOf(db, members[0]!)).staking).toBe(before + 8n);
  });

  test("one coin beyond the pool refuses all of them", async () => {
    const { rewards_pool: inPool } = await houseBalances(db);
    const before = await balancesOf(db, members[0]!);
    await expect(pay(members, asFc(inPool))).rejects.toMatchObject({ code: "POOL_EXHAUSTED" });
    expect(await balancesOf(db, members[0]!)).toEqual(before);
    expect((await houseBalances(db)).rewards_pool).toBe(inPool);
  });

  test("somebody who is no member refuses all of them", async () => {
    const last = members.at(-1)!;
    await expect(pay([...members, last + 1, last + 2], asFc(1n))).rejects.toMatchObject({ code: "23503" });
  });

  test("a wallet outside of the chart refuses all of them", async () => {
    await expect(pay(members, asFc(1n), [memberCodes.staking, 7n])).rejects.toMatchObject({ code: "23503" });
  });

  test("a wallet that another transaction makes at the same time gets both", async () => {
    const codes = [memberCodes.staking, memberCodes.offer];
    const memberId = members.at(-1)!;
    const made = opening({
      key: newKey(),
      effectiveAt: now,
      memberId,
      account: "offer",
      amountFc: asFc(50n),
    });
    let paid: Promise<unknown> | undefined;
    const makeWhilePaying = async (tx: Tx) => {
      await post(tx, made);
      paid = pay(members, asFc(1n), codes);
      await untilSomebodyWaits();
    };
    await atomically(db, makeWhilePaying, undefined);
    await paid;
    expect((await balancesOf(db, memberId)).offer).toBe(51n);
  });

  /** Until a transaction of this database waits for a lock. */
  async function untilSomebodyWaits(): Promise<void> {
    for (let waiting = 0n; waiting === 0n;) {
      const { rows } = await sql<{ waiting: bigint }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      waiting = rows[0]!.waiting;
    }
  }
});
