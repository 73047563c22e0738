import { asUsdCents } from "@fc/contract/units";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endOfDay } from "@fc/contract/period";
import { sql } from "kysely";
import pg from "pg";
import { buildStaked, firstDay, addBusinessDay, type StakedNetwork } from "./closing-network.ts";
import { BareDay } from "./closing-peers.ts";
import type { Options } from "./lib/options.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { projectTotal } from "../server/src/core/plan/projected-total.ts";
import { tonightOf, tonightWith } from "../server/src/features/tonight/queries.ts";
import { minute } from "../server/src/platform/clock.ts";
import { comparedClosing } from "../server/src/testing/plan/projected-closing.ts";
import { atFullSize, report, say } from "./lib/report.ts";
import { saySizes } from "./lib/sizes.ts";
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
    report({
      name: `closing a day of ${network.size} members, against a bare insert of its postings and a bare update of its balances`,
      unit: "ms",
      ours: whole.ours,
      peer: whole.bare,
      promise: atFullSize(members, { ratioAtMost: 1.8 }),
    });
    report({
      name: "the first closing, which reads all members and makes their accounts, against a later one",
      unit: "ms",
      ours: whole.first,
      peer: whole.ours,
      promise: atFullSize(members, { ratioAtMost: 1.5 }),
    });
    report({
      name: "memory of the process that closes",
      unit: "MB",
      ours: whole.maxRssMb,
      peer: null,
      promise: atFullSize(members, { limit: memoryMb }),
    });
    report({
      name: "the same with ten times the members",
      unit: "ms",
      ours: whole.ours,
      peer: tenth.ours,
      promise: atFullSize(members, { ratioAtMost: 12 }),
    });
    await reportProjections(network);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ledger_postings`.execute(
      network.db,
    );
    await saySizes(network.database.ownerUrl, { what: "posting", count: rows[0]!.count, tables: "ledger_" });
    await network.close();
  });
}

/** How many members are asked for what they would be paid, each as the page asks. */
const askedMembers = 1000;

/** What every member is shown a minute before the day ends, against what its closing pays; and how fast it is read. */
async function reportProjections(network: StakedNetwork): Promise<void> {
  const { db, firstId, members } = network;
  const day = await addBusinessDay(network, measuredDays + 1);
  const now = new Date(endOfDay(day).getTime() - minute);
  const totalMs = await timeMs(() => projectTotal(db, now));
  say(`all dues of the coming closing are added up in ${(totalMs / 1000).toFixed(1)} s`);
  for (const [name, read] of [
    ["what the coming closing pays a member", (id: number) => tonightOf(db, id)],
    [
      "what one more stake would change",
      (id: number) => tonightWith(db, { memberId: id, usdCents: asUsdCents(15_000n) }),
    ],
  ] as const) {
    const times: number[] = [];
    for (let asked = 0; asked < askedMembers; asked++) {
      // Spread over the whole network, the top of it included.
      const id = firstId + Math.floor((asked * members) / askedMembers);
      times.push(await timeMs(() => read(id)));
    }
    const p99 = times.toSorted((one, other) => one - other)[Math.floor(askedMembers * 0.99)]!;
    report({
      name: `${name}, p99 of ${askedMembers} reads`,
      unit: "ms",
      ours: p99,
      peer: null,
      promise: atFullSize(members, { limit: 50 }),
    });
  }
  const compared = await comparedClosing(network.database.ownerUrl, {
    now,
    close: () => closeInProcess(network, day),
  });
  report({
    name: `members and kinds whose projection at 23:59 was not what was paid, of ${compared.members} members`,
    unit: "differences",
    ours: compared.differences,
    peer: null,
    promise: { limit: 0 },
  });
}

/** Closes some normal days, and after each one runs the minimum, so that both run under the same load. */
async function measure(
  network: StakedNetwork,
): Promise<ClosingResult & { ours: number; bare: number; first: number }> {
  const first = await closeInProcess(network, firstDay);
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
  const maxRssMb = Math.max(...runs.map((closed) => closed.maxRssMb));
  return { ...middle!, ours: middle!.ms, first: first.ms, maxRssMb };
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
