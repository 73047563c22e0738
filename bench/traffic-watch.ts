import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { passwordsAtOnce } from "../server/src/core/members/passwords.ts";
import {
  machineSeconds,
  nodeSeconds,
  postgresSeconds,
  postmasterOf,
  type NodeSeconds,
} from "./lib/processor-time.ts";
import type { Load } from "./traffic-load.ts";

const sampleMs = 250;

/** What was used while something ran. Processors are counted in cores. */
export interface Usage {
  node: NodeSeconds;
  postgres: number;
  generator: number;
  /** All that runs on this machine, which others may use as well. */
  machine: number;
  /** Connections of the node's pool that were in use, in the mean. */
  connections: number;
  /** Sign-ins that were under way, in the mean: they wait for argon2. */
  signIns: number;
}

interface WatchOptions {
  owner: pg.Client;
  nodePid: number;
  load: Load;
  poolSize: number;
}

/** What may be full: the threads and processes on the way of a request, and what they wait for. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #postmaster: number;

  private constructor(options: WatchOptions, postmaster: number) {
    this.#options = options;
    this.#postmaster = postmaster;
  }

  static async open(options: WatchOptions): Promise<Watch> {
    return new Watch(options, await postmasterOf(options.owner));
  }

  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; usage: Usage }> {
    const before = await this.#spent();
    const ending = new AbortController();
    const sampling = this.#sample(ending.signal);
    const result = await work().finally(() => ending.abort());
    const samples = await sampling;
    const after = await this.#spent();
    const seconds = (after.at - before.at) / 1000;
    const cores = (of: (spent: typeof before) => number) => (of(after) - of(before)) / seconds;
    const usage = {
      node: {
        main: cores(({ node }) => node.main),
        argon2: cores(({ node }) => node.argon2),
        pool: cores(({ node }) => node.pool),
        other: cores(({ node }) => node.other),
      },
      postgres: cores(({ postgres }) => postgres),
      generator: cores(({ generator }) => generator),
      machine: cores(({ machine }) => machine.total - machine.idle),
      connections: mean(samples.map(({ connections }) => connections)),
      signIns: mean(samples.map(({ signIns }) => signIns)),
    };
    return { result, usage };
  }

  /** What is fullest, with who uses it. */
  fullest(usage: Usage): string {
    const { node, postgres, generator, machine, connections, signIns } = usage;
    const shares = {
      "the thread of node that runs JavaScript": node.main,
      "the processors of the machine": machine / os.availableParallelism(),
      "argon2, which checks only some passwords at once": node.argon2 / passwordsAtOnce,
      "the pool of connections": connections / this.#options.poolSize,
    };
    const [[name, share]] = Object.entries(shares).toSorted(([, one], [, other]) => other - one) as [
      [string, number],
    ];
    const cores = (value: number) => value.toFixed(2);
    const who =
      `cores: node's JavaScript ${cores(node.main)}, its argon2 ${cores(node.argon2)}, ` +
      `its compression ${cores(node.pool)}, its compiler and garbage ${cores(node.other)}, PostgreSQL ${cores(postgres)}, generator ${cores(generator)}, ` +
      `all ${cores(machine)} of ${os.availableParallelism()}`;
    const waiting = signIns >= 1 ? `; ${signIns.toFixed(0)} sign-ins under way` : "";
    const pool = `; ${connections.toFixed(1)} of ${this.#options.poolSize} connections`;
    return `${name}, ${(100 * share).toFixed(0)} % (${who}${pool}${waiting})`;
  }

  async #spent() {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      node: await nodeSeconds(this.#options.nodePid),
      postgres: await postgresSeconds(this.#postmaster),
      generator: (user + system) / 1e6,
      machine: await machineSeconds(),
    };
  }

  async #sample(ending: AbortSignal) {
    const samples: { connections: number; signIns: number }[] = [];
    while (!ending.aborted) {
      const { rows } = await this.#options.owner.query<{ used: number }>(
        `select count(*)::int as used from pg_stat_activity
         where datname = current_database() and application_name = 'fc-portal' and state <> 'idle'`,
      );
      samples.push({
        connections: rows[0]!.used,
        signIns: this.#options.load.underWay.get("sign-in") ?? 0,
      });
      await sleep(sampleMs, undefined, { signal: ending }).catch(() => undefined);
    }
    return samples;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
