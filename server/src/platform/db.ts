import { errorCode } from "./error-code.ts";
import { sure, textField } from "@fc/contract/sure";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  Transaction,
  type Dialect as KyselyDialect,
  type Driver,
  type KyselyProps,
  type PostgresDialectConfig,
  type TransactionBuilder,
} from "kysely";
import pg from "pg";
import type { DatabaseClock } from "./clock.ts";
import { PreparingClient } from "./prepared.ts";
import type { Schema } from "./schema.ts";
import { traced } from "./tracing/spans.ts";
import { throughGate } from "./transaction-gate.ts";

/** The primary. A transaction is one too, so a reader works both inside and outside of it. */
export type Db = Kysely<Schema>;
/**
 * For reading what is only shown: the primary, or a replica that may be some seconds behind. A function that takes one
 * works with `Db` and `Tx` as well. The other way does not compile, so nothing that decides, limits or writes can get
 * what a replica says. Only a `reading` route is handed one (`http/handle.ts`).
 */
export type ReadDb = Pick<Db, "selectFrom" | "getExecutor">;
/** For writing. Only `atomically` hands one out, so a write outside a transaction does not compile. */
export type Tx = Transaction<Schema> & { readonly isTransaction: true };

// For every connection of the process, also those of migrations and commands: a single one that was forgotten would read
// other types. Money and counters arrive as bigint, never as a rounded number. Ids of rows that people own are int4.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
// A day stays a text like 2026-02-03; as a Date it would become a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

interface PoolSettings {
  url: string;
  poolSize: number;
  connectWithinMs?: number;
  /** For a server that may stop answering: the statement then fails here, and its connection has to be discarded. */
  answerWithinMs?: number;
}

/**
 * Connections that may stand behind a pooler which gives them to another client after each transaction. So they send
 * no start-up options, and rights and time limits are those of the login (`login.ts`).
 */
export function createPool({ url, poolSize, connectWithinMs = 5000, answerWithinMs }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
    // A dead connection is noticed, and its callers do not wait for ever.
    keepAlive: true,
    application_name: "fc-portal",
    // A statement of a transaction is sent without waiting for the answer of the one before it (`pipelined`).
    pipeline: true,
  });
  // A connection that breaks, idle or in a transaction, fails the work that uses it, and the pool replaces it.
  // Without these listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** What differs from the login's own settings, in transactions only. */
interface TransactionSettings {
  statementTimeoutMs?: number;
  /** Commits without waiting for the disk: only for what can be produced again, never for money. */
  relaxed?: true;
}

export function createDb(pool: pg.Pool, settings: TransactionSettings = {}): Db {
  return dbOf(new Dialect(settings, { pool }));
}

/** A database whose transactions can be pipelined. */
export function dbOf(dialect: KyselyDialect): Db {
  const db = new Kysely<Schema>({ dialect });
  partsOf.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() });
  return db;
}

/** What kysely makes a transaction of, beside its connection. It keeps them to itself, so they are kept beside it. */
const partsOf = new WeakMap<Db, Omit<KyselyProps, "executor">>();

/**
 * Every transaction is made here. A statement does not wait for the answer of the one before it unless its caller does:
 * `Promise.all` over reads and writes that do not depend on each other is one round trip. PostgreSQL runs them in the
 * order of the calls, and after one that failed it refuses the others. Kysely alone would send one after the other. When
 * the work has ended, its transaction takes no more statements (`transaction-gate.ts`).
 */
function inTransaction<Result>(
  db: Db,
  builder: TransactionBuilder<Schema>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return builder.execute(async (kyselyTx) => {
    const connection = await kyselyTx.getExecutor().provideConnection(async (held) => held);
    return throughGate(connection, (provider) =>
      work(
        new Transaction<Schema>({
          ...sure(partsOf.get(db)),
          executor: db.getExecutor().withConnectionProvider(provider),
        }),
      ),
    );
  });
}

class Dialect extends PostgresDialect {
  readonly #settings: TransactionSettings;
  readonly #config: PostgresDialectConfig;

  constructor(settings: TransactionSettings, config: PostgresDialectConfig) {
    super(config);
    this.#settings = settings;
    this.#config = config;
  }

  override createDriver(): Driver {
    const { statementTimeoutMs, relaxed } = this.#settings;
    const local = [
      ...(statementTimeoutMs === undefined
        ? []
        : [`set_config('statement_timeout', '${statementTimeoutMs}', true)`]),
      ...(relaxed ? ["set_config('synchronous_commit', 'off', true)"] : []),
    ];
    return local.length === 0
      ? super.createDriver()
      : new LocalSettingsDriver(this.#config, CompiledQuery.raw(`select ${local.join(", ")}`));
  }
}

class LocalSettingsDriver extends PostgresDriver {
  readonly #local: CompiledQuery;

  constructor(config: PostgresDialectConfig, local: CompiledQuery) {
    super(config);
    this.#local = local;
  }

