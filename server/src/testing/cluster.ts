import { chmod, mkdtemp, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { createDb, createPool, type Db } from "../platform/db.ts";
import { loginUrlOf } from "../platform/login.ts";
import { prepareLogins } from "./logins.ts";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../platform/migrate.ts";
import { until } from "./failover-drill/waiting.ts";
import { startReplica, type TestReplica } from "./replica.ts";
import { removedWhenDone } from "./throwaway-postgres.ts";

export interface Database {
  ownerUrl: string;
  /** Connects as the application does, with a pool of this size. */
  connect(poolSize: number): { db: Db; close(): Promise<void> };
}

export interface Cluster {
  /** A database of the newest schema. */
  create(name: string): Promise<Database>;
  /** A streaming replica of all databases, from now on. */
  replicate(): Promise<TestReplica>;
  /** Kills PostgreSQL with all its processes, as when the machine fails, and starts it again at the same address. */
  crash(): Promise<void>;
}

/** Runs a benchmark or a drill with its own PostgreSQL, which is removed afterwards. */
export async function withCluster(
  durable: boolean,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-portal-bench-"));
  // PostgreSQL's own user must be able to reach it when root runs this.
  await chmod(dataDir, 0o755);
  // Also if this process is killed, as that of a test may be.
  const remove = removedWhenDone(dataDir);
  const replicas: TestReplica[] = [];
  try {
    const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, durable });
    const { url, folder } = await start();
    await work({
      create: (name) => createDatabase(url, name),
      async replicate() {
        const replica = await startReplica({ url, folder, dataDir });
        replicas.push(replica);
        return replica;
      },
      async crash() {
        await killAll(url, folder);
        if ((await start()).url !== url) throw new Error("PostgreSQL has another port than before the crash");
      },
    });
  } finally {
    for (const replica of replicas) await replica.end();
    await remove();
  }
}

/** Benchmarks fill it with statements that take longer than a member should wait. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  { statementTimeoutMs } = { statementTimeoutMs: 120_000 },
): Promise<Database> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  await prepareLogins(url.href, { statementTimeoutMs });
  return {
    ownerUrl: url.href,
    connect(poolSize) {
      const pool = createPool({ url: loginUrlOf(url.href), poolSize });
      return { db: createDb(pool), close: () => pool.end() };
    },
  };
}

async function killAll(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
  const postmaster = Number((await readFile(path.join(folder, "postmaster.pid"), "utf8")).split("\n", 1)[0]);
  // It first, or it would see the others die, recover by itself and go on.
  const pids = [postmaster, ...rows.map(({ pid }) => pid)];
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  // The next start refuses memory that is still in use, and would then take another port.
  await until("PostgreSQL is dead", async () => (await Promise.all(pids.map(isGone))).every(Boolean));
  await client.end().catch(() => undefined);
}

/** A process that nobody has asked for its end yet is in the list, but holds nothing any more. */
async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  if (process.platform !== "linux") return false;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
}
