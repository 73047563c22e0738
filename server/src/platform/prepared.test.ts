import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "./db.ts";
import { loginUrlOf } from "./login.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ url: loginUrlOf(database.url), poolSize: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function preparedAbout(table: string): Promise<number> {
  const { rows } = await db.executeQuery<{ statement: string }>({
    sql: "select statement from pg_prepared_statements",
    parameters: [],
  } as never);
  return rows.filter(({ statement }) => statement.includes(`"${table}"`)).length;
}

test("a statement that is repeated is prepared, and answers as before", async () => {
  const query = (name: string) =>
    db.selectFrom("business_settings").select("value").where("name", "=", name).executeTakeFirst();
  await db.insertInto("business_settings").values({ name: "one", value: "1" }).execute();
  const answers = [];
  for (const name of ["one", "none", "one", "none", "one"]) answers.push((await query(name))?.value);
  expect(answers).toEqual([1, undefined, 1, undefined, 1]);
  expect(await preparedAbout("business_settings")).toBe(1);
});

test("what takes all columns is not: a migration on another node would break it", async () => {
  for (let time = 0; time < 5; time++) {
    await db.selectFrom("jobs").selectAll().where("id", "=", 1n).execute();
  }
  expect(await preparedAbout("jobs")).toBe(0);
});

async function addTwice(tx: Tx, name: string): Promise<void> {
  const add = (value: string) => sql`insert into business_settings (name, value) values (${name}, ${value})`;
  await Promise.all([add("1").execute(tx), add("2").execute(tx), add("3").execute(tx)]);
}

test("statements of a transaction that do not wait for each other run in the order of the calls", async () => {
  const seen = await atomically(
    db,
    async (tx: Tx, name: string) => {
      const read = () =>
        tx.selectFrom("business_settings").select("value").where("name", "=", name).execute();
      const write = sql`insert into business_settings (name, value) values (${name}, '1')`;
      const [before, , after] = await Promise.all([read(), write.execute(tx), read()]);
      return [before.length, after.length];
    },
    "in order",
  );
  expect(seen).toEqual([0, 1]);
});

test("one of them that fails undoes all of them, and its own error is told", async () => {
  for (let time = 0; time < 5; time++) {
    await expect(atomically(db, addTwice, "twice")).rejects.toMatchObject({ code: "23505" });
  }
  expect(
    await db.selectFrom("business_settings").select("name").where("name", "=", "twice").execute(),
  ).toEqual([]);
});
