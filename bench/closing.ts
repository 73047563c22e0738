import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { buildStaked, firstDay, addBusinessDay, type StakedNetwork } from "./closing-network.ts";
import { ancestorsWalked, BareDay } from "./closing-peers.ts";
import type { Options } from "./lib/options.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { report, say } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const measuredDays = 3;
const memoryMb = 512;

/** What the process that closes a day reports. */
export interface ClosingResult {
  ms: number;
  credits: number;
  maxRssMb: number;
}

export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const tenth = await measure(await buildStaked(cluster, "tenth", Math.ceil(members / 10)));
    const network = await buildStaked(cluster, "whole", members);
    const whole = await measure(network);
    const isFull = members >= 1_000_000;
    report({
      name: `closing a day of ${network.size} members, against a bare insert of its postings and a bare update of its balances`,
      unit: "ms",
      ours: whole.ours,
      peer: whole.bare,
      ratio: whole.ours / whole.bare,
      ...(isFull ? { atMost: 2.5 } : {}),
    });
    report({
      name: "memory of the process that closes, against its limit",
      unit: "MB",
      ours: whole.maxRssMb,
      peer: memoryMb,
      ratio: whole.maxRssMb / memoryMb,
      atMost: 1,
    });
    report({
      name: "the same with ten times the members",
      unit: "ms",
      ours: whole.ours,
      peer: tenth.ours,
      ratio: whole.ours / tenth.ours,
      ...(isFull ? { atMost: 12 } : {}),
    });
    const walked = await ancestorsWalked(network.database.ownerUrl, network);
    report({
      name: `the legs of all members by walking up from each one, projected from ${walked.sample}`,
      unit: "ms",
      ours: whole.ours,
      peer: walked.projectedMs,
      ratio: walked.projectedMs / whole.ours,
    });
    await network.close();
  });
}

/** Closes some normal days, and after each one runs the minimum, so that both run under the same load. */
async function measure(network: StakedNetwork): Promise<ClosingResult & { ours: number; bare: number }> {
  const first = await closeInProcess(network, firstDay);
  say(
    `the first closing, which reads all members and makes their accounts: ${(first.ms / 1000).toFixed(1)} s`,
  );
  const bareDay = await BareDay.open(network.database.ownerUrl, network.members);
  const runs: (ClosingResult & { bare: number })[] = [];
  for (let number = 1; number <= measuredDays; number++) {
    const closed = await closeInProcess(network, await addBusinessDay(network, number));
    const bare = await timeMs(() => bareDay.run(closed.credits, number));
    say(
      `${closed.credits} credits in ${(closed.ms / 1000).toFixed(1)} s, the minimum in ${(bare / 1000).toFixed(1)} s`,
    );
    runs.push({ ...closed, bare });
  }
  await bareDay.close();
  await vacuum(network.database.ownerUrl);
  const [, middle] = runs.toSorted((one, other) => one.ms / one.bare - other.ms / other.bare);
  return { ...middle!, ours: middle!.ms, maxRssMb: Math.max(...runs.map(({ maxRssMb }) => maxRssMb)) };
}

/** Runs in its own process, so that the memory is only that of the closing. */
function closeInProcess({ database }: StakedNetwork, day: string): Promise<ClosingResult> {
  const child = fork(fileURLToPath(new URL("./closing-worker.ts", import.meta.url)), [
    database.ownerUrl,
    day,
  ]);
  return new Promise((resolve, reject) => {
    child.once("message", (closed) => resolve(closed as ClosingResult));
    child.once("exit", (code) => reject(new Error(`The closing ended with ${code}`)));
  });
}

async function vacuum(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("vacuum analyze ledger_postings, ledger_accounts, stakes, pair_memory");
  await owner.end();
}
