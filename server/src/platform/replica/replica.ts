import { sure } from "@fc/contract/sure";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDriver, sql } from "kysely";
import type pg from "pg";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Db, ReadDb } from "../db.ts";
import { ReplicaConnections, usualLimits, type ReplicaLimits } from "./connections.ts";
import { PrimaryPosition } from "./position.ts";
import { readsFrom, type PrimaryReason } from "./read-driver.ts";

interface ReplicaOptions {
  /** The application's login at the replica, or at what leads to several. */
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  db: Db;
  /** The primary's, which answers where the replica does not. */
  pool: pg.Pool;
  limits?: ReplicaLimits | undefined;
}

/** Higher than any position, so that only the primary answers. */
const never = 2n ** 63n - 1n;
/** Something was written and its answer waits for the position: not for long, if the primary fails in this moment. */
const positionWithinMs = 1000;

/**
 * Reads from a replica, which costs nothing but speed when it is behind or gone: then the primary answers. A caller sees
 * its own writes, because the position of the primary's log after a write travels with the caller (`written`).
 */
export class Replica {
  readonly #position: PrimaryPosition;
  readonly #connections: ReplicaConnections;
  readonly #primary: PostgresDriver;
  readonly #answered = new Map<"replica" | PrimaryReason, number>();
  #system: Promise<string> | undefined;

  constructor({ url, poolSize, statementTimeoutMs, db, pool, limits = usualLimits }: ReplicaOptions) {
    this.#position = new PrimaryPosition(db, limits);
    this.#primary = new PostgresDriver({ pool });
    // It only takes the pool over, at once.
    void this.#primary.init();
    const system = () => (this.#system ??= systemOf(db).catch((error: unknown) => this.#forgetSystem(error)));
    this.#connections = new ReplicaConnections({ url, poolSize, statementTimeoutMs, limits }, system);
  }

  /** The database for one request of a caller that has written up to here. */
  readsFor(written: string | undefined): ReadDb {
    let known = positionIn(written);
    return readsFrom({
      primary: this.#primary,
      open: async (settings) => {
        const recent = await this.#position.recent();
        return this.#connections.open({ recent, known, settings });
      },
      saw: (position) => (known = position > known ? position : known),
      count: (from) => void this.#answered.set(from, (this.#answered.get(from) ?? 0) + 1),
    });
  }

  /** What the caller of a write has to hand back with its next reads. */
  async written(): Promise<string> {
    const known = new AbortController();
    const waited = sleep(positionWithinMs, never, { signal: known.signal }).catch(() => never);
    // Where the primary does not say, the caller reads from the primary alone for a while.
    const position = this.#position.now().catch(() => never);
    try {
      return String(await Promise.race([position, waited]));
    } finally {
      known.abort();
    }
  }

  /** For /metrics; returns what reads the values before each answer. */
  measuring(registry: Registry): () => Promise<void> {
    const answered = this.#answered;
    new Counter({
      name: "database_reads_total",
      help: "Reads that a replica may answer, by who did, and why the primary had to",
      labelNames: ["from", "because"],
      registers: [registry],
      collect() {
        this.reset();
        for (const [from, count] of answered) {
          if (from === "replica") this.inc({ from, because: "" }, count);
          else this.inc({ from: "primary", because: from }, count);
        }
      },
    });
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
    const reachable = gauge(
      "replica_reachable",
      "1 if this node could ask the replica for these metrics, else 0",
    );
    const lagBytes = gauge("replica_lag_bytes", "How much of the primary's log the replica has not replayed");
    const lagSeconds = gauge("replica_lag_seconds", "Age of its newest commit while it is behind, else 0");
    return async () => {
      const lag = await this.#position.now().then(
        (position) => this.#connections.lag(position),
        () => undefined,
      );
      reachable.set(lag ? 1 : 0);
      // A value of before would look like today's.
      for (const each of [lagBytes, lagSeconds]) each.remove();
      if (!lag) return;
      lagBytes.set(lag.bytes);
      lagSeconds.set(lag.seconds);
    };
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  #forgetSystem(error: unknown): never {
    this.#system = undefined;
    throw error;
  }
}

/** It comes from the caller, who may have changed it; a wrong one concerns nobody else. */
function positionIn(written: string | undefined): bigint {
  return written !== undefined && /^\d{1,19}$/.test(written) ? BigInt(written) : 0n;
}

async function systemOf(db: Db): Promise<string> {
  const { rows } = await sql<{ system: string }>`
    select system_identifier::text as system from pg_control_system()`.execute(db);
  return sure(rows[0]).system;
}
