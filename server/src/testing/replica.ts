import { execFile } from "node:child_process";
import { appendFile, chown, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { removedWhenDone } from "./throwaway-postgres.ts";

export interface TestReplica {
  /** A database of the replica, as its owner. It keeps its port. */
  url(database: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good. */
  end(): Promise<void>;
}

interface Primary {
  url: string;
  dataDir: string;
  /** Where its files are. */
  folder: string;
}

/** A streaming replica of an embedded PostgreSQL. Its package has no pg_basebackup, so its files are copied here. */
export async function startReplica(primary: Primary): Promise<TestReplica> {
  const dataDir = await temporaryFolder();
  const end = removedWhenDone(dataDir);
  try {
    await copy(primary, dataDir);
    const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
    let running = await start();
    return {
      url(database) {
        const url = new URL(running.url);
        url.pathname = `/${database}`;
        return url.href;
      },
      async start() {
        running = await start();
      },
      stop: () => running.stop(),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function copy({ url, dataDir: from, folder }: Primary, dataDir: string): Promise<void> {
  const { password } = JSON.parse(await readFile(path.join(from, "postgres.json"), "utf8")) as {
    password: string;
  };
  const cluster = path.join(dataDir, "postgres");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The copy is made while the primary writes, so the replica begins where the backup did.
    await client.query("select pg_backup_start('replica', true)");
    await promisify(execFile)("cp", ["-a", folder, cluster]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(path.join(cluster, "backup_label"), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  await rm(path.join(cluster, "postmaster.pid"));
  await writeFile(path.join(cluster, "standby.signal"), "");
  const { hostname, port, username } = new URL(url);
  await appendFile(
    path.join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  // When root runs this, the server runs as another user.
  const { uid, gid } = await stat(cluster);
  for (const file of ["backup_label", "standby.signal"]) await chown(path.join(cluster, file), uid, gid);
  await writeFile(path.join(dataDir, "postgres.json"), JSON.stringify({ password, durable: false }), {
    mode: 0o600,
  });
}

/** How many reads of a node were answered from where, by its metrics. */
export async function answered(node: { url: string }): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  const sumOf = (from: string) =>
    [...text.matchAll(new RegExp(`^database_reads_total\\{from="${from}".*\\} (\\d+)$`, "gm"))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  return { replica: sumOf("replica"), primary: sumOf("primary") };
}
