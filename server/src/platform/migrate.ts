import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { applyFunctions, functionFiles } from "./functions.ts";

const migrationsFolder = new URL("../../database/migrations/", import.meta.url);

/** Brings the tables and then the functions up to date. Several nodes may start it at the same time. */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal migrate" });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    const mark = await client.query<{ is_there: boolean }>("select to_regclass($1) is not null as is_there", [
      restoreMark,
    ]);
    if (mark.rows[0]!.is_there) throw new UnfinishedRestore();
    await migrateLocked(client);
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

/** A table of this name is there while a restore is not finished. */
export const restoreMark = "restore_unfinished";

export class UnfinishedRestore extends Error {
  override readonly name = "UnfinishedRestore";
  constructor() {
    super(
      "A restore into this database has not finished, or ended with differences. Run it again, and read what it says: npm run restore -- --from DIR",
    );
  }
}

/**
 * The same on a connection that holds the lock. With names, exactly those migrations, as a restore needs them for the
 * rows of an older backup.
 */
export async function migrateLocked(client: pg.Client, only?: readonly string[]): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  await client.query(`create table if not exists schema_functions (
    name text primary key, revision int not null, sha256 text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations",
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const migration of await migrationFiles()) {
    if (only && !only.includes(migration.name)) continue;
    const before = applied.get(migration.name);
    if (before === undefined) await apply(client, migration);
    else if (before !== migration.sha256) {
      throw new Error(`Migration ${migration.name} was changed after it ran. Add a new one instead.`);
    }
  }
  if (!only) await applyFunctions(client, await functionFiles());
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