  override async beginTransaction(
    ...[connection, settings]: Parameters<PostgresDriver["beginTransaction"]>
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(this.#local);
  }
}

const serializationFailure = "40001";
const deadlockDetected = "40P01";
export const lockNotAvailable = "55P03";
const attempts = 4;

/**
 * Runs a top-level function in a transaction, so that no outer connection is in scope that it could use by mistake.
 * Work that the database refused only because of timing is repeated from the start.
 */
export async function atomically<Argument, Result>(
  db: Db,
  work: (tx: Tx, argument: Argument) => Promise<Result>,
  argument: Argument,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await atomicallyOnce(db, work, argument, attempt);
    } catch (error) {
      const code = databaseErrorCode(error);
      const mayTryAgain = code === serializationFailure || code === deadlockDetected;
      if (!mayTryAgain || attempt === attempts) throw error;
      await sleep(attempt * 10 * (1 + Math.random()));
    }
  }
}

/** Like `atomically`, for work whose effects outside of the database must not be repeated. */
export async function atomicallyOnce<Argument, Result>(
  db: Db,
  work: (tx: Tx, argument: Argument) => Promise<Result>,
  argument: Argument,
  attempt = 1,
): Promise<Result> {
  whenWriting.getStore()?.();
  const followUps = new Set<FollowUp>();
  const result = await traced({ name: `transaction ${work.name}`, facts: { attempt }, isInner: true }, () =>
    inTransaction(db, db.transaction(), (tx) => {
      followUpsOf.set(tx, followUps);
      return work(tx, argument);
    }),
  );
  for (const followUp of followUps) void followUp(db);
  return result;
}

const whenWriting = new AsyncLocalStorage<() => void>();

/** Tells that work began to write in a transaction, however deep inside. */
export function noticingWrites<Result>(notice: () => void, work: () => Promise<Result>): Promise<Result> {
  return whenWriting.run(notice, work);
}

/** Must not fail: nobody waits for it. */
type FollowUp = (db: Db) => Promise<void>;
/** By transaction: kysely's own has no place for them, and they end with it. */
const followUpsOf = new WeakMap<object, Set<FollowUp>>();

/** Starts something once, however often it is called, when the transaction has committed; never if it has not. */
export function afterCommit(tx: Tx, followUp: FollowUp): void {
  followUpsOf.get(tx)?.add(followUp);
}

/**
 * For a transaction of short statements that others wait for: it fails as soon as it has waited this long for a lock, and
 * its statements are planned once for all values (see `plannedOnce`).
 */
export async function keepShort(tx: Tx, { lockWaitMs }: { lockWaitMs: number }): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
}

/** A replica failed in the middle of a snapshot. The same database reads from the primary afterwards. */
export class ReplicaFailed extends Error {
  override readonly name = "ReplicaFailed";
}

/**
 * Runs several reads on one snapshot: none of them sees what is committed meanwhile. If a replica fails, all of them run
 * again on the primary, so `read` has no effects that a second run would repeat.
 */
export async function atOneMoment<Source extends ReadDb, Argument, Result>(
  db: Source,
  read: (db: Source, argument: Argument) => Promise<Result>,
  argument: Argument,
): Promise<Result> {
  return inReadTransaction(db, "repeatable read", (tx) => read(tx, argument));
}

/**
 * From here on a transaction plans its statements once for all values, where making the plan takes longer than running
 * it. Only for statements that read by an index whatever the values are.
 */
export async function plannedOnce(db: ReadDb): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db);
}

/** Planned for what was typed: a generic plan reads the whole table for a rare word, which takes seconds. */
export function plannedAnew<Source extends ReadDb, Result>(
  db: Source,
  read: (db: Source) => Promise<Result>,
): Promise<Result> {
  return inReadTransaction(db, "read committed", async (tx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
    return read(tx);
  });
}

async function inReadTransaction<Source extends ReadDb, Result>(
  db: Source,
  isolation: "repeatable read" | "read committed",
  read: (db: Source) => Promise<Result>,
): Promise<Result> {
  /* oxlint-disable typescript/consistent-type-assertions --
     what only reads is a whole database too; its type hides what a reader must not use */
  const whole = db as unknown as Db;
  const run = () =>
    inTransaction(whole, whole.transaction().setIsolationLevel(isolation).setAccessMode("read only"), (tx) =>
      read(tx as unknown as Source),
    );
  /* oxlint-enable typescript/consistent-type-assertions */
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ReplicaFailed)) throw error;
    return run();
  }
}

/** Asked outside of the snapshot of a transaction, so that it is the time of the question. */
export function databaseClock(db: Db): DatabaseClock {
  return async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    return sure(rows[0]).now;
  };
}

/** The five characters that PostgreSQL identifies an error by; undefined for any other error. */
export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** A PostgreSQL on this machine may have a socket instead of a port. That is a file, missing while it is stopped. */
export function isSocketMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT" && textField(error, "syscall") === "connect";
}
