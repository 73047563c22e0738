import { sure } from "@fc/contract/sure";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery, QueryResult, TransactionSettings } from "kysely";
import type pg from "pg";
import { createPool } from "../db.ts";

export interface ReplicaLimits {
  /** A replica that does not connect or answer within this time counts as gone. */
  answerWithinMs: number;
  /** While it is gone, or too far behind, it is asked again only this often. It is longer than one try. */
  pauseMs: number;
  /** How long a read waits for its caller's own writes to arrive. They mostly take some milliseconds. */
  catchUpMs: number;
  /** A replica that is further behind answers nobody. */
  maxLagMs: number;
}
export const usualLimits: ReplicaLimits = {
  answerWithinMs: 1000,
  pauseMs: 2500,
  catchUpMs: 100,
  maxLagMs: 5000,
};
const firstLookMs = 4;

/** Why the primary answers. `gone`: not reachable, or no replica of ours; `behind`: its log is not there yet. */
export type Refusal = "gone" | "behind";

interface Reached {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  limits: ReplicaLimits;
}

interface Wanted {
  /** A replica that has not replayed this is of no use to anybody. */
  recent: bigint;
  /** The caller has written or seen up to here. It comes from the caller, so it decides about this read alone. */
  known: bigint;
  settings: TransactionSettings;
}

interface Seen {
  isReplica: boolean;
  system: string;
  replayed: bigint;
  newestCommitSeconds: number;
}

/** The connections to a replica, or to several behind one address. */
export class ReplicaConnections {
  readonly #pool: pg.Pool;
  /** Names the primary's data; a replica of something else would answer as well, and wrongly. */
  readonly #system: () => Promise<string>;
  readonly #limits: ReplicaLimits;
  #pausedUntil = 0;

  constructor({ url, poolSize, statementTimeoutMs, limits }: Reached, system: () => Promise<string>) {
    this.#pool = createPool({
      url,
      poolSize,
      connectWithinMs: limits.answerWithinMs,
      // PostgreSQL ends a statement before that. A server that stands still does not.
      answerWithinMs: statementTimeoutMs + limits.answerWithinMs,
    });
    this.#limits = limits;
    this.#system = system;
  }

  /**
   * Begins a transaction on a replica that has everything that is wanted. The check and the transaction are on one
   * server also where a proxy or a pooler chooses among several for each transaction.
   */
  async open({ recent, known, settings }: Wanted): Promise<ReplicaTransaction | Refusal> {
    const { pauseMs, catchUpMs } = this.#limits;
    const began = performance.now();
    if (began < this.#pausedUntil) return "gone";
    // At the end of a pause one read tries, and the others do not wait for it.
    if (this.#pausedUntil > 0) this.#pausedUntil = began + pauseMs;
    for (let waitMs = firstLookMs; ; waitMs *= 2) {
      const opened = await this.#begin(settings).catch(() => undefined);
      if (!opened) return this.#pause("gone");
      const { transaction, replayed } = opened;
      if (replayed >= recent) this.#pausedUntil = 0;
      if (replayed >= recent && replayed >= known) return transaction;
      // Nothing is held while it waits, so a caller who asks for a position that never comes takes nothing from others.
      // A replica that is too far behind for everybody is left: behind one address the next look may find another one.
      if (replayed < recent) transaction.leave();
      else void transaction.end();
      if (performance.now() + waitMs > began + catchUpMs) {
        return replayed < recent ? this.#pause("behind") : "behind";
      }
      await sleep(waitMs);
    }
  }

  /** How far the replica is, in bytes of the log and the age of its newest commit; undefined if it does not answer. */
  async lag(position: bigint): Promise<{ bytes: number; seconds: number } | undefined> {
    const opened = await this.#begin({}).catch(() => undefined);
    if (!opened) return undefined;
    const bytes = Number(position - opened.replayed);
    void opened.transaction.end();
    return bytes <= 0 ? { bytes: 0, seconds: 0 } : { bytes, seconds: opened.newestCommitSeconds };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #pause(why: Refusal): Refusal {
    this.#pausedUntil = performance.now() + this.#limits.pauseMs;
    return why;
  }

  async #begin({ isolationLevel = "read committed" }: TransactionSettings) {
    const client = await this.#pool.connect();
    try {
      // One message, so that a pooler gives it to one server. The transaction that is used begins after the check,
      // because a snapshot that was taken before it could be older than what it found.
      const text = `begin read only; ${check}; commit; begin isolation level ${isolationLevel} read only`;
      const question = { text, query_timeout: this.#limits.answerWithinMs };
      const answers = await answersOf<Seen>(client, question);
      const { isReplica, system, replayed, newestCommitSeconds } = sure(sure(answers[1]).rows[0]);
      if (!isReplica) throw new Error("It is no replica, or not any more");
      if (system !== (await this.#system())) throw new Error("It is a replica of another database");
      return { transaction: new ReplicaTransaction(client), replayed, newestCommitSeconds };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

const replayedNow = "coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::int8 as replayed";
const check = `select pg_is_in_recovery() as "isReplica", ${replayedNow},
  (select system_identifier::text from pg_control_system()) as system,
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as "newestCommitSeconds"`;

/** One transaction on a replica. Its connection goes back when it has ended, or is closed if anything failed. */
export class ReplicaTransaction {
  readonly #client: pg.PoolClient;
  #hasFailed = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { rows } = await this.#client.query(sql, [...parameters]);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely says what the rows of its statement are
      return { rows: rows as Row[] };
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Closes the connection, so that nobody else gets to this server by it. */
  leave(): void {
    this.#client.release(true);
  }

  /**
   * Returns a position up to which it may have seen; undefined if that is not known. Asked at the end, because the
   * replica went on after the check, and each statement saw what was there by then.
   */
  async end(): Promise<bigint | undefined> {
    try {
      if (this.#hasFailed) throw new Error("It has failed");
      const text = `select ${replayedNow}; commit`;
      const [seen] = await answersOf<Pick<Seen, "replayed">>(this.#client, { text });
      this.#client.release();
      return sure(sure(seen).rows[0]).replayed;
    } catch {
      this.#client.release(true);
      return undefined;
    }
  }
}

/** Of several statements in one message: one answer for each, which the types of pg do not know. */
async function answersOf<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  question: pg.QueryConfig & { query_timeout?: number },
): Promise<pg.QueryResult<Row>[]> {
  const answers: unknown = await client.query(question);
  if (!Array.isArray(answers)) throw new Error("One answer came to several statements");
  return answers;
}
