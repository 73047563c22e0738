import { rm } from "node:fs/promises";
import { dashboard } from "@fc/contract/dashboard/portal";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { transferCoins } from "@fc/contract/transfer/portal";
import { userChart } from "@fc/contract/tree/portal";
import { expect, inject, test } from "vitest";
import { verify as verifyLedger } from "./core/ledger/verify.ts";
import { verify as verifyNetwork } from "./core/network/verify.ts";
import { atomically, createDb, createPool, type Db } from "./platform/db.ts";
import { loginUrlOf } from "./platform/login.ts";
import { migrateLocked, migrationFiles } from "./platform/migrate.ts";
import { secretKeyFrom } from "./platform/secrets.ts";
import { startServerHere } from "./testing/commands.ts";
import { asOwner, emptyDatabase } from "./testing/database-content.ts";
import { fundPool } from "./testing/histories.ts";
import { fund, giveStake, longAgo, setPrice, setSetting } from "./testing/money.ts";
import { testPasswordHash } from "./testing/password.ts";
import { done, startProduction } from "./testing/production.ts";
import {
  checkOutReleaseBefore,
  noReleaseBefore,
  otherPackages,
  releaseBefore,
} from "./testing/release-before.ts";
import { columnsOf, takenAway } from "./testing/schema-content.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { insertTestMember, TestClient } from "./testing/test-app.ts";
import { createTestDatabase } from "./testing/test-database.ts";

/** Nodes are replaced one by one, so for a while the release before works on the tables of this one. */

const secretKey = "a key of both releases, 32 letters or more";

/** Two members with money, a stake that earns, and a day that is to be closed. */
async function settle(db: Db, databaseUrl: string) {
  const now = new Date();
  const before = longAgo(now);
  await setPrice(db, 100, before);
  await setSetting(databaseUrl, "transfer", { betweenMembers: true });
  const details = { passwordHash: testPasswordHash, side: "left" } as const;
  const asha = await atomically(db, insertTestMember, { ...details, name: "Asha Rao", now: before });
  const sponsored = { ...details, name: "Ravi Iyer", sponsorId: asha.id, now: before };
  const ravi = await atomically(db, insertTestMember, sponsored);
  await fund(db, asha, { transfer: 1000 }, before);
  await giveStake(db, ravi, before);
  await fundPool(db, before);
  // So long ago that it can be closed just after India's midnight too.
  const day = daysAfter(indiaDayOf(now), -2);
  await db.insertInto("closings_begin").values({ first_day: day }).execute();
  return { asha, ravi, day };
}

const patience = { timeout: 120_000 };

test(
  "a node of the release before works on the tables of this one, beside a new node",
  patience,
  async ({ skip, annotate }) => {
    const missing = noReleaseBefore();
    if (missing !== undefined) skip(missing);
    const folder = await checkOutReleaseBefore();
    const others = await otherPackages(folder);
    if (others.length > 0) await annotate(`Release ${releaseBefore.version} used ${others.join(", ")}`);
    const database = await createTestDatabase();
    const pool = createPool({ url: loginUrlOf(database.url), poolSize: 4 });
    const db = createDb(pool);
    const { asha, ravi, day } = await settle(db, database.url);
    const old = await startProduction(database.url, { SECRET_KEY: secretKey }, folder);
    const recent = await startServerHere({
      DATABASE_URL: database.url,
      DATA_DIR: await temporaryFolder(),
      SECRET_KEY: secretKey,
      MIGRATE: "false",
      WORKER: "false",
    });
    try {
      const client = new TestClient(old);
      expect((await client.logIn(asha.refId)).status).toBe(200);
      const params = { userId: asha.id };
      const balance = async (at: TestClient) =>
        (await done(at, dashboard, { params })).transferWallet as number;
      expect(await balance(client)).toBe(1000);
      const tree = await client.call(userChart, { params, query: {} });
      expect(JSON.stringify(tree.body.output)).toContain(ravi.refId);

      const change = { fromRefId: asha.refId, toRefId: ravi.refId, amount: 250 };
      await done(client, sendOtp, { params, body: { purpose: "transfer", change } });
      const otp = /\b\d{6}\b/.exec((await old.mailTo(asha.email, /code/i)).text)![0];
      expect(await done(client, verifyOtp, { params: { ...params, otp }, query: {} })).toBe(true);
      await done(client, transferCoins, { body: change });

      // The session that the release before opened is one of the new node too.
      const beside = new TestClient(recent);
      beside.token = client.token;
      for (const [name, value] of client.cookies) beside.cookies.set(name, value);
      expect(await balance(beside)).toBe(750);

      // The worker of the release before closes the days.
      const closing = db.selectFrom("closings").select("state").where("day", "=", day);
      const state = async () => (await closing.executeTakeFirst())?.state;
      await expect.poll(state, { timeout: 120_000, interval: 100 }).toBe("sealed");
      const rewards = db.selectFrom("ledger_entries").select("id").where("kind", "in", rewardKindNames);
      expect(await rewards.execute()).not.toHaveLength(0);
    } finally {
      await recent.stop();
      await old.stop();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    }
    expect((await verifyLedger(database.url, { secretKey: secretKeyFrom(secretKey) })).differences).toEqual(
      [],
    );
    expect((await verifyNetwork(database.url, { repair: false })).differences).toEqual([]);
    await database.drop();
  },
);

/** What a migration says to take away: `-- contracts 0103_both_names.sql: members.old_name, old_table.id` */
const contraction = /^-- contracts (\S+): (.+)$/gm;

test("no migration takes away what the release before uses, unless that release prepared for it", async () => {
  const { lastMigration, migrations } = releaseBefore;
  const files = await migrationFiles();
  const released = files.filter(({ name }) => name <= lastMigration);
  // A new migration has a number after those of the release, or it would be taken for one of them.
  expect(released).toHaveLength(migrations);
  const empty = await emptyDatabase(inject("templateUrl"));
  const then = await asOwner(empty.url, async (owner) => {
    await migrateLocked(
      owner,
      released.map(({ name }) => name),
    );
    return columnsOf(owner);
  });
  await empty.drop();
  const problems = takenAway(then, await asOwner(inject("templateUrl"), columnsOf));
  for (const { name, sql } of files.filter((file) => !released.includes(file))) {
    for (const [, expansion, things] of sql.matchAll(contraction)) {
      const isPrepared = released.some((file) => file.name === expansion);
      expect(isPrepared, `${name} contracts ${expansion}, which release ${releaseBefore.version} lacks`).toBe(
        true,
      );
      for (const thing of things!.split(", ")) problems.delete(thing);
    }
  }
  expect([...problems].map(([name, what]) => `${name} ${what}`)).toEqual([]);
});

test("what the release before would miss is found", () => {
  const rights = ["select", "insert", "update"];
  const column = (name: string, change = {}) => ({
    name,
    type: "text",
    isRequired: false,
    rights,
    ...change,
  });
  const before = ["kept", "gone", "retyped", "guarded", "tightened"].map((name) => column(`members.${name}`));
  const after = [
    column("members.kept"),
    column("members.retyped", { type: "integer" }),
    column("members.guarded", { rights: ["select"] }),
    column("members.tightened", { isRequired: true }),
    column("members.added"),
    column("members.demanded", { isRequired: true }),
    column("another_table.demanded", { isRequired: true }),
  ];
  expect(Object.fromEntries(takenAway(before, after))).toEqual({
    "members.gone": "is gone",
    "members.retyped": "was text and is integer",
    "members.guarded": "the application may only select",
    "members.tightened": "must be given with each insert now",
    "members.demanded": "must be given with each insert now",
  });
});
