import { setImmediate as nextTurn } from "node:timers/promises";
import { PostgresDriver, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import {
  atomically,
  atomicallyOnce,
  atOneMoment,
  createDb,
  createPool,
  type Db,
  type ReadDb,
  type Tx,
} from "./db.ts";
import { ReplicaTransaction } from "./replica/connections.ts";
import { readsFrom } from "./replica/read-driver.ts";
import { TransactionOver } from "./transaction-gate.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that the next transaction uses the one of the transaction before.
  pool = createPool({ url: database.url, poolSize: 1 });
  db = createDb(pool);
});
beforeEach(async () => {
  await db.deleteFrom("business_settings").execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

class Refused extends Error {}

async function add(tx: Tx, name: string): Promise<void> {
  await sql`insert into business_settings (name, value) values (${name}, '1')`.execute(tx);
}

async function names(reader: Pick<Db, "selectFrom"> = db): Promise<string[]> {
  const rows = await reader.selectFrom("business_settings").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

/** As a posting that is refused in JavaScript after its first statement. */
async function post(tx: Tx, turns: number): Promise<void> {
  await add(tx, "posting");
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  throw new Refused();
}

test("of a posting that throws while the mail has five more statements, nothing is left", async () => {
  const mails: Promise<unknown>[] = [];
  for (let round = 0; round < 40; round++) {
    const work = async (tx: Tx) => {
      const mail = async () => {
        for (let line = 0; line < 6; line++) await add(tx, `mail ${round} ${line}`);
      };
      const mailed = mail();
      mails.push(mailed.catch((error: unknown) => error));
      // At another moment of the mail in each round.
      await Promise.all([post(tx, round % 8), mailed]);
    };
    await expect(atomically(db, work, undefined)).rejects.toBeInstanceOf(Refused);
  }
  const ends = await Promise.all(mails);
  expect(await names()).toEqual([]);
  expect(ends.filter((end) => end instanceof TransactionOver).length).toBeGreaterThan(0);
});

test("work that returns before its statements are answered is rolled back", async () => {
  const unfinished: Promise<void>[] = [];
  const work = async (tx: Tx) => {
    await add(tx, "awaited");
    unfinished.push(add(tx, "not awaited"));
  };
  await expect(atomically(db, work, undefined)).rejects.toThrow("returned before 1 of its statements");
  await Promise.all(unfinished);
  expect(await names()).toEqual([]);
});

test("a transaction that is kept takes no statement later, also while another one uses its connection", async () => {
  const kept = await atomically(db, async (tx: Tx) => tx, undefined);
  const useKept = async () => {
    await expect(add(kept, "later by sql")).rejects.toBeInstanceOf(TransactionOver);
    await expect(names(kept)).rejects.toBeInstanceOf(TransactionOver);
    await expect(
      kept.insertInto("business_settings").values({ name: "later by a builder", value: "1" }).execute(),
    ).rejects.toBeInstanceOf(TransactionOver);
    await expect(kept.selectFrom("business_settings").select("name").stream().next()).rejects.toThrow(
      "in batches",
    );
  };
  await useKept();
  await atomically(
    db,
    async (tx: Tx) => {
      await add(tx, "of the next one");
      await useKept();
    },
    undefined,
  );
  expect(await names()).toEqual(["of the next one"]);
});

test("a connection that was taken out of a transaction takes no statement later", async () => {
  const taken = await atomically(
    db,
    (tx: Tx) => tx.getExecutor().provideConnection(async (connection) => connection),
    undefined,
  );
  const query = sql`insert into business_settings (name, value) values ('taken', '1')`.compile(db);
  await expect(taken.executeQuery(query)).rejects.toBeInstanceOf(TransactionOver);
  expect(await names()).toEqual([]);
});

test("a branch that never ends does not delay the rollback, and the next request sees nothing of it", async () => {
  const backend = async (reader: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader)).rows[0]?.pid;
  const before = await backend(db);
  const work = async (tx: Tx) => {
    const endless = async () => {
      await add(tx, "endless");
      await new Promise(() => {});
    };
    await Promise.all([endless(), post(tx, 1)]);
  };
  await expect(atomicallyOnce(db, work, undefined)).rejects.toBeInstanceOf(Refused);
  const next = await atomically(
    db,
    async (tx: Tx) => ({ names: await names(tx), backend: await backend(tx) }),
    undefined,
  );
  expect(next).toEqual({ names: [], backend: before });
});

test("reads that go on after their snapshot has ended are refused", async () => {
  const late: Promise<unknown>[] = [];
  const read = async (reader: Db) => {
    const slow = async () => {
      for (let turn = 0; turn < 6; turn++) await names(reader);
    };
    const reading = slow();
    late.push(reading.catch((error: unknown) => error));
    await names(reader);
    throw new Refused();
  };
  // `slow` has one statement under way when `read` throws, and is refused its next one.
  await expect(atOneMoment(db, read, undefined)).rejects.toBeInstanceOf(Refused);
  expect((await Promise.all(late))[0]).toBeInstanceOf(TransactionOver);
});

test("when a replica fails, what goes on of the first run does not reach the second one on the primary", async () => {
  const primary = new PostgresDriver({ pool });
  await primary.init();
  const replica = new pg.Pool({ connectionString: database.url, max: 1 });
  const reads = readsFrom({
    primary,
    open: async () => {
      const client = await replica.connect();
      await client.query("begin read only");
      return new ReplicaTransaction(client);
    },
    saw: () => undefined,
    count: () => undefined,
  });
  const secondRun = Promise.withResolvers<void>();
  let leftOver: Promise<unknown> | undefined;
  let becameOfIt: unknown;
  const read = async (reader: ReadDb) => {
    if (leftOver) {
      // What is left of the first run goes on while this one holds its transaction.
      secondRun.resolve();
      becameOfIt = await leftOver;
      return names(reader);
    }
    leftOver = secondRun.promise.then(() => names(reader)).catch((error: unknown) => error);
    await sql`select 1 / 0`.execute(reader);
    return ["the first run does not get here"];
  };
  expect(await atOneMoment(reads, read, undefined)).toEqual([]);
  expect(becameOfIt).toBeInstanceOf(TransactionOver);
  await replica.end();
});
