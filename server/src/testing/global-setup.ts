import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { loginUrlOf, prepareLogin } from "../platform/login.ts";
import { migrate } from "../platform/migrate.ts";
import { applySqlMutant } from "./sql-mutants.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { administer, dropDatabase, onDatabase } from "./test-database.ts";

/** Starts one PostgreSQL for the whole run, with one migrated database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env["TEST_DATABASE_URL"]
    ? given(process.env["TEST_DATABASE_URL"])
    : await throwaway();
  const template = `fc_test_${randomBytes(4).toString("hex")}`;
  const templateUrl = onDatabase(server.url, template);
  try {
    await administer(server.url, `create database ${template}`);
    await migrate(templateUrl);
    // Logins belong to the whole server, so this one serves every database of the run.
    await prepareLogin({
      ownerUrl: templateUrl,
      appUrl: loginUrlOf(templateUrl),
      statementTimeoutMs: 10_000,
    });
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
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const sql = `select datname as name from pg_database where starts_with(datname, '${prefix}')`;
  for (const { name } of await administer<{ name: string }>(url, sql)) await dropDatabase(url, name);
}

function given(url: string) {
  return { url, isThrowaway: false, end: async () => undefined };
}

async function throwaway() {
  const dataDir = await temporaryFolder();
  // The remover's input closes when we end in any way. Vitest leaves little time after SIGINT, and SIGKILL leaves
  // none.
  const remover = spawn(
    process.execPath,
    [fileURLToPath(new URL("remove-when-done.ts", import.meta.url)), dataDir],
    {
      stdio: ["pipe", "ignore", "inherit"],
      detached: true,
    },
  );
  const end = async () => {
    remover.stdin.end();
    if (remover.exitCode === null) await once(remover, "exit");
  };
  try {
    const { url } = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
    return { url, isThrowaway: true, end };
  } catch (error) {
    await end();
    throw error;
  }
}
