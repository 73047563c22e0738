import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { idempotencyHeader, type InputOf, type Route } from "@fc/contract/route";
import { login } from "@fc/contract/login/portal";
import { newRefId } from "../core/members/members.ts";
import { makePushKeys } from "../core/notifications/push-keys.ts";
import { place, placeRoot } from "../core/network/place.ts";
import type { Side } from "../core/network/types.ts";
import { openGuard } from "../core/approvals/plain-guards.ts";
import type { Chain } from "../platform/chain/types.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../platform/db.ts";
import { loginUrlOf, webUrlOf } from "../platform/login.ts";
import type { Deps } from "../platform/deps.ts";
import { folderStore } from "../platform/files/folder-store.ts";
import { pushHostsIn, usualPushHosts } from "../platform/push/hosts.ts";
import type { ReplicaLimits } from "../platform/replica/connections.ts";
import { Replica } from "../platform/replica/replica.ts";
import { createLog, type Log } from "../platform/logger.ts";
import { secretKeyFrom } from "../platform/secrets.ts";
import { withNotMeLink } from "../platform/mail/not-me.ts";
import { readSettings } from "../platform/settings.ts";
import { unsubscribeUrlOf } from "../platform/mail/unsubscribe.ts";
import { renderMail } from "../platform/mail/template.ts";
import { createWorker, type Worker } from "../platform/worker.ts";
import { testPassword, testPasswordHash } from "./password.ts";
import { timedWorkers } from "./queue.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createTestDatabase } from "./test-database.ts";

export interface TestApp {
  url: string;
  /** The address of the database, as its owner. */
  databaseUrl: string;
  app: FastifyInstance;
  db: Db;
  deps: Deps;
  worker: Worker;
  /** Makes a test's own worker live in the server's time. */
  timed(worker: Worker): Worker;
  /** The server's time; tests move it forward. */
  time: { now: Date; advance(ms: number): void };
  /** The mails to an address, oldest first, after everything that is due has run. */
  mailsTo(email: string): Promise<TestMail[]>;
  /** The same without running anything first: enough for a mail that is written together with the answer. */
  writtenMailsTo(email: string): Promise<TestMail[]>;
  /** Adds a member with a password, below a sponsor or as the root of a new network. */
  addMember(details?: { name?: string; sponsor?: TestMember; side?: Side }): Promise<TestMember>;
  stop(): Promise<void>;
}

interface TestMail {
  subject: string;
  text: string;
}

export interface TestMember {
  id: number;
  refId: string;
  name: string;
  email: string;
}

interface TestAppOptions {
  database: { url: string; drop(): Promise<void> };
  /** The folder of the built pages, for tests with a browser. */
  webRoot: string;
  publicUrl: string;
  pushHosts: readonly string[];
  chain: Chain;
  /** The address of a replica, as its owner. */
  readUrl: string;
  /** For a test that is about one of them, or that must see the replica answer however slow the machine is. */
  replicaLimits: ReplicaLimits | undefined;
}

/** Pool and time limits of a server for which nothing is set. The login has its limits from global-setup.ts. */
const { databasePoolSize: poolSize, statementTimeoutMs } = readSettings({});

