import { AppError } from "@fc/contract/errors";
import { spanHere, traced, type SpanPlace } from "./tracing/spans.ts";

/** What happened to one item of a batch: its result, or the error it failed with. */
export type Outcome<Result> = { result: Result } | { refused: unknown };

interface BatcherOptions<Item> {
  /** For traces. */
  name: string;
  /** The largest number of items in one batch. */
  maxBatch: number;
  /** How many batches may run at the same time. */
  concurrency: number;
  /** The largest number of items that wait for their outcome. One more is refused. */
  maxWaiting: number;
  /** Two items with the same key are never in the same batch. */
  keyOf?: (item: Item) => unknown;
  /**
   * Whether the items of a batch that failed with this error are retried one by one: yes where a single item can have
   * caused it, so that this item does not fail the others. `count` is the number of items in the batch.
   */
  retryAlone?: (error: unknown, count: number) => boolean;
}

/**
 * `isRetry`: a single item that runs beside the batches, so it delays nobody. It is not retried again. `startNext`
 * lets the next batch begin, for one that only waits from here on: for its commit to reach the disk.
 */
type ProcessBatch<Item, Result> = (
  items: readonly Item[],
  isRetry: boolean,
  startNext: () => void,
) => Promise<readonly Outcome<Result>[]>;

interface QueuedItem<Item, Result> {
  item: Item;
  from: SpanPlace | undefined;
  settle: (outcome: Outcome<Result>) => void;
}

/**
 * Groups items that are submitted at the same time, so that they share what one batch costs: a round trip to the
 * database, a commit to the disk. A batch begins when everything that has arrived by now is read, so that the first
 * item does not go alone; it never waits for others to arrive. While `concurrency` batches are running, new items queue
 * for the next batch.
 */
export class Batcher<Item, Result> {
  readonly #processBatch: ProcessBatch<Item, Result>;
  readonly #options: BatcherOptions<Item>;
  readonly #queue: QueuedItem<Item, Result>[] = [];
  #running = 0;
  /** Items without an outcome: in the queue, in a batch, or retried. */
  #waiting = 0;

  /** `processBatch` returns one outcome per item, in the order of the items. */
  constructor(processBatch: ProcessBatch<Item, Result>, options: BatcherOptions<Item>) {
    this.#processBatch = processBatch;
    this.#options = options;
  }

  submit(item: Item): Promise<Result> {
    if (this.#waiting >= this.#options.maxWaiting) return Promise.reject(new AppError("UNAVAILABLE"));
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Result>) => {
        this.#waiting--;
        if ("result" in outcome) resolve(outcome.result);
        else reject(outcome.refused);
      };
      this.#queue.push({ item, from: spanHere(), settle });
      if (this.#running === this.#options.concurrency) return;
      this.#running++;
      setImmediate(() => void this.#drainQueue());
    });
  }

  async #drainQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      const { promise: nextMayStart, resolve: startNext } = Promise.withResolvers<void>();
      await Promise.race([this.#run(batch, false, startNext), nextMayStart]);
    }
    this.#running--;
  }

  #takeBatch(): QueuedItem<Item, Result>[] {
    const { maxBatch, keyOf } = this.#options;
    const batch: QueuedItem<Item, Result>[] = [];
    const passedOver: QueuedItem<Item, Result>[] = [];
    const keys = new Set<unknown>();
    for (const queued of this.#queue) {
      const key = keyOf ? keyOf(queued.item) : queued;
      if (keys.has(key)) passedOver.push(queued);
      else batch.push(queued);
      keys.add(key);
      // What comes later is not looked at, so that a long queue does not make every batch slow.
      if (batch.length === maxBatch) break;
    }
    this.#queue.splice(0, batch.length + passedOver.length, ...passedOver);
    return batch;
  }

  async #run(
    batch: readonly QueuedItem<Item, Result>[],
    isRetry: boolean,
    startNext: () => void,
  ): Promise<void> {
    try {
      const span = {
        name: `batch ${this.#options.name}`,
        facts: { count: batch.length },
        worksFor: batch.flatMap(({ from }) => from ?? []),
      };
      const items = batch.map(({ item }) => item);
      const outcomes = await traced(span, () => this.#processBatch(items, isRetry, startNext));
      for (const [index, { settle }] of batch.entries())
        settle(
          outcomes[index] ?? { refused: new Error(`The batch ${this.#options.name} has too few outcomes`) },
        );
    } catch (refused) {
      if (!isRetry && this.#options.retryAlone?.(refused, batch.length)) {
        // The retries run in parallel and the next batch does not wait for them, so that an item that has to wait for
        // a lock does not delay the others.
        for (const queued of batch) void this.#run([queued], true, () => {});
      } else for (const { settle } of batch) settle({ refused });
    }
  }
}
