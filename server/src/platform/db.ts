import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { PreparingClient } from "./prepared.ts";
import type { Schema } from "./schema.ts";

/** For reading. A transaction is one too, so a reader works inside and outside of it. */
export type Db = Kysely<Schema>;
/** For writing. Only `atomically` hands one out, so a write outside a transaction does not compile. */
export type Tx = Transaction<Schema> & { readonly isTransaction: true };

// Money and counters arrive as bigint, never as a rounded number. Ids of rows that people own are int4.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
// A day stays a day, 2026-02-03, and never becomes a moment of some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export interface DbSettings {
  url: string;
  poolSize: number;
  /** Unset where the URL's own role is already the application's. */
  role: "fc_app" | undefined;
  statementTimeoutMs: number;
  /** Commits without waiting for the disk: for what can be made again, never for money. */
  relaxed?: true;
}

export function createPool(settings: DbSettings): pg.Pool {
  const { role, statementTimeoutMs } = settings;
  const options = [
    ...(role ? [`role=${role}`] : []),
    `statement_timeout=${statementTimeoutMs}`,
    "lock_timeout=5000",
    "idle_in_transaction_session_timeout=30000",
    "timezone=UTC",
    ...(settings.relaxed ? ["synchronous_commit=off"] : []),
  ];
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: settings.url,
    max: settings.poolSize,
    connectionTimeoutMillis: 5000,
    // So that a line that went silent is noticed, and does not keep whoever waits for its answer.
    keepAlive: true,
    application_name: "fc-portal",
    options: options.map((option) => `-c ${option}`).join(" "),
  });
  // A connection that breaks, idle or in the middle of a transaction, fails what uses it and is replaced
  // by the pool. Without these listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

const serializationFailure = "40001";
const deadlockDetected = "40P01";
export const lockNotAvailable = "55P03";
const attempts = 4;

/**
 * Runs a top-level function in a transaction, so that no outer connection is in scope to leak into it.
 * What the database refused only because of timing is tried again from the start.
 */
export async function atomically<Input, Result>(
  db: Db,
  work: (tx: Tx, input: Input) => Promise<Result>,
  input: Input,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => work(tx as Tx, input));
    } catch (error) {
      const code = databaseErrorCode(error);
      const mayTryAgain = code === serializationFailure || code === deadlockDetected;
      if (!mayTryAgain || attempt === attempts) throw error;
      await sleep(attempt * 10 * (1 + Math.random()));
    }
  }
}

/** Until the transaction ends, it fails as soon as it has waited this long for what another one holds. */
export async function giveUpWaitingAfter(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);
}

/** Reads of one moment: whatever is committed meanwhile, all of them see the same. */
export async function atOneMoment<Input, Result>(
  db: Db,
  read: (db: Db, input: Input) => Promise<Result>,
  input: Input,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((tx) => read(tx, input));
}

/** The five characters PostgreSQL names an error with, if it is one of PostgreSQL's. */
export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
