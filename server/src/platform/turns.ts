import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";

interface TurnsOptions<Lane> {
  lanes: readonly Lane[];
  /** How much work may run at the same time. */
  concurrency: number;
  /** The largest number that waits in a lane. One more is refused. */
  maxWaiting: number;
  /** What a crowd waits for between two of them. */
  rest?: () => Promise<void>;
}

export interface Turn<Lane> {
  lane: Lane;
  /** Aborted when nobody waits for the result any more. */
  gone?: AbortSignal;
}

/**
 * Lets only some work run at once. The rest waits in lanes, of which one after the other has its turn, so that a crowd
 * in one lane does not delay the others for long.
 */
export class Turns<Lane> {
  /** What starts the work, in the order in which it came. The lane whose turn is next is the first. */
  readonly #waiting: Map<Lane, Set<() => void>>;
  readonly #maxWaiting: number;
  readonly #rest: (() => Promise<void>) | undefined;
  #free: number;

  constructor({ lanes, concurrency, maxWaiting, rest }: TurnsOptions<Lane>) {
    this.#waiting = new Map(lanes.map((lane) => [lane, new Set()]));
    this.#maxWaiting = maxWaiting;
    this.#rest = rest;
    this.#free = concurrency;
  }

  /** Whether one more would be refused. */
  isFull(lane: Lane): boolean {
    return this.#free === 0 && sure(this.#waiting.get(lane)).size >= this.#maxWaiting;
  }

  async run<Result>(turn: Turn<Lane>, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await this.#wait(turn);
    try {
      return await work();
    } finally {
      if (this.#rest && this.#isCrowded()) void this.#rest().then(() => this.#startNext());
      else this.#startNext();
    }
  }

  #wait({ lane, gone }: Turn<Lane>): Promise<void> {
    const waiting = sure(this.#waiting.get(lane));
    if (gone?.aborted || this.isFull(lane)) throw new AppError("UNAVAILABLE");
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(start);
        reject(new AppError("UNAVAILABLE"));
      };
      const start = () => {
        gone?.removeEventListener("abort", leave);
        resolve();
      };
      waiting.add(start);
      gone?.addEventListener("abort", leave);
    });
  }

  #isCrowded(): boolean {
    return [...this.#waiting.values()].some(({ size }) => size > 0);
  }

  #startNext(): void {
    for (const [lane, waiting] of this.#waiting) {
      const [start] = waiting;
      if (!start) continue;
      waiting.delete(start);
      this.#waiting.delete(lane);
      this.#waiting.set(lane, waiting);
      return start();
    }
    this.#free++;
  }
}
