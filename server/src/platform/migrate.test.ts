import pg from "pg";
import { expect, inject, test } from "vitest";
import { administer, createTestDatabase, onDatabase } from "../testing/test-database.ts";
import { createPool } from "./db.ts";
import { loginUrlOf } from "./login.ts";
import { migrate } from "./migrate.ts";

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

test("the application can neither change the schema nor read what it was not granted", async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: loginUrlOf(database.url), poolSize: 2 });
  await expect(pool.query("create table mine (id int)")).rejects.toThrow("permission denied");
  await expect(pool.query("drop table members")).rejects.toThrow("must be owner");
  await expect(pool.query("delete from members")).rejects.toThrow("permission denied");
  await expect(pool.query("select * from schema_migrations")).rejects.toThrow("permission denied");
  await pool.end();
  await database.drop();
});
