import { type Fc, asFc } from "@fc/contract/units";
import { fork } from "node:child_process";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { defaultKinds, defaultPlan } from "@fc/contract/testing/default-plan";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { setPrice, setSetting } from "../../testing/money.ts";
import { processFile } from "../../testing/process-file.ts";
import { insertTestMember } from "../../testing/test-app.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { seededRandom } from "../../../seeds/random.ts";
import { reverseStake } from "../staking/stakes.ts";
import { closeDay, closeDaysUpTo, closingStep, type Closing } from "./closing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { addPlanVersion } from "./versions.ts";

/**
 * Three days of the same network, closed in many ways. However that is done, the entries must be those of one clean
 * run, line by line.
 */
const days = ["2026-03-01", "2026-03-02", "2026-03-03"];
const chunkMembers = 4;
const after = (day: string) => new Date(endOfDay(day).getTime() + 1000);
const late = after("2026-03-09");

const open: { db: Db; close(): Promise<void> }[] = [];
let clean: unknown;

beforeAll(async () => {
  const { db } = await network();
  for (const day of days) {
    await live(db, day);
    await closeDay(db, { day, now: after(day), chunkMembers });
  }
  clean = await booked(db);
});
afterAll(() => Promise.all(open.map(({ close }) => close())));

/** A pool that covers the first day and is short on the others; stakes that end; one that is undone. */
async function network(): Promise<{ db: Db; url: string }> {
  const { url, drop } = await createTestDatabase();
  const db = createDb(createPool({ url: loginUrlOf(url), poolSize: 6 }), { statementTimeoutMs: 60_000 });
  open.push({
    db,
    async close() {
      await db.destroy();
      await drop();
    },
  });
  const random = seededRandom(7);
  const now = new Date(endOfDay("2026-02-25").getTime() - 1);
  await setPrice(db, 15_000, now);
  const short = {
    ...defaultPlan,
    ros: { dailyBasisPoints: 6000, limitBasisPoints: 10_000 },
    directBonus: { basisPoints: 500 },
    pairMatching: { basisPoints: 1000, capOwnStakeBasisPoints: 10_000, capUsdCents: 5000 },
    offers: [{ matchedUsdCents: 3000, rewardUsdCents: 500 }],
  };
  await setSetting(url, "plan", { noticeDays: 0 });
  await atomically(db, addPlanVersion, { rules: short, effectiveFrom: "2026-02-26", now });
  const ids: number[] = [];
  for (let number = 0; number < 14; number++) {
    const sponsorId = number === 0 ? undefined : ids[Math.floor(random() * number)];
    const side = random() < 0.5 ? "left" : "right";
    const placed = { name: "Asha Rao", passwordHash: "", sponsorId, side, now } as const;
    ids.push((await atomically(db, insertTestMember, placed)).id);
  }
  // The same ones in every network, for messages name them.
  await db
    .updateTable("members")
    .set({ ref_id: sql`'FC' || id` })
    .execute();
  await fillPool(db, asFc(4_000_000_000n), now);
  return { db, url };
}

