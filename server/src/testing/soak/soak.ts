import { setTimeout as sleep } from "node:timers/promises";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { atomically, createDb, createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { openSession } from "../../platform/sessions.ts";
import { fund, giveAddress, longAgo, setPrice, setSetting } from "../money.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { insertTestMember, type TestMember } from "../test-app.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { ApiProcess } from "./api-process.ts";
import { holdings, problemsOf, type ClientRecord } from "./books.ts";
import { Device } from "./device.ts";
import { keepCodes } from "./kept-codes.ts";
import { coinsFor15Usd, OperationSource, type Operation } from "./operations.ts";

const secretKey = secretKeyFrom("a key for the soak test, nothing else");
const clients = 32;
/** Fewer than clients, so that two devices of a member draw on the same wallets. */
const members = 16;

interface SoakOptions {
  /** SQL that breaks the database, to show that this is noticed. */
  mutant?: string;
  /** Where the nodes reach the database, if a pooler stands in between. */
  appUrl?: string;
  /** Where the nodes reach replicas, if they shall read from them. */
  readUrl?: string;
  /** Further settings of the nodes. */
  settings?: Record<string, string>;
  /** How long the database may be away. */
  patienceMs?: number;
  /** Clients then know only this address. */
  proxy?: () => Promise<Proxy>;
  /** Of the two nodes, where a proxy has to know them. */
  ports?: readonly number[];
}

export interface Proxy {
  url: string;
  /** Whether it has found all nodes, where that is known. */
  isWhole?: () => boolean;
  close(): Promise<void>;
}

export interface SoakResult {
  operations: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  kills: number;
  terminated: number;
  problems: string[];
}

/**
 * Members move money over HTTP through two processes of the product, while these are killed and the database's
 * connections are cut. Afterwards the answers that the clients got are compared with the ledger.
 */
export class Soak {
  readonly #owner: pg.Pool;
  readonly #ownerUrl: string;
  readonly #dataDir: string;
  readonly #patienceMs: number;
  readonly nodes: readonly ApiProcess[];
  #proxy: Proxy | undefined;
  readonly #operations: Operation[] = [];
  readonly #complaints = new Set<string>();
  #devices: Device[] = [];
  #source = new OperationSource([]);
  #openings: Awaited<ReturnType<typeof holdings>> = new Map();
  /** When the requests of acknowledged operations were sent and answered, by `performance.now()`. */
  readonly #acknowledgements: { sentAt: number; at: number }[] = [];
  /** Of the requests that a client waited for. */
  answered = 0;
  /** How many were not answered, or with 5xx, by the reason. */
  readonly failures = new Map<string, number>();
  #kills = 0;
  #terminated = 0;

  private constructor(ownerUrl: string, options: SoakOptions, dataDir: string) {
    const { appUrl, readUrl, settings: more, ports, patienceMs = 120_000 } = options;
    this.#patienceMs = patienceMs;
    this.#ownerUrl = ownerUrl;
    this.#dataDir = dataDir;
    // Not the product's pool: what cuts the product's connections knows them by their name.
    this.#owner = new pg.Pool({ connectionString: ownerUrl, max: 8, connectionTimeoutMillis: 5000 });
    // Dropping the database ends connections that are about to close; without these listeners that is an unhandled error.
    this.#owner.on("error", () => undefined);
    this.#owner.on("connect", (client) => void client.on("error", () => undefined));
    const env = {
      ...(appUrl === undefined
        ? { DATABASE_URL: ownerUrl }
        : { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }),
      ...(readUrl !== undefined && { DATABASE_READ_URL: readUrl }),
      SECRET_KEY: secretKey.text,
      LOG_LEVEL: "fatal",
      MAIL_INBOX_PORT: "0",
      ...more,
    };
    this.nodes = ["one", "two"].map(
      (name, at) => new ApiProcess({ ...env, DATA_DIR: join(dataDir, name), PORT: String(ports?.[at] ?? 0) }),
    );
  }

  /** Needs an empty database of the newest schema, with the application's login. */
  static async open(ownerUrl: string, options: SoakOptions = {}): Promise<Soak> {
    const soak = new Soak(ownerUrl, options, await temporaryFolder());
    await soak.#owner.query(`${keepCodes}; ${options.mutant ?? "select"}`);
    soak.#proxy = await options.proxy?.();
    await soak.#settle();
    await Promise.all(soak.nodes.map((node) => node.start()));
    return soak;
  }

  /** Runs all clients for this time, and on a slow machine until enough operations and failures have happened. */
  async load(ms: number, { failures }: { failures: boolean }): Promise<void> {
    const until = performance.now() + ms;
    const isEnough = () => this.#operations.length >= 2 * clients && (!failures || this.#kills >= 2);
    const ending = new AbortController();
    const failing = failures ? [this.#killProcesses(ending.signal), this.#cutConnections(ending.signal)] : [];
    const working = this.#devices.map((device) => this.#work(device, ending.signal));
    const running = Promise.all([...failing, ...working]);
    const ended = async () => {
      while ((performance.now() < until || !isEnough()) && !ending.signal.aborted) await sleep(50);
    };
    try {
      await Promise.race([ended(), running]);
    } finally {
      ending.abort();
    }
    await running;
  }

  /** Runs all clients while something else happens. */
  async during(work: () => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const working = Promise.all(this.#devices.map((device) => this.#work(device, ending.signal)));
    try {
      await Promise.race([work(), working]);
    } finally {
      ending.abort();
    }
    await working;
  }

  /** What the clients know, to compare a database with. */
  get record(): ClientRecord {
    return { operations: this.#operations, openings: this.#openings, secretKey };
  }

  /** How many of the nodes have ended although nobody stopped them. */
  get endedNodes(): number {
    return this.nodes.filter(({ isRunning }) => !isRunning).length;
  }

  /** When those operations were acknowledged whose request was sent after this moment, in order. */
  acknowledgedSince(moment: number): number[] {
    return this.#acknowledgements
      .filter(({ sentAt }) => sentAt > moment)
      .map(({ at }) => at)
      .toSorted((one, other) => one - other);
  }

  /** How many reads replicas have answered, by all nodes. */
  async readsFromReplicas(): Promise<number> {
    const counts = this.nodes.map(async ({ url }) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^database_reads_total\{from="replica".*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** Stops the processes, so that nothing is running when it counts, and compares the answers with the ledger. */
  async check(): Promise<SoakResult> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    const count = (outcome: Operation["outcome"]) =>
      this.#operations.filter((operation) => operation.outcome === outcome).length;
    return {
      operations: this.#operations.length,
      acknowledged: count("acknowledged"),
      refused: count("refused"),
      unknown: count("unknown"),
      kills: this.#kills,
      terminated: this.#terminated,
      problems: [...this.#complaints, ...(await problemsOf(this.#owner, this.#ownerUrl, this.record))],
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.#proxy?.close();
    await this.#owner.end();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #work(device: Device, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      const operation = this.#source.next(device.member);
      if (!(await device.confirm(operation))) continue;
      this.#operations.push(operation);
      await device.perform(operation);
    }
  }

  #countAnswer(failure: string | undefined): void {
    if (failure === undefined) this.answered++;
    else this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  /** Asks until the database answers: it may be away for a while. What is asked may be asked twice. */
  async patiently<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        return (await this.#owner.query<Row>(statement, values)).rows;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(200);
      }
    }
  }

  /** Kills one process at a time, so that another one can always answer. */
  async #killProcesses(ending: AbortSignal): Promise<void> {
    for (let at = 0; !ending.aborted; at++) {
      await pause(1500 * Math.random(), ending);
      const node = this.nodes[at % this.nodes.length]!;
      await node.kill();
      this.#kills++;
      await startAgain(node);
    }
  }

  async #cutConnections(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await pause(800 * Math.random(), ending);
      const { rowCount } = await this.#owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'fc-portal' order by random() limit 1`,
      );
      this.#terminated += rowCount ?? 0;
    }
  }

  /** Adds members with money and two signed-in devices each. */
  async #settle(): Promise<void> {
    const pool = createPool({ url: loginUrlOf(this.#ownerUrl), poolSize: 2 });
    const db = createDb(pool);
    const now = new Date();
    await setPrice(db, coinsFor15Usd, longAgo(now));
    for (const [name, value] of Object.entries(settings)) {
      await setSetting(this.#ownerUrl, name as keyof typeof settings, value);
    }
    const settled: TestMember[] = [];
    for (let at = 0; at < members; at++) {
      const details = { name: `Member ${at}`, passwordHash: "", sponsorId: settled[0]?.id, now };
      const member = await atomically(db, insertTestMember, { ...details, side: "left" });
      await fund(db, member, { staking: 2000, earning: 3_000_000, offer: 2000, transfer: 3000 }, now);
      await giveAddress(db, member, "0x00000000000000000000000000000000000000aa", longAgo(now));
      settled.push(member);
    }
    this.#source = new OperationSource(settled);
    const queues = new Map(settled.map(({ id }) => [id, oneByOne()]));
    for (let at = 0; at < clients; at++) {
      const member = settled[at % members]!;
      const session = { memberId: member.id, temporaryPasswordId: null, ip: "192.0.2.1", userAgent: "", now };
      this.#devices.push(
        new Device({
          ...(await atomically(db, openSession, session)),
          member,
          nodes: this.#proxy ? [this.#proxy] : this.nodes,
          patiently: (statement, values) => this.patiently(statement, values),
          onAcknowledged: ({ sentAt, at: answeredAt }) =>
            void this.#acknowledgements.push({ sentAt, at: answeredAt }),
          onAnswer: (failure) => this.#countAnswer(failure),
          alone: queues.get(member.id)!,
          complain: (problem) => this.#complaints.add(problem),
        }),
      );
    }
    await pool.end();
    this.#openings = await holdings(this.#owner);
  }
}

const settings = {
  withdrawal: {
    minimumFc: 10,
    standardFromFc: 10,
    standardToFc: 1000,
    feeFc: 1,
    hours: 24,
    holdHours: 0,
    needsStake: false,
  },
  transfer: {
    minimumFc: 1,
    notedMinimumFc: 1,
    internalMinimumFc: 1,
    defaultReceiverRefId: "",
    betweenMembers: true,
    hiddenReceiverRefIds: [],
  },
};

/** Like what supervises a process: one whose connection was cut while it was starting has ended. */
async function startAgain(node: ApiProcess): Promise<void> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      return await node.start();
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ending }).catch(() => undefined);
}

function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
