import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Chain } from "../server/src/platform/chain/types.ts";
import { migrate } from "../server/src/platform/migrate.ts";
import { startTestApp, type TestApp } from "../server/src/testing/test-app.ts";
import { administer, dropDatabase, onDatabase } from "../server/src/testing/test-database.ts";
import { environment } from "./environment.ts";
import { sharedLog } from "./server-log.ts";

const webRoot = fileURLToPath(new URL("../web/dist", import.meta.url));

/**
 * A server with a database and a clock of its own, for a test over several days: other tests must not find their
 * days closed. Its mails stay in the database.
 */
export async function startOwnServer({ chain }: { chain?: Chain } = {}): Promise<TestApp> {
  const shared = environment.databaseUrl();
  const name = `journey_${randomBytes(6).toString("hex")}`;
  await administer(shared, `create database ${name}`);
  const url = onDatabase(shared, name);
  await migrate(url);
  const database = { url, drop: () => dropDatabase(shared, name) };
  return startTestApp(sharedLog(), { database, webRoot, ...(chain && { chain }) });
}
