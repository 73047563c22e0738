import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { loginUrlOf, webUrlOf } from "../../platform/login.ts";
import { prepareLogins } from "../logins.ts";
import { migrate } from "../../platform/migrate.ts";
import { freePorts } from "../free-ports.ts";
import { atPort, pgbouncerFiles } from "../pgbouncer.ts";
import { Link } from "./link.ts";
import { Machine } from "./machine.ts";
import { environment } from "./root.ts";
import { isWhole, leaderIn, viewsOf } from "./views.ts";
import { answers, until } from "./waiting.ts";

const configuration = fileURLToPath(new URL("../../../../ops/cluster", import.meta.url));
/** Inside of the root. */
export const place = "/srv/fc-drill";
const user = "postgres:postgres";
/** They guard nothing: everything listens on this machine only, and is gone after the drill. */
const password = "drill";
const names = ["one", "two", "three"] as const;

/** One machine of the database: Patroni with its PostgreSQL, and the only ways in and out. */
export interface DatabaseNode {
  name: string;
  machine: Machine;
  links: { etcd: Link; postgres: Link; patroni: Link };
  /** With them pgBackRest finds this machine's PostgreSQL. */
  archiving: Record<string, string>;
  restart(): void;
}

interface ClusterOptions {
  root: string;
  isAsynchronous: boolean;
}

interface DrillOptions extends ClusterOptions {
  say: (line: string) => void;
}

/** Runs a drill on a cluster of its own. The logs of one that fails are kept. */
export async function withDatabaseCluster<Result>(
  { say, ...options }: DrillOptions,
  drill: (cluster: DatabaseCluster) => Promise<Result>,
): Promise<Result> {
  say("Starting etcd, three PostgreSQL with Patroni, HAProxy and pgbouncer …");
  const cluster = new DatabaseCluster(options);
  try {
    await cluster.start();
    return await drill(cluster);
  } catch (error) {
    if (existsSync(cluster.logs)) {
      const kept = await mkdtemp(join(os.tmpdir(), "fc-portal-drill-logs-"));
      await cp(cluster.logs, kept, { recursive: true });
      say(`The logs of all parts are in ${kept}`);
    }
    throw error;
  } finally {
    await cluster.stop();
  }
}

/** Patroni, etcd, HAProxy and pgbouncer as in ops/cluster, all on this machine. */
export class DatabaseCluster {
  readonly #options: ClusterOptions;
  readonly #machines: Machine[] = [];
  readonly nodes: DatabaseNode[] = [];
  readonly #patroniPorts: number[] = [];
  #leaderPort = 0;
  #replicasPort = 0;
  #etcd: { machine: Machine; ports: number[] } | undefined;
  /** Of requests and of the worker, through pgbouncer. */
  pooler = { webUrl: "", workerUrl: "" };
  readUrl = "";

