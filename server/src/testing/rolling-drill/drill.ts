import { until } from "../failover-drill/waiting.ts";
import { freePorts } from "../free-ports.ts";
import { lossesIn, type Losses } from "../soak/books.ts";
import { Soak, type Proxy, type SoakOptions } from "../soak/soak.ts";
import { startProxy } from "./proxy.ts";

/** A node without a drain stops while the proxy still sends requests to it: the drill has to find that. */
export const rollingBuilds = ["product", "without-drain"] as const;

interface RollingOptions extends Pick<SoakOptions, "members" | "nodeWith"> {
  ownerUrl: string;
  build?: (typeof rollingBuilds)[number];
  /** How often each node is restarted. */
  times: number;
  drainSeconds: number;
  /** So many requests are answered before each restart and after the last. */
  calmRequests: number;
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
  const { ownerUrl, times, calmRequests, members, nodeWith, say = () => undefined } = options;
  const drainSeconds = options.build === "without-drain" ? 0 : options.drainSeconds;
  const ports = await freePorts(2);
  const open = options.startProxy ?? startProxy;
  let proxy: Proxy | undefined;
  const isWhole = async () => proxy?.isWhole?.() ?? true;
  const soak = await Soak.open(ownerUrl, {
    settings: { DRAIN_SECONDS: String(drainSeconds), MIGRATE: "false" },
    ports,
    proxy: async () => (proxy = await open(ports)),
    ...(members !== undefined && { members }),
    ...(nodeWith !== undefined && { nodeWith }),
  });
  const calm = async () => {
    const wanted = soak.answered + calmRequests;
    await until("requests are answered", async () => soak.answered >= wanted);
  };
  let longestStopSeconds = 0;
  try {
    await until("the proxy has found both nodes", isWhole);
    await soak.during(async () => {
      for (let time = 0; time < times * ports.length; time++) {
        await calm();
        const node = soak.nodes[time % ports.length]!;
        const begunAt = performance.now();
        await node.stop();
        const seconds = (performance.now() - begunAt) / 1000;
        longestStopSeconds = Math.max(longestStopSeconds, seconds);
        // By a node's drain it knows before the end. Without one it sends requests to nobody until it finds out.
        if (proxy?.isWhole)
          await until("the proxy knows that the node is away", async () => !(await isWhole()));
        await node.start();
        say(`node ${(time % ports.length) + 1} ended after ${seconds.toFixed(1)} s and is back`);
        // The next one stops only when the proxy knows that this one is back.
        await until("the proxy knows that the node is back", isWhole);
      }
      await calm();
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
