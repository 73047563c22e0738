import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { createDb, createPool, type Db } from "./db.ts";
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
