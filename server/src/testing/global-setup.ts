import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { prepareLogins } from "./logins.ts";
import { migrate } from "../platform/migrate.ts";
import { readSettings } from "../platform/settings.ts";
import { applySqlMutant } from "./apply-sql-mutant.ts";
import { administer, dropDatabase, onDatabase } from "./test-database.ts";
import { collectTemporaryFolders } from "./temporary-folder.ts";
import { throwawayPostgres } from "./throwaway-postgres.ts";

/** Starts one PostgreSQL for the whole run, with one migrated database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await collectTemporaryFolders();
  const server = process.env["TEST_DATABASE_URL"]
    ? given(process.env["TEST_DATABASE_URL"])
    : await throwawayPostgres();
  const template = `fc_test_${randomBytes(4).toString("hex")}`;
  const templateUrl = onDatabase(server.url, template);
  try {
    await administer(server.url, `create database ${template}`);
    await migrate(templateUrl);
    // Logins belong to the whole server, so these serve every database of the run.
    await prepareLogins(templateUrl, readSettings({}));
    // Only `npm run mutate:sql` sets it.
    if (process.env["SQL_MUTANT"]) await applySqlMutant(templateUrl, process.env["SQL_MUTANT"]);
  } catch (error) {
    await server.end();
    throw error;
  }
  project.provide("templateUrl", templateUrl);
  return async () => {
    // The databases of our own server are removed together with it.
    if (!server.isThrowaway) await dropAll(server.url, template);
    await server.end();
    await rm(folder, { recursive: true, force: true });
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const sql = `select datname as name from pg_database where starts_with(datname, '${prefix}')`;
  for (const { name } of await administer<{ name: string }>(url, sql)) await dropDatabase(url, name);
}

function given(url: string) {
  return { url, isThrowaway: false, end: async () => undefined };
}
