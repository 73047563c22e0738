import { setTimeout as sleep } from "node:timers/promises";
import { lossesIn, type Losses } from "../soak/books.ts";
import { Soak } from "../soak/soak.ts";
import { withDatabaseCluster, type DatabaseCluster, type DatabaseNode } from "./cluster.ts";
import { until } from "./waiting.ts";

interface Failure {
  says: string;
  begin(node: DatabaseNode): Promise<void>;
  /** After another leader has written for a while. */
  end(node: DatabaseNode): Promise<void>;
}

/** What happens to leaders, in this order. */
const failures = {
  machine: {
    says: "the leader and its Patroni are killed",
    begin: ({ machine }) => machine.cutPower(),
    end: async (node) => node.restart(),
  },
  postgres: {
    says: "PostgreSQL of the leader is killed",
    begin: ({ machine }) => machine.kill(/bin\/postgres -D/),
    end: async () => undefined,
  },
  paused: {
    says: "the leader stands still, and goes on later",
    begin: ({ machine }) => machine.pause(),
    end: ({ machine }) => machine.resume(),
  },
  "cut off": {
    says: "the leader is cut off from all others, and comes back later",
    async begin({ links }) {
      for (const link of Object.values(links)) link.cut();
    },
    async end({ links }) {
      for (const link of Object.values(links)) link.mend();
    },
  },
} as const satisfies Record<string, Failure>;
type FailureName = keyof typeof failures;
const order = Object.keys(failures) as FailureName[];

interface FailoverOptions {
  root: string;
  times: number;
  isAsynchronous: boolean;
  say: (line: string) => void;
}

/** How many times no operation was acknowledged, and for how many seconds. */
interface Pauses {
  times: number;
  p50: number;
  p99: number;
  max: number;
}

/**
 * The longest that are promised. Patroni's ttl is 20 s, and it cannot be less; where Patroni is still there to act, it is
 * not waited for.
 */
const promisedSeconds: Readonly<Record<FailureName, Partial<Omit<Pauses, "times">>>> = {
  machine: { p50: 20, p99: 25 },
  postgres: { max: 10 },
  paused: { p99: 25 },
  "cut off": { p99: 25 },
};
/** Of fewer the middle says little: when the leader dies within Patroni's loop_wait of five seconds is chance. */
const timesForMiddle = 10;

export interface FailoverResult extends Losses {
  failovers: number;
  asynchronous: boolean;
  operations: number;
  acknowledged: number;
  readsFromReplicas: number;
  secondsWithoutWrites: Pauses & { byFailure: Partial<Record<FailureName, Pauses>> };
  /** Which of the promised seconds were not kept. */
  tooLong: string[];
  processesRestarted: number;
}

/**
 * Members move money through two nodes of the product, which reach PostgreSQL through pgbouncer and HAProxy, while
 * one leader after the other fails, and standbys answer reads. Afterwards everything that was acknowledged is looked
 * for in the ledger.
 */
export async function drillFailover(options: FailoverOptions): Promise<FailoverResult> {
  const { root, times, isAsynchronous, say } = options;
  return withDatabaseCluster({ root, isAsynchronous, say }, async (cluster) => {
    const soak = await Soak.open(cluster.ownerUrl, { pooler: cluster.pooler, readUrl: cluster.readUrl });
    try {
      const pauses: { name: FailureName; seconds: number }[] = [];
      await soak.during(async () => {
        for (let time = 0; time < times; time++) {
          const name = isAsynchronous ? "machine" : order[time % order.length]!;
          const { seconds, from, to } = await failOnce(cluster, soak, name, isAsynchronous);
          const pause = `${seconds.toFixed(1)} s without writes (${from}, then ${to})`;
          say(`${time + 1}/${times} ${failures[name].says}: ${pause}`);
          pauses.push({ name, seconds });
        }
      });
      const processesRestarted = soak.endedNodes;
      const readsFromReplicas = await soak.readsFromReplicas();
      const { operations, acknowledged, problems } = await soak.check();
      const byFailure = Object.fromEntries(
        [...Map.groupBy(pauses, ({ name }) => name)].map(([name, same]) => [
          name,
          summary(same.map(({ seconds }) => seconds)),
        ]),
      ) as Partial<Record<FailureName, Pauses>>;
      return {
        failovers: times,
        asynchronous: isAsynchronous,
        operations,
        acknowledged,
        ...lossesIn(problems),
        readsFromReplicas,
        secondsWithoutWrites: {
          ...summary(pauses.map(({ seconds }) => seconds)),
          byFailure,
        },
        tooLong: brokenPromises(byFailure),
        processesRestarted,
      };
    } finally {
      await soak.close();
    }
  });
}

const calmMs = 3000;
/** How long the leader of an asynchronous cluster writes for itself alone. */
const aloneMs = 1500;

/** Lets the leader fail, waits until there is one that writes and all are back, and returns the longest pause. */
async function failOnce(
  cluster: DatabaseCluster,
  soak: Soak,
  name: FailureName,
  isAsynchronous: boolean,
): Promise<{ seconds: number; from: string; to: string }> {
  await sleep(calmMs);
  const leader = await cluster.leader();
  if (isAsynchronous) {
    await cluster.holdStandbysBack();
    await sleep(aloneMs);
  }
  const begunAt = performance.now();
  await failures[name].begin(leader);
  // A request that was sent before may be answered late, although nobody writes any more.
  const happenedAt = performance.now();
  if (isAsynchronous) await cluster.letStandbysFollow();
  const isWriting = async () => (soak.acknowledgedSince(happenedAt).at(-1) ?? 0) > performance.now() - 500;
  await until("money moves again", isWriting);
  await sleep(calmMs);
  await failures[name].end(leader);
  await cluster.untilWhole();
  await until("money moves again", isWriting);
  const seconds = longestPause([begunAt, ...soak.acknowledgedSince(begunAt), performance.now()]) / 1000;
  return { seconds, from: leader.name, to: (await cluster.leader()).name };
}

/** Between moments in order. */
function longestPause(moments: readonly number[]): number {
  return Math.max(...moments.slice(1).map((moment, at) => moment - moments[at]!));
}

function summary(seconds: readonly number[]): Pauses {
  const sorted = seconds.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    return Math.round(value * 10) / 10;
  };
  return { times: seconds.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function brokenPromises(byFailure: Partial<Record<FailureName, Pauses>>): string[] {
  return order.flatMap((name) => {
    const seen = byFailure[name];
    const promised = Object.entries(promisedSeconds[name]) as [keyof Pauses, number][];
    if (seen === undefined) return [];
    return promised
      .filter(([figure]) => figure !== "p50" || seen.times >= timesForMiddle)
      .filter(([figure, most]) => seen[figure] > most)
      .map(([figure]) => `${name}, ${figure}`);
  });
}
