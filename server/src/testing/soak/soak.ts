import { EventEmitter, once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { atomically, createDb, createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { openSession } from "../../platform/sessions.ts";
import { fund, giveAddress, longAgo, setPrice, setSetting } from "../money.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { insertTestMember, type TestMember } from "../test-app.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { ApiProcess, type ApiNode } from "./api-process.ts";
import { holdings, problemsOf, type ClientRecord } from "./books.ts";
import { Device } from "./device.ts";
import { keepMails } from "./kept-mails.ts";
import { coinsFor15Usd, operationKinds, OperationSource, type Operation } from "./operations.ts";
import { deadlockProblems } from "./records.ts";
import { viewProblems } from "./views.ts";

const secretKey = secretKeyFrom("a key for the soak test, nothing else");

export interface SoakOptions {
  /** Each member has two devices, which draw on the same wallets. */
  members?: number;
  /** The first or the second node, with these settings. A process of its own where this is missing. */
  nodeWith?: (settings: Record<string, string>, at: number) => ApiNode;
  /** Kills PostgreSQL and starts it again, where that is possible. */
  crashDatabase?: () => Promise<void>;
  /** SQL that breaks the database, to show that this is noticed. */
  mutant?: string;
  /** Where the nodes reach the database, if a pooler stands in between. */
  pooler?: { webUrl: string; workerUrl: string };
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
  crashes: number;
  terminated: number;
  problems: string[];
}

interface Load {
  /** For how long at least. */
  ms?: number;
  /** How many operations at least; one of each kind is acknowledged in any case. */
  operations?: number;
  /** What fails meanwhile, each at least once: a node is killed, PostgreSQL is killed, a connection is cut. */
  failures?: readonly Failure[];
}

type Failure = "kill" | "crash" | "cut";

/**
 * Members move money over HTTP through two processes of the product, while these are killed and the database's
 * connections are cut. Afterwards the answers that the clients got are compared with the ledger.
 */
export class Soak {
  readonly #owner: pg.Pool;
  readonly #ownerUrl: string;
  readonly #dataDir: string;
  readonly #patienceMs: number;
  readonly #crashDatabase: () => Promise<void>;
  readonly #members: number;
  readonly nodes: readonly ApiNode[];
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
  readonly #happened: Record<Failure, number> = { kill: 0, crash: 0, cut: 0 };
  /** Emits "operation" whenever one has ended. */
  readonly #events = new EventEmitter();

  private constructor(ownerUrl: string, options: SoakOptions, dataDir: string) {
    const { pooler, readUrl, settings: more, ports, patienceMs = 120_000, members = 16 } = options;
    const { nodeWith = (given) => new ApiProcess(given), crashDatabase } = options;
    this.#patienceMs = patienceMs;
    this.#members = members;
    this.#crashDatabase =
      crashDatabase ?? (() => Promise.reject(new Error("This PostgreSQL cannot be killed")));
    // Every device waits for the next operation.
    this.#events.setMaxListeners(0);
    this.#ownerUrl = ownerUrl;
    this.#dataDir = dataDir;
    // Not the product's pool: what cuts the product's connections knows them by their name.
    this.#owner = new pg.Pool({ connectionString: ownerUrl, max: 8, connectionTimeoutMillis: 5000 });
    // Dropping the database ends connections that are about to close; without these listeners that is an unhandled error.
    this.#owner.on("error", () => undefined);
    this.#owner.on("connect", (client) => void client.on("error", () => undefined));
    const env = {
      ...(pooler === undefined
        ? { DATABASE_URL: ownerUrl }
        : {
            DATABASE_URL: pooler.webUrl,
            DATABASE_WORKER_URL: pooler.workerUrl,
            DATABASE_OWNER_URL: ownerUrl,
          }),
      ...(readUrl !== undefined && { DATABASE_READ_URL: readUrl }),
      SECRET_KEY: secretKey.text,
      LOG_LEVEL: "fatal",
      MAIL_INBOX_PORT: "0",
      ...more,
    };
    this.nodes = ["one", "two"].map((name, at) =>
      nodeWith({ ...env, DATA_DIR: join(dataDir, name), PORT: String(ports?.[at] ?? 0) }, at),
    );
  }

  /** Needs an empty database of the newest schema, with the application's login. */
  static async open(ownerUrl: string, options: SoakOptions = {}): Promise<Soak> {
    const soak = new Soak(ownerUrl, options, await temporaryFolder());
    await soak.#owner.query(`${keepMails}; ${options.mutant ?? "select"}`);
    soak.#proxy = await options.proxy?.();
    await soak.#settle();
    for (const node of soak.nodes) await node.start();
    return soak;
  }

  /** Runs all clients until enough operations and failures have happened, and for this time. */
  async load({ ms = 0, operations = 4 * this.#members, failures = [] }: Load): Promise<void> {
    const until = performance.now() + ms;
    const ending = new AbortController();
    const endIfEnough = () => {
      if (performance.now() < until || this.#operations.length < operations) return;
      const done = this.#operations.filter(({ outcome }) => outcome === "acknowledged");
      if (new Set(done.map(({ kind }) => kind)).size < operationKinds.length) return;
      if (this.#happened.kill < this.#processes.length && failures.includes("kill")) return;
      if (failures.every((failure) => this.#happened[failure] > 0)) ending.abort();
    };
    this.#events.on("operation", endIfEnough);
    const running = [
      // One after the other, so that another node can always answer.
      this.#keepFailing(
        failures.filter((failure) => failure !== "cut"),
        ending.signal,
      ),
      this.#keepFailing(
        failures.filter((failure) => failure === "cut"),
        ending.signal,
      ),
      ...this.#devices.map((device) => this.#work(device, ending.signal)),
    ];
    try {
      await Promise.all(running);
    } finally {
      ending.abort();
      this.#events.off("operation", endIfEnough);
      await Promise.allSettled(running);
    }
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

  get #processes(): readonly ApiNode[] {
    return this.nodes.filter(({ isProcess }) => isProcess);
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

  /**
   * Looks at what members are shown, stops the processes, so that nothing is running when it counts, and compares the
   * answers with the ledger.
   */
  async check(): Promise<SoakResult> {
    const views = await viewProblems(this.#devices, this.#operations);
    await Promise.all(this.nodes.map((node) => node.stop()));
    const count = (outcome: Operation["outcome"]) =>
      this.#operations.filter((operation) => operation.outcome === outcome).length;
    const { kill: kills, crash: crashes, cut: terminated } = this.#happened;
    // Where nothing happened, nothing could be lost.
    if (count("acknowledged") === 0) this.#complaints.add("no operation was acknowledged");
    return {
      operations: this.#operations.length,
      acknowledged: count("acknowledged"),
      refused: count("refused"),
      unknown: count("unknown"),
      kills,
      crashes,
      terminated,
      problems: [
        ...this.#complaints,
        ...views,
        ...(await problemsOf(this.#owner, this.#ownerUrl, this.record)),
      ],
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
      this.#events.emit("operation");
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

  /** Lets these failures happen in turn, each after a random number of operations. */
  async #keepFailing(failures: readonly Failure[], ending: AbortSignal): Promise<void> {
    // Each process is killed before PostgreSQL is.
    const turns = failures.flatMap((failure) =>
      failure === "kill" ? this.#processes.map(() => failure) : failure,
    );
    for (let at = 0; turns.length > 0 && !ending.aborted; at++) {
      const failure = turns[at % turns.length]!;
      const calm = Math.ceil(Math.random() * this.#devices.length);
      for (let ended = 0; ended < calm && !ending.aborted; ended++) await this.#operationEnded(ending);
      if (ending.aborted) return;
      this.#happened[failure] += await this.#fail[failure]();
    }
  }

  /** Each returns how often it happened. */
  readonly #fail: Record<Failure, () => Promise<number>> = {
    kill: async () => {
      const node = this.#processes[this.#happened.kill % this.#processes.length]!;
      await node.kill();
      await startAgain(node);
      return 1;
    },
    crash: async () => {
      for (const problem of await deadlockProblems(this.#owner)) this.#complaints.add(problem);
      await this.#crashDatabase();
      if (this.endedNodes > 0) this.#complaints.add("a node ended when PostgreSQL was killed");
      return 1;
    },
    cut: async () => {
      const cut = await this.patiently(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'fc-portal' order by random() limit 1`,
        [],
      );
      return cut.length;
    },
  };

  async #operationEnded(ending: AbortSignal): Promise<void> {
    await once(this.#events, "operation", { signal: ending }).catch(() => undefined);
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
    for (let at = 0; at < this.#members; at++) {
      const details = { name: `Member ${at}`, passwordHash: "", sponsorId: settled[0]?.id, now };
      const member = await atomically(db, insertTestMember, { ...details, side: "left" });
      await fund(db, member, { staking: 2000, earning: 3_000_000, offer: 2000, transfer: 3000 }, now);
      await giveAddress(db, member, "0x00000000000000000000000000000000000000aa", longAgo(now));
      settled.push(member);
    }
    this.#source = new OperationSource(settled);
    const queues = new Map(settled.map(({ id }) => [id, oneByOne()]));
    for (const member of [...settled, ...settled]) {
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
async function startAgain(node: ApiNode): Promise<void> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      return await node.start();
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