  constructor(options: ClusterOptions) {
    this.#options = options;
    // Also after Ctrl-C. What still writes there ends at the same moment.
    process.once("exit", () => this.#clear());
  }

  async start(): Promise<void> {
    await this.#writeConfiguration();
    const etcdPort = await this.startEtcd();
    for (const name of names) await this.#startNode(name, etcdPort);
    await this.untilWhole();
    await this.#startHaproxy();
    await this.#createDatabase();
    await this.#createArchive();
    await this.#startPgbouncer();
  }

  /** The direct address, which leads to the leader. */
  get ownerUrl(): string {
    return `postgres://fc_owner:${password}@127.0.0.1:${this.#leaderPort}/fc_portal`;
  }

  folder(name: string): string {
    return join(this.#options.root, place, name);
  }

  get logs(): string {
    return this.folder("logs");
  }

  async leader(): Promise<DatabaseNode> {
    const [first, ...others] = (await viewsOf(this.#patroniPorts)).map(leaderIn);
    const node = this.nodes.find(({ name }) => name === first);
    if (!node || others.some((other) => other !== first)) throw new Error("There is no leader");
    return node;
  }

  /** Waits until there is a leader with two standbys that follow it. */
  async untilWhole(): Promise<void> {
    const standby = this.#options.isAsynchronous ? "replica" : "quorum_standby";
    await until("the database is whole", async () => {
      const ended = this.nodes.find(({ machine }) => !machine.isRunning);
      if (ended) throw new Error(`Patroni of ${ended.name} has ended`);
      const views = await viewsOf(this.#patroniPorts);
      return views.length === names.length && isWhole(views, standby);
    });
  }

  /** Lets the leader alone write what its standbys do not have: they must not be able to follow it. */
  async holdStandbysBack(): Promise<void> {
    await this.asSuperuser(
      "alter role replicator nologin; select pg_terminate_backend(pid) from pg_stat_replication",
    );
  }

  async letStandbysFollow(): Promise<void> {
    await until("standbys may follow", () =>
      this.asSuperuser("alter role replicator login").then(
        () => true,
        () => false,
      ),
    );
  }

  /** All machines of the database are gone with their disks. What remains is the archive. */
  async loseMachines(): Promise<void> {
    await Promise.all(
      [this.#etcd!.machine, ...this.nodes.map((node) => node.machine)].map((each) => each.cutPower()),
    );
    for (const name of ["etcd", ...names]) rmSync(this.folder(name), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => machine.cutPower()));
    for (const { links } of this.nodes) for (const link of Object.values(links)) link.close();
    this.#clear();
  }

  #clear(): void {
    rmSync(join(this.#options.root, place), {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 100,
    });
  }

  async #writeConfiguration(): Promise<void> {
    const folder = join(this.#options.root, place);
    this.#clear();
    await cp(configuration, folder, { recursive: true });
    if (this.#options.isAsynchronous) {
      const file = join(folder, "patroni.yml");
      const changed = (await readFile(file, "utf8"))
        .replace("synchronous_mode: quorum", "synchronous_mode: false")
        .replace("synchronous_mode_strict: true", "synchronous_mode_strict: false")
        .replace(/maximum_lag_on_failover: \d+/, "maximum_lag_on_failover: 1073741824");
      await writeFile(file, changed);
    }
    this.giveToUser();
    await chmod(folder, 0o755);
  }

  /** A folder of the drill; without a name all of it. The user of the packages has another id outside of the root. */
  giveToUser(name = "."): void {
    const folders = [`${place}/${name}`, "/run/postgresql"];
    execFileSync("chroot", [this.#options.root, "chown", "-R", user, ...folders], { env: environment });
  }

  run(name: string, command: readonly string[], env: Record<string, string> = {}, as = user): Machine {
    const { root } = this.#options;
    const machine = new Machine({ root, user: as, command, env, logFile: join(this.logs, `${name}.log`) });
    this.#machines.push(machine);
    return machine;
  }

  async startEtcd(): Promise<number> {
    const ports = this.#etcd?.ports ?? (await freePorts(2));
    const [client, peer] = ports;
    const machine = this.run("etcd", ["etcd"], {
      ...(await settingsIn("etcd.env")),
      ETCD_DATA_DIR: `${place}/etcd`,
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_INITIAL_CLUSTER: `one=http://127.0.0.1:${peer}`,
      // The drill is about PostgreSQL; a busy disk must not look like a lost etcd.
      ETCD_UNSAFE_NO_FSYNC: "true",
    });
    this.#etcd = { machine, ports };
    await until("etcd answers", () => answers(`http://127.0.0.1:${client}/health`));
    return client!;
  }

  async #startNode(name: string, etcdPort: number): Promise<void> {
    const [postgres, patroni] = await freePorts(2);
    const links = {
      etcd: await Link.open(etcdPort),
      postgres: await Link.open(postgres!),
      patroni: await Link.open(patroni!),
    };
    this.#patroniPorts.push(patroni!);
    const data = `${place}/${name}`;
    const archiving = {
      PGBACKREST_CONFIG: `${place}/pgbackrest.conf`,
      PGBACKREST_REPO1_PATH: `${place}/archive`,
      PGBACKREST_LOCK_PATH: `${place}/lock-${name}`,
      PGBACKREST_PG1_PATH: data,
      PGBACKREST_PG1_PORT: String(postgres),
    };
    const env = {
      ...(await settingsIn("patroni.env")),
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${links.etcd.port}`,
      // Otherwise Patroni asks etcd for its address, and goes around the link.
      PATRONI_ETCD3_USE_PROXIES: "true",
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${links.patroni.port}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${links.postgres.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_RESTAPI_PASSWORD: password,
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      ...archiving,
    };
    const run = () => this.run(name, ["patroni", `${place}/patroni.yml`], env);
    const node: DatabaseNode = {
      name,
      machine: run(),
      links,
      archiving,
      restart: () => void (node.machine = run()),
    };
    this.nodes.push(node);
  }

  async #startHaproxy(): Promise<void> {
    const [port, replicasPort] = await freePorts(2);
    this.#leaderPort = port!;
    this.#replicasPort = replicasPort!;
    const places = this.nodes.flatMap(({ name, links }) => [
      [`POSTGRES_${name.toUpperCase()}`, `127.0.0.1:${links.postgres.port}`],
      [`PATRONI_${name.toUpperCase()}`, "127.0.0.1"],
      [`PATRONI_PORT_${name.toUpperCase()}`, String(links.patroni.port)],
    ]);
    const env = {
      LEADER_ADDRESS: `127.0.0.1:${port}`,
      REPLICAS_ADDRESS: `127.0.0.1:${replicasPort}`,
      ...(Object.fromEntries(places) as Record<string, string>),
    };
    this.run("haproxy", ["haproxy", "-db", "-f", `${place}/haproxy.cfg`], env, "haproxy:haproxy");
    await until("HAProxy leads to the leader", () =>
      this.asSuperuser("select").then(
        () => true,
        () => false,
      ),
    );
  }

  async #createDatabase(): Promise<void> {
    await this.asSuperuser(`create role fc_owner login createrole password '${password}'`);
    await this.asSuperuser("create database fc_portal owner fc_owner");
    const { ownerUrl } = this;
    await migrate(ownerUrl);
    await prepareLogins(ownerUrl, { statementTimeoutMs: 10_000 });
  }

  /** From here on PostgreSQL's own log of changes is archived. */
  async #createArchive(): Promise<void> {
    await this.pgbackrest("stanza-create");
  }

  /** Runs one of its commands on the leader. */
  async pgbackrest(...args: string[]): Promise<void> {
    const { archiving } = await this.leader();
    await this.run("pgbackrest", ["pgbackrest", "--stanza=fc", ...args], archiving).succeeded();
  }

  /** Does on all machines what systemd does with fc-backup.service. */
  async backUp(): Promise<void> {
    let made = 0;
    for (const { name, archiving } of this.nodes) {
      const env = { ...archiving, PGPORT: archiving["PGBACKREST_PG1_PORT"]! };
      const code = await this.run(`leads-${name}`, await shellOf("ExecCondition"), env).exitCode();
      // systemd leaves the unit out for 1 to 254; 255 or a signal is a failure.
      if (code === null || code === 255) throw new Error(`${name} does not know whether it leads`);
      if (code !== 0) continue;
      await this.run("backup", await shellOf("ExecStart"), env).succeeded();
      made++;
    }
    if (made !== 1) throw new Error(`${made} machines made a backup, and not one`);
  }

  async #startPgbouncer(): Promise<void> {
    const [port = 0] = await freePorts(1);
    const { ownerUrl } = this;
    const files = await pgbouncerFiles({
      ownerUrl,
      port,
      replicasPort: this.#replicasPort,
      folder: place,
    });
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(this.#options.root, place, name), text, { mode: 0o644 });
    }
    this.run("pgbouncer", ["pgbouncer", `${place}/pgbouncer.ini`]);
    const webUrl = atPort(webUrlOf(ownerUrl), port);
    this.pooler = { webUrl, workerUrl: atPort(loginUrlOf(ownerUrl), port) };
    this.readUrl = `${webUrl}_read`;
  }

  async asSuperuser(statement: string): Promise<void> {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${this.#leaderPort}/postgres`,
      connectionTimeoutMillis: 3000,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** A command of fc-backup.service. */
async function shellOf(setting: "ExecCondition" | "ExecStart"): Promise<string[]> {
  const unit = await readFile(join(configuration, "fc-backup.service"), "utf8");
  const [, script = ""] = new RegExp(`^${setting}=/bin/sh -c '(.*)'$`, "m").exec(unit)!;
  return ["/bin/sh", "-c", script.replaceAll("%%", "%")];
}

/** A file of ops/cluster with NAME=value lines. */
async function settingsIn(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(join(configuration, file), "utf8")).split("\n");
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/, 2) as [string, string]),
  );
}
