import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that each test file clones, made by global-setup.ts. */
    templateUrl: string;
  }
}

/** A database of the newest schema for one test file; it contains only what the migrations insert. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const templateUrl = inject("templateUrl");
  const template = databaseOf(templateUrl);
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await copyDatabase(templateUrl, { from: template, to: name });
  return {
    url: onDatabase(templateUrl, name),
    // By force, because a connection that a failing test left open must not hide the failure behind another one.
    drop: () => dropDatabase(templateUrl, name),
  };
}

/** The same content as another test database has now, as a backup would keep it. */
export async function cloneOf(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const source = databaseOf(url);
  const name = `${source}_clone`;
  // A database that somebody is connected to cannot be copied; the server connects again by itself.
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}' and pid <> pg_backend_pid()`,
  );
  await copyDatabase(url, { from: source, to: name });
  return { url: onDatabase(url, name), drop: () => dropDatabase(url, name) };
}

async function copyDatabase(url: string, { from, to }: { from: string; to: string }): Promise<void> {
  // Copying files takes half the time of copying through the write-ahead log.
  await administer(url, `create database ${to} template ${from} strategy file_copy`);
  // Rights of a database are not copied. A server takes this one at its start (platform/login.ts).
  await administer(url, `revoke temporary, create on database ${to} from public`);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `drop database if exists ${name} with (force)`);
}

/** Runs one statement on the database `postgres`, for statements about other databases. */
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
