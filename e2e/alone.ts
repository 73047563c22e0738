import pg from "pg";
import { environment } from "./environment.ts";

/**
 * Waits until no other test has this part of the shared server for itself, and returns how to give it back. The lock
 * is the database's, because the tests run in several processes.
 */
export async function takeAlone(part: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: environment.databaseUrl() });
  await client.connect();
  await client.query("set statement_timeout = 0");
  await client.query("set lock_timeout = 0");
  await client.query("select pg_advisory_lock(hashtext('browser tests'), hashtext($1))", [part]);
  return () => client.end();
}
