import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import pg from "pg";
import { place, type DatabaseCluster, type DatabaseNode } from "../failover-drill/cluster.ts";
import { until } from "../failover-drill/waiting.ts";
import { freePorts } from "../free-ports.ts";

const programs = "/usr/lib/postgresql/18/bin";

/** How PostgreSQL is started on what a backup brought back, before Patroni leads it again. */
function settings(data: string, port: number): string[] {
  return [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=/run/postgresql",
    // The backup may be of another machine, whose file had another place.
    `hba_file=${data}/pg_hba.conf`,
    `ident_file=${data}/pg_ident.conf`,
    // There is no standby yet that could have a commit too.
    "synchronous_standby_names=",
  ];
}

/** What was archived after the backup is left out of a broken restore: the drill has to find that. */
export const restoreBuilds = ["product", "without-archive"] as const;
export type RestoreBuild = (typeof restoreBuilds)[number];

/** A database as it was at a moment, on a machine beside the cluster, which does not notice it. */
export async function restoreBeside(cluster: DatabaseCluster, moment: Date, build: RestoreBuild) {
  const begunAt = performance.now();
  const [port = 0] = await freePorts(1);
  const data = `${place}/beside`;
  const { archiving } = await cluster.leader();
  const env = { ...archiving, PGBACKREST_PG1_PATH: data, PGBACKREST_LOCK_PATH: `${place}/lock-beside` };
  await makeFolder(cluster, "beside");
  const time = moment.toISOString().replace("T", " ").replace("Z", "+00");
  const target = build === "product" ? ["--type=time", `--target=${time}`] : ["--type=immediate"];
  // It must not write into the archive of the cluster that goes on.
  const command = ["--stanza=fc", ...target, "--target-action=promote", "--archive-mode=off", "restore"];
  await cluster.run("restore-beside", ["pgbackrest", ...command], env).succeeded();
  const copiedSeconds = secondsSince(begunAt);
  const options = settings(data, port).flatMap((setting) => ["-c", setting]);
  const machine = cluster.run("beside", [`${programs}/postgres`, "-D", data, ...options], env);
  const ownerUrl = new URL(cluster.ownerUrl);
  ownerUrl.port = String(port);
  await until("the restored database can be written", () => {
    if (!machine.isRunning) throw new Error(`It did not start; see ${cluster.logs}/beside.log`);
    return isWritable(ownerUrl.href);
  });
  return {
    ownerUrl: ownerUrl.href,
    copiedSeconds,
    readySeconds: secondsSince(begunAt),
    async remove() {
      await machine.cutPower();
      rmSync(cluster.folder("beside"), { recursive: true, force: true });
    },
  };
}

export interface Rto {
  /** The files are back. */
  copied: number;
  /** PostgreSQL has replayed the archive. */
  recovered: number;
  /** Patroni leads it, and two standbys follow. */
  whole: number;
}

/** Brings the cluster back from the archive alone, up to the last change that arrived there. */
export async function restoreCluster(cluster: DatabaseCluster): Promise<Rto> {
  const begunAt = performance.now();
  const [first, ...others] = cluster.nodes as [DatabaseNode, ...DatabaseNode[]];
  const data = `${place}/${first.name}`;
  await makeFolder(cluster, first.name);
  await cluster.run("restore", ["pgbackrest", "--stanza=fc", "restore"], first.archiving).succeeded();
  const copied = secondsSince(begunAt);
  await cluster.run("recovery", ["sh", "-c", replayScript(data)], first.archiving).succeeded();
  const recovered = secondsSince(begunAt);
  // Patroni takes what it finds for a new cluster, because the new etcd knows of none. The first one must lead before
  // the others start, or one of those would make an empty database.
  await cluster.startEtcd();
  first.restart();
  await until("the restored database leads", () =>
    cluster.leader().then(
      () => true,
      () => false,
    ),
  );
  for (const node of others) node.restart();
  await cluster.untilWhole();
  return { copied, recovered, whole: secondsSince(begunAt) };
}

/** Starts PostgreSQL until it has replayed all that is archived, and stops it. */
function replayScript(data: string): string {
  const port = 5432;
  const options = settings(data, port).map((setting) => `-c ${setting}`);
  return `${programs}/pg_ctl start -D ${data} -w -t 7200 -o "${options.join(" ")} -c listen_addresses=" || exit 1
    while [ "$(${programs}/psql -h /run/postgresql -p ${port} -d postgres -Atc 'select pg_is_in_recovery()')" != f ]; do
      sleep 0.2
    done
    ${programs}/pg_ctl stop -D ${data} -m fast -w -t 600`;
}

/** The user of the packages must own it. */
async function makeFolder(cluster: DatabaseCluster, name: string): Promise<void> {
  await mkdir(cluster.folder(name), { mode: 0o700 });
  cluster.giveToUser(name);
}

async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_ready: boolean }>("select not pg_is_in_recovery() as is_ready");
    return rows[0]!.is_ready;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function secondsSince(begunAt: number): number {
  return Math.round((performance.now() - begunAt) / 100) / 10;
}
