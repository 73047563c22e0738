import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { Batcher } from "../batcher.ts";
import type { Db } from "../db.ts";

const sampleEveryMs = 1000;

interface Sample {
  /** Everything that was committed before this moment is below the position. */
  at: number;
  position: bigint;
}

/** How far the primary's log is: what a replica has replayed up to a position has everything that was committed before. */
export class PrimaryPosition {
  readonly #questions: Batcher<undefined, bigint>;
  /** Of the last seconds, oldest first. */
  readonly #samples: Sample[] = [];
  readonly #maxLagMs: number;
  #isAsking = false;

  constructor(db: Db, { maxLagMs }: { maxLagMs: number }) {
    this.#maxLagMs = maxLagMs;
    // Answers that wait at the same time share one question, which is asked after all of their commits.
    this.#questions = new Batcher(
      async (callers) => {
        const at = performance.now();
        const position = await positionOf(db);
        this.#keep({ at, position });
        return callers.map(() => ({ result: position }));
      },
      { name: "positions", maxBatch: 1000, concurrency: 2, maxWaiting: 5000 },
    );
  }

  /** At least what was committed before this call. */
  now(): Promise<bigint> {
    return this.#questions.submit(undefined);
  }

  /** A position that is as old as a replica may be. It costs the primary one short question each second, whatever is read. */
  async recent(): Promise<bigint> {
    const now = performance.now();
    while (this.#samples[0] && this.#samples[0].at < now - this.#maxLagMs) this.#samples.shift();
    const [oldest] = this.#samples;
    if (!oldest) return this.now();
    if (!this.#isAsking && sure(this.#samples.at(-1)).at < now - sampleEveryMs) {
      this.#isAsking = true;
      // If it fails, the samples become too old, and then a read asks and waits.
      void this.now()
        .catch(() => undefined)
        .finally(() => (this.#isAsking = false));
    }
    return oldest.position;
  }

  #keep(sample: Sample): void {
    const newest = this.#samples.at(-1);
    if (!newest || newest.at < sample.at - sampleEveryMs) this.#samples.push(sample);
  }
}

/** What is flushed has every commit that was answered, unless commits do not wait for the disk. */
async function positionOf(db: Db): Promise<bigint> {
  const { rows } = await sql<{ position: bigint }>`
    select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0')::int8 as position`.execute(db);
  return sure(rows[0]).position;
}
