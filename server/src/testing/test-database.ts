import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Made by global-setup.ts: the migrated database that each test file clones. */
    templateUrl: string;
  }
}

/** A database of the newest schema for one test file, empty but for what the migrations put in. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const templateUrl = inject("templateUrl");
  const template = databaseOf(templateUrl);
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  // As files, not by way of the write-ahead log: half the time.
  await administer(templateUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: onDatabase(templateUrl, name),
    // By force: a connection that a failing test left open must not hide its failure behind another.
    drop: () => dropDatabase(templateUrl, name),
  };
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `drop database if exists ${name} with (force)`);
}

/** Runs one statement from outside the databases it is about. */
export async function administer<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: onDatabase(url, "postgres") });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
