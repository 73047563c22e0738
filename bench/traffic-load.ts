import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../server/seeds/random.ts";
import { HttpConnection, type Answer, type Asked } from "./lib/http-connection.ts";
import { drawing, requestsPerErrand, type Errands, type Mix, type RouteName } from "./traffic-mix.ts";

/** More would only wait in the server instead of here. */
const mostConnections = 1000;
/** The server closes a connection that is idle for 65 seconds, maybe just when the next request is sent. */
const longestIdleMs = 30_000;
/** What is not answered so long after the last request was due counts as an error. */
const patienceMs = 20_000;

export interface Figures {
  /** Answers of the time in which requests were due, in a second. */
  perSecond: number;
  /** Milliseconds from when each request was due until its answer was there. */
  times: ReadonlyMap<RouteName, readonly number[]>;
  /** How many errands failed, by the reason. */
  errors: ReadonlyMap<string, number>;
}

export interface Offer {
  mix: Mix;
  requestsPerSecond: number;
  seconds: number;
}

/**
 * Members who come when they come, whether others were answered or not (an open model). A request is measured from when
 * it was due: the wait for a free connection and for the generator itself counts.
 */
export class Load {
  readonly #url: string;
  readonly #errands: Errands;
  readonly #idle: { connection: HttpConnection; since: number }[] = [];
  readonly #waiting: ((connection: HttpConnection) => void)[] = [];
  readonly #random = seededRandom(5);
  #open = 0;
  /** Requests that were sent and are not answered, by route. */
  readonly underWay = new Map<RouteName, number>();

  constructor(url: string, errands: Errands) {
    this.#url = url;
    this.#errands = errands;
  }

  async offer({ mix, requestsPerSecond, seconds }: Offer): Promise<Figures> {
    const times = new Map<RouteName, number[]>();
    const errors = new Map<string, number>();
    const draw = drawing(mix, this.#random);
    const gapMs = (1000 * requestsPerErrand(mix)) / requestsPerSecond;
    const running = new Set<Promise<void>>();
    const start = performance.now();
    const end = start + 1000 * seconds;
    let answeredInTime = 0;

    const run = (dueAt: number) => {
      let due = dueAt;
      const errand = this.#errands.run(draw(), async (name, asked) => {
        const answer = await this.#ask(name, asked);
        const answeredAt = performance.now();
        const known = times.get(name);
        if (known) known.push(answeredAt - due);
        else times.set(name, [answeredAt - due]);
        if (answeredAt <= end) answeredInTime++;
        // The next request of an errand can only be sent when this one was answered.
        due = answeredAt;
        return answer;
      });
      const done = errand.catch((error: Error) => {
        errors.set(error.message, (errors.get(error.message) ?? 0) + 1);
      });
      running.add(done);
      void done.then(() => running.delete(done));
    };

    // Times between people who do not know of each other are distributed exponentially.
    for (let due = start; ;) {
      due -= gapMs * Math.log(1 - this.#random());
      if (due >= end) break;
      const early = due - performance.now();
      // Answers are read in between, even when the generator is late.
      await (early > 0 ? sleep(early) : breathe());
      run(due);
    }
    await Promise.race([Promise.all(running), sleep(patienceMs, undefined, { ref: false })]);
    if (running.size > 0) errors.set("not answered", running.size);
    return { perSecond: answeredInTime / seconds, times, errors };
  }

  close(): void {
    for (const { connection } of this.#idle) connection.close();
  }

  async #ask(name: RouteName, asked: Asked): Promise<Answer> {
    this.#count(name, 1);
    const connection = await this.#connection();
    const answer = await connection.ask(asked).catch((error: Error) => error);
    this.#release(connection);
    this.#count(name, -1);
    if (answer instanceof Error) throw new Error(`${name}: ${answer.message}`);
    if (answer.status === 200) return answer;
    throw new Error(`${name}: ${answer.status} ${/"code":"(\w+)"/.exec(answer.body)?.[1] ?? ""}`);
  }

  #count(name: RouteName, change: number): void {
    this.underWay.set(name, (this.underWay.get(name) ?? 0) + change);
  }

  async #connection(): Promise<HttpConnection> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      const { connection, since } = idle;
      if (connection.isOpen && performance.now() - since < longestIdleMs) return connection;
      connection.close();
      this.#open--;
    }
    if (this.#open === mostConnections) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#open++;
    return new HttpConnection(this.#url);
  }

  #release(connection: HttpConnection): void {
    const usable = connection.isOpen ? connection : new HttpConnection(this.#url);
    const next = this.#waiting.shift();
    if (next) next(usable);
    else this.#idle.push({ connection: usable, since: performance.now() });
  }
}

/** The times of several routes, or of all, together. */
export function timesOf({ times }: Figures, isWanted: (name: RouteName) => boolean = () => true): number[] {
  return [...times].flatMap(([name, each]) => (isWanted(name) ? each : []));
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
