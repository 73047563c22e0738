import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Profiler } from "node:inspector";
import type pg from "pg";
import type { Cluster } from "../server/src/testing/cluster.ts";
import { say } from "./lib/report.ts";
import type { Load } from "./traffic-load.ts";
import { dayMix } from "./traffic-mix.ts";

const folder = path.resolve("reports/traffic");
const profileFile = path.join(folder, "node.cpuprofile");
const statementsFile = path.join(folder, "statements.csv");
const repository = fileURLToPath(new URL("..", import.meta.url));

/** Below what the machine can do, so that the shares are those of an ordinary day. */
const requestsPerSecond = 60;
const seconds = 30;
const shown = 10;

/** What a node needs to be profiled. */
export const profiledNode = {
  NODE_OPTIONS: `--import=${new URL("lib/profiled-node.ts", import.meta.url).href}`,
  PROFILE_FILE: profileFile,
};

/** PostgreSQL counts statements only if it is told so before it starts. */
export async function countStatements(cluster: Cluster, owner: () => Promise<pg.Client>): Promise<void> {
  const before = await owner();
  await before.query("alter system set shared_preload_libraries = pg_stat_statements");
  await before.end();
  await cluster.crash();
  const after = await owner();
  await after.query("create extension pg_stat_statements");
  await after.end();
}

interface Profiled {
  load: Load;
  nodePid: number;
  owner: pg.Client;
}

/** Where the processors' time of a day's mix goes: in the node by code, in PostgreSQL by statement. Both are files too. */
export async function profile({ load, nodePid, owner }: Profiled): Promise<void> {
  await mkdir(folder, { recursive: true });
  await rm(profileFile, { force: true });
  await load.offer({ mix: dayMix, requestsPerSecond, seconds: 10 });
  await owner.query("select pg_stat_statements_reset()");
  process.kill(nodePid, "SIGUSR2");
  const { errors } = await load.offer({ mix: dayMix, requestsPerSecond, seconds });
  process.kill(nodePid, "SIGUSR2");
  while (!existsSync(profileFile)) await sleep(100);
  for (const [reason, count] of errors) say(`${count} × ${reason}`);
  await tellNode();
  await tellStatements(owner);
}

async function tellNode(): Promise<void> {
  const read = JSON.parse(await readFile(profileFile, "utf8")) as Profiler.Profile;
  const byPlace = new Map<string, number>();
  const microseconds = new Map<number, number>();
  for (const [at, id] of (read.samples ?? []).entries())
    microseconds.set(id, (microseconds.get(id) ?? 0) + (read.timeDeltas?.[at] ?? 0));
  for (const { id, callFrame } of read.nodes) {
    const place = placeOf(callFrame);
    if (place !== undefined) byPlace.set(place, (byPlace.get(place) ?? 0) + (microseconds.get(id) ?? 0));
  }
  const busy = [...byPlace.values()].reduce((sum, value) => sum + value, 0);
  say(`the node's JavaScript, ${(busy / 1e6).toFixed(1)} s in ${seconds} s; all of it in ${profileFile}:`);
  for (const [place, spent] of largest(byPlace)) say(`  ${percent(spent / busy)}  ${place}`);
}

/**
 * Of a package its name, of our own code its folder, of the rest what V8 calls it; undefined while the node waits, and
 * of the profiler itself.
 */
function placeOf({ url, functionName }: { url: string; functionName: string }): string | undefined {
  if (functionName === "(idle)" || url === "node:inspector") return undefined;
  if (url === "") return functionName;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (!url.startsWith("file:")) return url;
  return path.dirname(path.relative(repository, fileURLToPath(url)));
}

async function tellStatements(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ calls: number; ms: number; rows: number; query: string }>(
    `select calls::int, total_exec_time as ms, rows::int, query from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
     order by total_exec_time desc`,
  );
  const quoted = (text: string) => `"${text.replaceAll(/\s+/g, " ").replaceAll('"', '""')}"`;
  await writeFile(
    statementsFile,
    [
      "ms,calls,rows,statement",
      ...rows.map((row) => `${row.ms},${row.calls},${row.rows},${quoted(row.query)}`),
    ].join("\n"),
  );
  const all = rows.reduce((sum, { ms }) => sum + ms, 0);
  say(
    `PostgreSQL's statements, ${(all / 1000).toFixed(1)} s in ${seconds} s; all of them in ${statementsFile}:`,
  );
  for (const { ms, calls, query } of rows.slice(0, shown)) {
    const text = query.replaceAll(/\s+/g, " ").slice(0, 110);
    say(`  ${percent(ms / all)}  ${String(calls).padStart(5)} × ${(ms / calls).toFixed(2)} ms  ${text}`);
  }
}

function largest(shares: ReadonlyMap<string, number>): [string, number][] {
  return [...shares].toSorted(([, one], [, other]) => other - one).slice(0, shown * 2);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1).padStart(5)} %`;
}
