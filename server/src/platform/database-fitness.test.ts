import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asOwner } from "../testing/database-content.ts";
import { administer, onDatabase } from "../testing/test-database.ts";
import { unfitness } from "./database-fitness.ts";
import { migrate } from "./migrate.ts";

const server = () => inject("templateUrl");
const names = ["fc_unfit_ascii", "fc_unfit_rights"];
const owner = "fc_unfit_owner";

beforeAll(async () => {
  await removeAll();
  await administer(server(), `create role ${owner} login password 'unfit'`);
});
afterAll(removeAll);

async function removeAll(): Promise<void> {
  for (const name of names) await administer(server(), `drop database if exists ${name} with (force)`);
  await administer(server(), `drop role if exists ${owner}`);
}

function urlOf(name: string, asSmallOwner = false): string {
  const url = new URL(onDatabase(server(), name));
  return asSmallOwner ? Object.assign(url, { username: owner, password: "unfit" }).href : url.href;
}

function tablesIn(name: string): Promise<number | null> {
  return asOwner(urlOf(name), async (client: pg.Client) => {
    const { rowCount } = await client.query("select from pg_tables where schemaname = 'public'");
    return rowCount;
  });
}

const good = {
  version: 180_004,
  encoding: "UTF8",
  database: "fc",
  owner: "olga",
  isEmpty: true,
  mayCreate: true,
  mayCreateInSchema: true,
  mayCreateRoles: true,
  hasTrigrams: true,
  foreignRoles: [],
  missingRoles: [],
};

test("an older PostgreSQL is refused by its version, however much is there already", () => {
  expect(unfitness(good)).toBeUndefined();
  for (const isEmpty of [true, false]) {
    expect(unfitness({ ...good, isEmpty, version: 150_012 })).toContain(
      "needs PostgreSQL 18 or later, and this is PostgreSQL 15.12. Nothing was written.",
    );
  }
  expect(unfitness({ ...good, version: 190_001 })).toBeUndefined();
});

test("without the extension for searching nothing is begun", () => {
  expect(unfitness({ ...good, hasTrigrams: false })).toContain("pg_trgm");
});

test("a database that cannot hold every name is refused, and nothing is written to it", async () => {
  await administer(
    server(),
    `create database fc_unfit_ascii encoding 'SQL_ASCII' locale 'C' template template0`,
  );
  await expect(migrate(urlOf("fc_unfit_ascii"))).rejects.toThrow("has the encoding SQL_ASCII");
  expect(await tablesIn("fc_unfit_ascii")).toBe(0);
});

test("an owner who lacks a right is told what an administrator has to run, and then it works", async () => {
  const name = "fc_unfit_rights";
  await administer(server(), `create database ${name}`);
  const asOwnerOf = () => migrate(urlOf(name, true));
  const helps = async (problem: string) => {
    const error = await asOwnerOf().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain(problem);
    expect(await tablesIn(name)).toBe(0);
    const [, advice = ""] = /As an administrator of PostgreSQL: (.+)$/.exec(String(error)) ?? [];
    await administer(server(), advice);
  };
  await helps("may not create tables");
  // The tests' own installation has made the roles of this server.
  await helps("Another installation on this server has made the roles fc_app and fc_web");
  await asOwnerOf();
  expect(await tablesIn(name)).toBeGreaterThan(100);
});
