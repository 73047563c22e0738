import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { createDb, createPool, type Db } from "../platform/db.ts";
import { loginUrlOf, prepareLogin } from "../platform/login.ts";
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../development/embedded-postgres/embedded-postgres.ts";
import { startReplica, type TestReplica } from "./replica.ts";
import { migrate } from "../platform/migrate.ts";

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
}

/** Runs a benchmark or a drill with its own PostgreSQL, which is removed afterwards. */
export async function withCluster(
  durable: boolean,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-portal-bench-"));
  // PostgreSQL's own user must be able to reach it when root runs this.
  await chmod(dataDir, 0o755);
  const replicas: TestReplica[] = [];
  try {
    const { url, folder } = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable });
    await work({
      create: (name) => createDatabase(url, name),
      async replicate() {
        const replica = await startReplica({ url, folder, dataDir });
        replicas.push(replica);
        return replica;
      },
    });
  } finally {
    for (const replica of replicas) await replica.end();
    await removeEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
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
  await prepareLogin({ ownerUrl: url.href, appUrl: loginUrlOf(url.href), statementTimeoutMs });
  return {
    ownerUrl: url.href,
    connect(poolSize) {
      const pool = createPool({ url: loginUrlOf(url.href), poolSize });
      return { db: createDb(pool), close: () => pool.end() };
    },
  };
}