async function live(db: Db, day: string): Promise<void> {
  const random = seededRandom(days.indexOf(day) + 1);
  const noon = new Date(endOfDay(day).getTime() - 12 * 3_600_000);
  const members = await db.selectFrom("members").select("id").orderBy("id").execute();
  for (const { id } of members) {
    if (random() < 0.7)
      await stakeNow(db, { memberId: id, usd: 15 * (1 + Math.floor(random() * 20)), now: noon });
  }
  const last = await db
    .selectFrom("stakes")
    .select("id")
    .where("ended_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await atomically(db, reverseStake, { stakeId: last.id, reason: "A mistake", now: noon });
}

/** Everything that closings write, by what names it and not by ids or times of writing. */
async function booked(db: Db): Promise<unknown> {
  const entries = await db
    .selectFrom("ledger_entries as entry")
    .innerJoin("ledger_postings as posting", "posting.entry_id", "entry.id")
    .innerJoin("prices", "prices.id", "entry.price_id")
    .select(["entry.kind", "entry.key", "entry.message", "entry.plan_version", "prices.fc_for_15_usd"])
    .select([
      "posting.line",
      "posting.debit_id",
      "posting.credit_id",
      "posting.amount",
      "posting.effective_at",
    ])
    .where("entry.kind", "in", rewardKindNames)
    .orderBy("entry.key")
    .orderBy("posting.line")
    .execute();
  const ended = await db
    .selectFrom("ledger_entries as entry")
    .innerJoin("ledger_postings as posting", "posting.entry_id", "entry.id")
    .select(["entry.key", "posting.line", "posting.debit_id", "posting.amount", "posting.effective_at"])
    .where("entry.kind", "=", "stake_ended")
    .orderBy("entry.key")
    .orderBy("posting.line")
    .execute();
  const accounts = await db.selectFrom("ledger_accounts").select(["id", "balance"]).orderBy("id").execute();
  const pairs = await db
    .selectFrom("closing_pairs")
    .selectAll()
    .orderBy("day")
    .orderBy("member_id")
    .execute();
  const memory = await db.selectFrom("pair_memory").selectAll().orderBy("member_id").execute();
  const stakes = await db.selectFrom("stakes").select(["id", "ended_at"]).orderBy("id").execute();
  const bonuses = await db.selectFrom("direct_bonuses_due").selectAll().orderBy("stake_id").execute();
  const closings = await db.selectFrom("closings").selectAll().orderBy("day").execute();
  const dues = await db.selectFrom("closing_dues").selectAll().orderBy("day").orderBy("kind").execute();
  return {
    entries,
    ended,
    accounts,
    pairs,
    memory,
    stakes,
    bonuses,
    dues,
    closings: closings.map(({ opened_at, computed_at, sealed_at, ...closing }) => {
      expect([opened_at, computed_at, sealed_at]).not.toContain(null);
      return closing;
    }),
  };
}

test("the clean run has every kind of entry, a day paid in full and days that were not", () => {
  const { entries, closings, ended } = clean as {
    entries: { kind: string }[];
    ended: unknown[];
    closings: { due_fc: Fc; available_fc: Fc }[];
  };
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(defaultKinds));
  expect(ended.length).toBeGreaterThan(0);
  expect(new Set(closings.map(({ due_fc, available_fc }) => available_fc >= due_fc))).toEqual(
    new Set([true, false]),
  );
});

