import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

/** Linux says this many ticks for a second of a processor. */
const ticksPerSecond = 100;

/** Undefined if it has ended meanwhile. `place` is a folder of /proc: a process, or a thread of one. */
async function ticksAt(place: string) {
  const line = await readFile(`${place}/stat`, "utf8").catch(() => undefined);
  if (line === undefined) return undefined;
  // The name is in brackets and may contain spaces; the parent is the second field behind it.
  const nameEnd = line.lastIndexOf(")");
  const fields = line.slice(nameEnd + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  const name = line.slice(line.indexOf("(") + 1, nameEnd);
  return { name, parent: field(4), ticks: field(14) + field(15), ticksOfEnded: field(16) + field(17) };
}

async function numbersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d+$/.test(name));
}

/** The process that all processes of this PostgreSQL are children of. */
export async function postmasterOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return (await ticksAt(`/proc/${rows[0]!.pid}`))!.parent;
}

/** What all processes of a PostgreSQL have used until now, in seconds of a processor. */
export async function postgresSeconds(postmaster: number): Promise<number> {
  let ticks = (await ticksAt(`/proc/${postmaster}`))!.ticksOfEnded;
  for (const pid of await numbersIn("/proc")) {
    const found = await ticksAt(`/proc/${pid}`);
    if (found?.parent === postmaster) ticks += found.ticks;
  }
  return ticks / ticksPerSecond;
}

export interface NodeSeconds {
  /** The thread that runs JavaScript. */
  main: number;
  /** The threads in which passwords are hashed. */
  argon2: number;
  /** The threads of libuv, in which answers are compressed. */
  pool: number;
  /** Compiling and collecting garbage. */
  other: number;
}

/** What the threads of a Node.js process have used until now. */
export async function nodeSeconds(pid: number): Promise<NodeSeconds> {
  const seconds: NodeSeconds = { main: 0, argon2: 0, pool: 0, other: 0 };
  for (const thread of await numbersIn(`/proc/${pid}/task`)) {
    const found = await ticksAt(`/proc/${pid}/task/${thread}`);
    if (!found) continue;
    seconds[kindOf(Number(thread) === pid, found.name)] += found.ticks / ticksPerSecond;
  }
  return seconds;
}

function kindOf(isFirst: boolean, name: string): keyof NodeSeconds {
  if (isFirst) return "main";
  if (name === "argon2") return "argon2";
  return name.startsWith("libuv") ? "pool" : "other";
}

/** What all processors of the machine have spent until now, idle and in total. */
export async function machineSeconds(): Promise<{ idle: number; total: number }> {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  // Waiting for the disk is idle time as well.
  const idle = ticks[3]! + ticks[4]!;
  return { idle: idle / ticksPerSecond, total: ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond };
}
