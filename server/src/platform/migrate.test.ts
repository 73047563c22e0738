import pg from "pg";
import { expect, inject, test } from "vitest";
import { startServerHere } from "../testing/commands.ts";
import { asOwner } from "../testing/database-content.ts";
import { until } from "../testing/queue.ts";
import { administer, createTestDatabase, onDatabase } from "../testing/test-database.ts";
import { createPool } from "./db.ts";
import { loginUrlOf } from "./login.ts";
import { applyMigration, checkMigrated, migrate, waitingSteps } from "./migrate.ts";

test("nodes that start at the same moment migrate an empty database once", async () => {
  const name = "fc_test_migrate_race";
  await administer(inject("templateUrl"), `drop database if exists ${name} with (force)`);
  await administer(inject("templateUrl"), `create database ${name}`);
  const url = onDatabase(inject("templateUrl"), name);
  await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*) = count(distinct name) as once, count(*) > 0 as some from schema_migrations",
  );
  expect(rows[0]).toEqual({ once: true, some: true });
  await client.end();
  await administer(inject("templateUrl"), `drop database ${name} with (force)`);
});

test("a migration that was changed after it ran is refused", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update schema_migrations set sha256 = 'other'");
  await client.end();
  await expect(migrate(database.url)).rejects.toThrow("was changed after it ran");
  await database.drop();
});

test("a migration steps aside while somebody uses its table, so that requests do not wait behind it", async () => {
  const database = await createTestDatabase();
  const [reader, member, owner] = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      return client;
    }),
  );
  await reader!.query("begin; select from members");
  const waiting = "select from pg_locks where relation = 'members'::regclass and not granted";
  const migration = { name: "9999_test.sql", sql: "alter table members add column test int", sha256: "" };
  const applied = applyMigration(owner!, migration);
  for (let tries = 0; tries < 2; tries++) {
    await until(async () => (await reader!.query(waiting)).rowCount === 1);
    // It waits behind the migration, which waits behind the reader, who goes on reading.
    await member!.query("select from members");
  }
  await reader!.query("commit");
  await applied;
  const { fields } = await member!.query("select test from members");
  expect(fields.map(({ name }) => name)).toEqual(["test"]);
  await Promise.all([reader, member, owner].map((client) => client!.end()));
  await database.drop();
});

test("a node that leaves migrations to their own step starts only after it", async () => {
  const database = await createTestDatabase();
  await checkMigrated(database.url);
  await asOwner(database.url, async (owner) => {
    await owner.query("delete from schema_migrations where name like '0102%'");
    await owner.query("update schema_functions set revision = 0 where name = 'ledger_post'");
  });
  expect(await waitingSteps(database.url)).toEqual(["0102_last_mail_of_closures.sql", "ledger_post"]);
  const started = startServerHere({ DATABASE_URL: database.url, MIGRATE: "false" });
  await expect(started).rejects.toThrow("Run npm run migrate first; it has 2 to do");
  await database.drop();
});

test("the application can neither change the schema nor read what it was not granted", async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: loginUrlOf(database.url), poolSize: 2 });
  await expect(pool.query("create table mine (id int)")).rejects.toThrow("permission denied");
  await expect(pool.query("drop table members")).rejects.toThrow("must be owner");
  await expect(pool.query("delete from members")).rejects.toThrow("permission denied");
  await expect(pool.query("delete from schema_migrations")).rejects.toThrow("permission denied");
  await expect(pool.query("select * from pg_authid")).rejects.toThrow("permission denied");
  await pool.end();
  await database.drop();
});