describe("the entries are those of one clean run", () => {
  test("when the worker is killed within every step, before it is committed", async () => {
    const { db } = await network();
    for (const day of days) {
      await live(db, day);
      await throughSteps(day, async (closing) => {
        await expect(atomically(db, stepAndDie, closing)).rejects.toThrow("killed");
        return (await atomically(db, closingStep, closing)).state;
      });
    }
    expect(await booked(db)).toEqual(clean);
  });

  test("when each step is done by another worker, and begun by two at once", async () => {
    const { db } = await network();
    for (const day of days) {
      await live(db, day);
      await throughSteps(day, async (closing) => {
        const done = await Promise.all([1, 2, 3].map(() => atomically(db, closingStep, closing)));
        return done.some(({ state }) => state === "sealed") ? "sealed" : "";
      });
    }
    expect(await booked(db)).toEqual(clean);
  });

  test("when a later chunk is paid before an earlier one, which another worker had begun and lost", async () => {
    const { db } = await network();
    for (const day of days) {
      await live(db, day);
      const closing = { day, now: after(day), chunkMembers };
      for (const state of ["open", "paying"]) {
        expect(await atomically(db, closingStep, closing)).toEqual({ state });
      }
      await expect(atomically(db, payBesideFirst, { db, closing })).rejects.toThrow("killed");
      const { paid_chunks, paid_ahead } = await db
        .selectFrom("closings")
        .select(["paid_chunks", "paid_ahead"])
        .where("day", "=", day)
        .executeTakeFirstOrThrow();
      expect([paid_chunks, paid_ahead]).toEqual([0, [1]]);
      await closeDay(db, closing);
    }
    expect(await booked(db)).toEqual(clean);
  });

  test("when several workers close the same day from start to end", async () => {
    const { db } = await network();
    for (const day of days) {
      await live(db, day);
      await Promise.all([1, 2, 3].map(() => closeDay(db, { day, now: after(day), chunkMembers })));
    }
    expect(await booked(db)).toEqual(clean);
  });

  test("when days were missed and are closed late, in order, with everything that has happened since", async () => {
    const { db } = await network();
    for (const day of days) await live(db, day);
    await fillPool(db, asFc(10n ** 15n), late);
    for (const day of days) await closeDay(db, { day, now: late, chunkMembers });
    // What came into the pool since is there, and was not paid out.
    const pool = {
      id: 1n,
      balance: (clean as { accounts: { balance: bigint }[] }).accounts[0]!.balance + 10n ** 15n,
    };
    const found = (await booked(db)) as { accounts: { id: bigint }[] };
    expect(found).toEqual({
      ...(clean as object),
      accounts: [pool, ...(clean as { accounts: object[] }).accounts.slice(1)],
    });
  });

  test("when it is run again after it was done", async () => {
    const { db } = await network();
    for (const day of days) {
      await live(db, day);
      for (let again = 0; again < 3; again++) await closeDay(db, { day, now: after(day), chunkMembers });
    }
    expect(await closeDaysUpTo(db, { day: days.at(-1)!, now: late })).toEqual([]);
    expect(await booked(db)).toEqual(clean);
  });

  test("when its process is killed with no chance to tidy up, again and again", async () => {
    const { db, url } = await network();
    const [first = "", ...others] = days;
    await live(db, first);
    let kills = 0;
    for (let steps = 1; ; steps++) {
      const state = await inProcess(url, { day: first, now: after(first), chunkMembers }, steps);
      if (state === "sealed") break;
      kills++;
    }
    expect(kills).toBeGreaterThan(1);
    for (const day of others) {
      await live(db, day);
      await closeDay(db, { day, now: after(day), chunkMembers });
    }
    expect(await booked(db)).toEqual(clean);
  });
});

test("a day is not closed before it has ended, nor before the day before it", async () => {
  const { db } = await network();
  await closeDay(db, { day: days[0]!, now: after(days[0]!) });
  await expect(
    closeDay(db, { day: days[1]!, now: new Date(endOfDay(days[1]!).getTime() - 1) }),
  ).rejects.toThrow("has not ended");
  await expect(closeDay(db, { day: daysAfter(days[1]!, 1), now: late })).rejects.toThrow(
    `${days[1]} is the next`,
  );
});

async function throughSteps(day: string, step: (closing: Closing) => Promise<string>): Promise<void> {
  const closing = { day, now: after(day), chunkMembers };
  for (let steps = 0; (await step(closing)) !== "sealed"; steps++) expect(steps).toBeLessThan(100);
}

async function stepAndDie(tx: Tx, closing: Closing): Promise<void> {
  await closingStep(tx, closing);
  throw new Error("killed");
}

/** Begins to pay the first chunk. Meanwhile another worker pays one, which is the second; then this one dies. */
async function payBesideFirst(tx: Tx, { db, closing }: { db: Db; closing: Closing }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.closingChunk}, 0)`.execute(tx);
  expect(await atomically(db, closingStep, closing)).toEqual({ state: "paying" });
  throw new Error("killed");
}

/** Closes in a process of its own, which is killed after the given number of steps, in the middle of the next one. */
function inProcess(url: string, closing: Closing, steps: number): Promise<string> {
  const child = fork(
    processFile(new URL("../../testing/plan/kill-child.ts", import.meta.url)),
    [url, JSON.stringify(closing)],
    {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  return new Promise((resolve, reject) => {
    let done = 0;
    child.on("message", (state: string) => {
      if (state === "sealed") resolve(state);
      if (++done === steps) child.kill("SIGKILL");
    });
    child.on("exit", (code, signal) =>
      signal === "SIGKILL"
        ? resolve("killed")
        : code === 0
          ? undefined
          : reject(new Error(`ended with ${code}`)),
    );
  });
}
