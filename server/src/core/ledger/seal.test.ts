import { asFc } from "@fc/contract/units";
import pg from "pg";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import {
  addMember,
  addMemberWith,
  fundPool,
  newKey,
  now,
  openLedger,
  sealAll,
  secretKey,
  skipEntryIds,
  transferOf,
  type TestLedger,
} from "../../testing/ledger/ledger.ts";
import { startTestApp } from "../../testing/test-app.ts";
import { houseAccount, memberAccount } from "./accounts.ts";
import { postLines } from "./bulk.ts";
import { houseBalances } from "./house.ts";
import { post } from "./post.ts";
import { seal, sealBatch } from "./seal.ts";
import { verify } from "./verify.ts";

let ledger: TestLedger;
let db: Db;

describe("the sealer", () => {
  let members: number[];
  beforeAll(async () => {
    ledger = await openLedger({ poolSize: 16 });
    db = ledger.db;
    await fundPool(db, asFc(1_000_000n));
    members = await Promise.all([1, 2, 3].map(() => addMemberWith(db, { transfer: 100_000n })));
  });
  afterAll(() => ledger.close());
  beforeEach(() => sealAll(ledger));

  async function move(): Promise<bigint> {
    return atomically(db, post, transferOf(members[0]!, members[1]!, asFc(1n)));
  }

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
    const later = await atomically(db, post, transferOf(other, members[1]!, asFc(1n)));
    expect(later).toBeGreaterThan(rows[0]!.id);
    for (let at = 0; at < 5; at++) await seal(db, { secretKey, now });
    expect((await verify(ledger.url, { secretKey })).unsealed).toBe(2n);
    await client.query("commit");
    await client.end();
    await sealAll(ledger);
    const verified = await verify(ledger.url, { secretKey });
    expect([verified.unsealed, verified.differences]).toEqual([0n, []]);
  });

  test("killed midway has sealed nothing, and the next one seals it all", async () => {
    await move();
    await seal(db, { secretKey, now });
    const before = await verify(ledger.url, { secretKey });
    await expect(atomically(db, sealAndDie, undefined)).rejects.toThrow();
    expect(await verify(ledger.url, { secretKey })).toEqual(before);
    await sealAll(ledger);
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
        else await (at % 2 === 0 ? move() : fundPool(db, asFc(1n)));
      }
    });
    await Promise.all(stream);
    working = false;
    await Promise.all(workers);
    const funded =
      4n *
      BigInt(Array.from({ length: 60 }, (_, at) => at).filter((at) => at % 7 !== 0 && at % 2 === 1).length);
    expect((await houseBalances(db)).treasury).toBe(before.treasury - funded);
    await sealAll(ledger);
    const verified = await verify(ledger.url, { secretKey });
    expect([verified.unsealed, verified.differences]).toEqual([0n, []]);
    expect((await houseBalances(db)).treasury).toBe(before.treasury - funded);
  });

  test("does nothing while another worker seals, and does not wait for it", async () => {
    await move();
    const other = new pg.Client({ connectionString: ledger.url });
    await other.connect();
    try {
      await other.query("select pg_advisory_lock($1)", [advisoryLocks.ledgerSeal]);
      for (let at = 0; at < 3; at++) await seal(db, { secretKey, now });
      expect((await verify(ledger.url)).unsealed).toBe(1n);
    } finally {
      await other.end();
    }
    await sealAll(ledger);
    expect((await verify(ledger.url)).unsealed).toBe(0n);
  });

  test("writes nothing while nothing happens", async () => {
    const { rows: before } = await sql`select * from ledger_seal_horizon`.execute(db);
    await seal(db, { secretKey, now });
    const { rows: after } = await sql`select * from ledger_seal_horizon`.execute(db);
    expect(after).toEqual(before);
  });

  test("refuses to draw its horizon in a transaction that has written, because that holds the horizon up", async () => {
    await expect(atomically(db, postAndSeal, undefined)).rejects.toThrow("has written nothing yet");
  });

  test("keeps the sums of the house up to the newest seal, so that nobody adds up the years before", async () => {
    await fundPool(db, asFc(7n));
    const { treasury } = await houseBalances(db);
    await sealAll(ledger);
    const sums = await db.selectFrom("ledger_house_sums").selectAll().execute();
    const { last_id } = await db
      .selectFrom("ledger_seals")
      .select("last_id")
      .orderBy("number", "desc")
      .executeTakeFirstOrThrow();
    expect(new Set(sums.map((sum) => sum.last_id))).toEqual(new Set([last_id]));
    expect(sums.find((sum) => BigInt(sum.account_id) === houseAccount("treasury"))?.balance).toBe(
      String(treasury),
    );
  });

  async function postAndSeal(tx: Tx): Promise<void> {
    await post(tx, transferOf(members[0]!, members[1]!, asFc(1n)));
    await sealBatch(tx, { secretKey, now });
  }

  async function failAfterPosting(tx: Tx): Promise<void> {
    await post(tx, transferOf(members[0]!, members[1]!, asFc(1n)));
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

describe("one run of the sealer", () => {
  let memberId: number;
  beforeEach(async () => {
    ledger = await openLedger();
    db = ledger.db;
    memberId = await addMember(db);
    await fundPool(db, asFc(1_000_000n));
  });
  afterEach(() => ledger.close());

  async function postMany(lines: number): Promise<void> {
    await atomically(db, postLines, {
      effectiveAt: now,
      priceId: null,
      planVersion: 1,
      entries: [
        {
          kind: "ros",
          key: newKey(),
          message: "ROI",
          lines: sql`select line, 1::bigint as debit_id, ${memberAccount(memberId, "staking")}::bigint as credit_id,
            1::bigint as amount from generate_series(1, ${lines}::int) as line`,
        },
      ],
    });
  }

  async function sealInOneRun(): Promise<void> {
    // The first run finds no horizon and draws it.
    await seal(db, { secretKey, now });
    const isReached = async () => {
      const { rows } = await sql`select from ledger_seal_horizon
        where xid < pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
      return rows.length === 1;
    };
    await expect.poll(isReached).toBe(true);
    await seal(db, { secretKey, now });
    expect(await verify(ledger.url, { secretKey })).toMatchObject({ differences: [], unsealed: 0n });
  }

  /** For each transaction, in order. */
  async function sealedTogether() {
    const { rows } = await sql<{ seals: number; postings: number }>`
      select count(*)::int as seals, sum(postings)::int as postings from ledger_seals
      group by xmin order by min(number)`.execute(db);
    return rows;
  }

  test("ends a seal after a thousand numbers and after an entry of many lines, so that it leads close to a change", async () => {
    await postMany(1001);
    await fundPool(db, asFc(1n));
    await postMany(1001);
    await skipEntryIds(ledger, 1495);
    await postMany(1001);
    await postMany(1000);
    await fundPool(db, asFc(1n));
    await sealInOneRun();
    const seals = await db
      .selectFrom("ledger_seals")
      .select(["number", "after_id", "last_id", "entries"])
      .orderBy("number")
      .execute();
    expect(seals.map((row) => [row.number, row.after_id, row.last_id, row.entries])).toEqual([
      [1n, 0n, 2n, 2],
      [2n, 2n, 4n, 2],
      [3n, 4n, 1004n, 0],
      [4n, 1004n, 1500n, 1],
      [5n, 1500n, 1502n, 2],
    ]);
  });

  test("makes no more than a hundred seals in a transaction, and goes on until all is sealed", async () => {
    await skipEntryIds(ledger, 150_000);
    await fundPool(db, asFc(1n));
    await sealInOneRun();
    expect(await sealedTogether()).toEqual([
      { seals: 100, postings: 1 },
      { seals: 51, postings: 1 },
    ]);
  });

  test("seals no more than 200,000 lines in a transaction, and only whole entries", async () => {
    for (let at = 0; at < 7; at++) await postMany(30_000);
    await sealInOneRun();
    expect((await sealedTogether()).map(({ postings }) => postings)).toEqual([180_001, 30_000]);
  });
});

test("a worker seals what was posted, within seconds and with the time of it", async () => {
  const app = await startTestApp();
  try {
    await fundPool(app.db, asFc(1n));
    const isSealedNow = async () => {
      app.time.advance(second);
      await app.worker.drain();
      const found = await app.db.selectFrom("ledger_seals").select("sealed_at").executeTakeFirst();
      return found?.sealed_at.getTime() === app.time.now.getTime();
    };
    await expect.poll(isSealedNow).toBe(true);
    expect((await verify(app.databaseUrl, { secretKey: app.deps.secretKey })).differences).toEqual([]);
  } finally {
    await app.stop();
  }
});
