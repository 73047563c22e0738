import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../free-ports.ts";
import { lossesIn, type Losses } from "../soak/books.ts";
import { until } from "../queue.ts";
import { Soak, type Proxy } from "../soak/soak.ts";
import { startProxy } from "./proxy.ts";

interface RollingOptions {
  ownerUrl: string;
  /** How often each node is restarted. */
  times: number;
  drainSeconds: number;
  /** Calm before and after each restart. */
  calmMs: number;
  startProxy?: typeof startProxy;
  say?: (line: string) => void;
}

export interface RollingResult extends Losses {
  restarts: number;
  answered: number;
  /** Requests that were not answered, or with 5xx. */
  failed: number;
  reasons: Record<string, number>;
  operations: number;
  acknowledged: number;
  drainSeconds: number;
  /** The longest time from SIGTERM until the node's process had ended. */
  longestStopSeconds: number;
}

/** Members move money through a proxy while its two nodes are restarted one by one. No request may fail. */
export async function drillRolling(options: RollingOptions): Promise<RollingResult> {
  const { ownerUrl, times, drainSeconds, calmMs, say = () => undefined } = options;
  const ports = await freePorts(2);
  const open = options.startProxy ?? startProxy;
  let proxy: Proxy | undefined;
  const calm = async () => {
    await sleep(calmMs);
    await until(() => proxy?.isWhole?.() ?? true);
  };
  const soak = await Soak.open(ownerUrl, {
    settings: { DRAIN_SECONDS: String(drainSeconds), MIGRATE: "false" },
    ports,
    proxy: async () => (proxy = await open(ports)),
  });
  let longestStopSeconds = 0;
  try {
    await calm();
    await soak.during(async () => {
      for (let time = 0; time < times * ports.length; time++) {
        await sleep(calmMs);
        const node = soak.nodes[time % ports.length]!;
        const begunAt = performance.now();
        await node.stop();
        const seconds = (performance.now() - begunAt) / 1000;
        longestStopSeconds = Math.max(longestStopSeconds, seconds);
        await node.start();
        say(`node ${(time % ports.length) + 1} ended after ${seconds.toFixed(1)} s and is back`);
        // The next one stops only when the proxy knows that this one is back.
        await calm();
      }
    });
    const { operations, acknowledged, problems } = await soak.check();
    return {
      restarts: times * ports.length,
      answered: soak.answered,
      failed: [...soak.failures.values()].reduce((sum, count) => sum + count, 0),
      reasons: Object.fromEntries(soak.failures),
      operations,
      acknowledged,
      ...lossesIn(problems),
      drainSeconds,
      longestStopSeconds: Math.round(longestStopSeconds * 10) / 10,
    };
  } finally {
    await soak.close();
  }
}
