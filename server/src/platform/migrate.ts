import { sure } from "@fc/contract/sure";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { refuseUnfit } from "./database-fitness.ts";
import { databaseErrorCode } from "./db.ts";
import { applyFunctions, functionFiles, waitingFunctions } from "./functions.ts";
import { withConnection } from "./one-connection.ts";

const migrationsFolder = new URL("../../database/migrations/", import.meta.url);

/** Brings the tables and then the functions up to date. Several nodes may start it at the same time. */
export async function migrate(
  ownerUrl: string,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    await refuseUnfit(client);
    // The lock ends with the connection.
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    if (await isThere(client, restoreMark)) throw new UnfinishedRestore();
    const waiting = (await waitingIn(client)).length;
    const began = performance.now();
    if (waiting > 0) {
      say(
        `Preparing the database: ${waiting} steps. On an empty one they take seconds, with much data longer …`,
      );
    }
    await migrateLocked(client);
    if (waiting > 0)
      say(`The database is ready, after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  });
}

/** What `migrate` would do now: names of migrations, then of functions. */
export async function waitingSteps(ownerUrl: string): Promise<string[]> {
  return asOwner(ownerUrl, waitingIn);
}

async function waitingIn(client: pg.Client): Promise<string[]> {
  const names = (await migrationFiles()).map(({ name }) => name);
  // Both tables are made together, by the first migration of all.
  if (!(await isThere(client, "schema_functions"))) return names;
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
  const applied = new Set(rows.map(({ name }) => name));
  return [...names.filter((name) => !applied.has(name)), ...(await waitingFunctions(client))];
}

/** For a node that leaves migrations to a step of their own. */
export async function checkMigrated(ownerUrl: string): Promise<void> {
  const waiting = await waitingSteps(ownerUrl);
  if (waiting.length > 0) throw new NotMigrated(waiting);
}

export class NotMigrated extends Error {
  override readonly name = "NotMigrated";
  constructor(waiting: readonly string[]) {
    super(
      `This database is older than this release, and MIGRATE=false leaves it as it is. Run npm run migrate first; ` +
        `it has ${waiting.length} to do, beginning with ${waiting[0]}.`,
    );
  }
}

function asOwner<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withConnection({ url: ownerUrl, purpose: "migrate" }, work);
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass($1) is not null as is_there",
    [table],
  );
  return sure(rows[0]).is_there;
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
    if (before === undefined) await applyMigration(client, migration);
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

const lockNotAvailable = "55P03";
const lockMs = 1000;
const pauseMs = 2000;
const tries = 200;

/**
 * A migration waits only briefly for a lock, and then begins again: while it waits, every request that needs the same
 * table waits behind it.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  for (let left = tries - 1; ; left--) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const isLocked = error instanceof Error && databaseErrorCode(error.cause) === lockNotAvailable;
      if (!isLocked || left === 0) throw error;
      await sleep(pauseMs);
    }
  }
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
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