/** The whole server with its own database, listening on a real port. */
export async function startTestApp(
  log: Log = createLog("silent"),
  given: Partial<TestAppOptions> = {},
): Promise<TestApp> {
  // Not loaded before: most browser tests need only the other helpers here, and Playwright takes seconds in each of
  // its processes to read the whole server.
  const { buildApp, tasksOf } = await import("../app.ts");
  const { database = await createTestDatabase(), webRoot = "/nowhere" } = given;
  // As in a server: requests have the rights of requests. The worker and the tests themselves have the worker's.
  const pool = createPool({ url: webUrlOf(database.url), poolSize });
  const webDb = createDb(pool);
  const db = createDb(createPool({ url: loginUrlOf(database.url), poolSize }));
  const { readUrl, replicaLimits: limits } = given;
  const replica =
    readUrl === undefined
      ? undefined
      : new Replica({ url: webUrlOf(readUrl), poolSize, statementTimeoutMs, db: webDb, pool, limits });
  const time = {
    now: new Date("2026-11-15T06:30:00Z"),
    advance(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const clock = () => time.now;
  const dataDir = await temporaryFolder();
  const deps: Deps = {
    db,
    log,
    clock,
    databaseClock: async () => time.now,
    secretKey: secretKeyFrom("a key of thirty-two characters ok"),
    production: false,
    publicUrl: given.publicUrl ?? "http://localhost",
    files: folderStore(join(dataDir, "files")),
    anchorsDir: join(dataDir, "anchors"),
    folders: [dataDir],
    unsafe: [],
    alertWebhook: undefined,
    pushHosts: given.pushHosts ?? pushHostsIn(usualPushHosts),
    chain: given.chain,
    payoutGuard: openGuard,
  };
  await atomically(db, makePushKeys, { secretKey: deps.secretKey, now: time.now });
  // Tests change what it has, so it is no copy.
  const webDeps = new Proxy(deps, { get: (all, name) => (name === "db" ? webDb : Reflect.get(all, name)) });
  const app = await buildApp(webDeps, {
    pool,
    replica,
    webRoot,
    trustProxy: 1,
    metricsToken: undefined,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const timed = timedWorkers({ db, clock });
  const worker = timed(createWorker({ db, log, tasks: tasksOf(deps), listenUrl: loginUrlOf(database.url) }));

  async function writtenMailsTo(email: string): Promise<TestMail[]> {
    const rows = await db
      .selectFrom("mails")
      .select(["subject", "content"])
      .where("recipient", "=", email)
      .orderBy("id")
      .execute();
    return rows.map(({ subject, content }) => ({
      subject,
      text: content
        ? renderMail(withNotMeLink(content, deps), { unsubscribeUrl: unsubscribeUrlOf(content, deps) }).text
        : "",
    }));
  }

  return {
    url,
    databaseUrl: database.url,
    app,
    db,
    deps,
    worker,
    timed,
    time,
    writtenMailsTo,
    async mailsTo(email) {
      await worker.drain();
      return writtenMailsTo(email);
    },
    async addMember({ name = "Test Member", sponsor, side = "left" } = {}) {
      const details = { name, passwordHash: testPasswordHash, sponsorId: sponsor?.id, side, now: time.now };
      return atomically(db, insertTestMember, details);
    },
    async stop() {
      await worker.stop();
      await app.close();
      await replica?.close();
      await webDb.destroy();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Inserts a member with a password and a place, without the registration. */
export async function insertTestMember(
  tx: Tx,
  input: { name: string; passwordHash: string; sponsorId?: number | undefined; side: Side; now: Date },
): Promise<TestMember> {
  const { name, passwordHash, sponsorId, side, now } = input;
  const refId = newRefId();
  const email = `${refId.toLowerCase()}@example.com`;
  const { id } = await tx
    .insertInto("members")
    .values({
      ref_id: refId,
      name,
      email,
      phone: "+919876543210",
      password_hash: passwordHash,
      joined_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await (sponsorId === undefined
    ? placeRoot(tx, { memberId: id, now })
    : place(tx, { memberId: id, sponsorId, side, now }));
  await acceptReleased(tx, { memberId: id, now });
  return { id, refId, name, email };
}

/** Whatever is released counts as read: a test that is about something else does not accept it first. */
async function acceptReleased(tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> {
  await sql`insert into acceptances (member_id, kind, version, accepted_at, session_id, ip, user_agent)
    select ${memberId}, kind, max(version), ${now}, gen_random_uuid(), '192.0.2.1', '' from document_versions
    group by kind`.execute(tx);
}

export interface TestAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
  headers: Headers;
}

/** One browser: it keeps its cookies and token and calls the server over HTTP. */
export class TestClient {
  readonly #url: string;
  readonly #ip: string;
  readonly cookies = new Map<string, string>();
  token: string | undefined;

  constructor({ url }: { url: string }, ip = "192.0.2.1") {
    this.#url = url;
    this.#ip = ip;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...this.#headers(),
        ...(body === undefined ? {} : { "content-type": typeOf(body) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSentUnchanged(body) ? body : JSON.stringify(body) }),
    });
    this.#keepCookies(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return {
      status: response.status,
      body: isJson && text !== "" ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** A file as it arrives. The caller may go away before its end. */
  async open(path: string, signal?: AbortSignal) {
    const headers = this.#headers();
    const { status, body } = await fetch(`${this.#url}${path}`, { headers, ...(signal && { signal }) });
    return { status, stream: body! };
  }

  #headers(): Record<string, string> {
    return {
      "x-forwarded-for": this.#ip,
      ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
      ...(this.cookies.size === 0
        ? {}
        : { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join("; ") }),
    };
  }

  /** An idempotent call is sent with a new key unless one is passed. */
  call<R extends Route>(route: R, input: InputOf<R>, key: string = randomUUID()): Promise<TestAnswer> {
    const params: Record<string, unknown> = Object(input.params);
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const query = input.query ? `?${new URLSearchParams(input.query).toString()}` : "";
    const headers: Record<string, string> = route.idempotent ? { [idempotencyHeader]: key } : {};
    return this.send(route.method, `/api${path}${query}`, input.body, headers);
  }

  async logIn(refId: string, password: string = testPassword): Promise<TestAnswer> {
    const answer = await this.call(login, { body: { refId, password } });
    this.token = answer.body.token ?? undefined;
    return answer;
  }

  #keepCookies(setCookies: string[]): void {
    for (const setCookie of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(setCookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function isSentUnchanged(body: unknown): body is string | Blob {
  return typeof body === "string" || body instanceof Blob;
}

function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type : "application/json";
}

/** A browser that is signed in as a member. */
export async function signedIn(app: TestApp, member: TestMember): Promise<TestClient> {
  const client = new TestClient(app);
  await client.logIn(member.refId);
  return client;
}

/**
 * The code in the newest mail to an address. It is read without running what is due: a code is written together with
 * the answer, and hundreds of tests would run every task of the worker for it.
 */
export async function newestCode(app: TestApp, member: Pick<TestMember, "email">): Promise<string> {
  const mails = await app.writtenMailsTo(member.email);
  const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? "")?.[0];
  if (code === undefined) throw new Error("no code was mailed");
  return code;
}
