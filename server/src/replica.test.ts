import { once } from "node:events";
import { createServer } from "node:net";
import { dashboard } from "@fc/contract/dashboard/portal";
import { consoleMembersCsv } from "@fc/contract/members/console";
import { operatorLog } from "@fc/contract/operators/console";
import { directReferrals } from "@fc/contract/referrals/portal";
import { consoleToday, sendTestMail } from "@fc/contract/today/console";
import { transferCoins, transferReport, transferReportCsv } from "@fc/contract/transfer/portal";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { confirmedBy } from "./core/guarded-changes/guarded-change.ts";
import { hour, minute } from "./platform/clock.ts";
import { atOneMoment, createPool, type ReadDb } from "./platform/db.ts";
import { createLog } from "./platform/logger.ts";
import { loginUrlOf, webUrlOf } from "./platform/login.ts";
import { usualLimits, type ReplicaLimits } from "./platform/replica/connections.ts";
import { Replica } from "./platform/replica/replica.ts";
import { readSettings } from "./platform/settings.ts";
import { watcher } from "./testing/alerts.ts";
import { createDatabase } from "./testing/cluster.ts";
import { Link } from "./testing/failover-drill/link.ts";
import { devices, fund, setSetting } from "./testing/money.ts";
import { operatorSignedIn } from "./testing/operators.ts";
import { noPgbouncer, startPgbouncer } from "./testing/pgbouncer.ts";
import { answered, startReplica, type TestReplica } from "./testing/replica.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "./testing/test-app.ts";
import { administer } from "./testing/test-database.ts";
import { throwawayPostgres } from "./testing/throwaway-postgres.ts";

let server: Awaited<ReturnType<typeof throwawayPostgres>>;
let replica: TestReplica;
/** Another one, of the same primary. */
let second: TestReplica;
let databaseUrl: string;
/** Leads to the replica. */
let link: Link;
/** Two nodes of the product. */
let app: TestApp;
let other: TestApp;
let sponsor: TestMember;
let receiver: TestMember;
let browser: TestClient;

const database = "replicated";

beforeAll(async () => {
  server = await throwawayPostgres({ isArchiving: true });
  databaseUrl = (await createDatabase(server.url, database, readSettings({}))).ownerUrl;
  // As in a database that lasts: an answer comes after the commit is written, so a replica gets it at once.
  for (const url of [webUrlOf(databaseUrl), loginUrlOf(databaseUrl)]) {
    await administer(databaseUrl, `alter role ${new URL(url).username} set synchronous_commit = on`);
  }
  replica = await startReplica(server);
  second = await startReplica(server);
  link = await Link.open(portOf(replica));
  app = await startNode();
  other = await startNode();
  await setSetting(databaseUrl, "transfer", { minimumFc: 1, betweenMembers: true });
  sponsor = await app.addMember({ name: "Asha Rao" });
  receiver = await app.addMember({ name: "Ravi Kumar", sponsor });
  browser = await signedIn(app, sponsor);
}, 120_000);

afterAll(async () => {
  await app.stop();
  await other.stop();
  link.close();
  await replica.end();
  await second.end();
  await server.end();
});

const portOf = ({ url }: TestReplica) => Number(new URL(url(database)).port);

/** A replica that is in use is neither given up nor left out, however slow the machine is. */
const patient = { answerWithinMs: 20_000, pauseMs: hour, catchUpMs: 10_000, maxLagMs: hour };

function startNode(port = link.port, replicaLimits?: ReplicaLimits): Promise<TestApp> {
  const readUrl = new URL(replica.url(database));
  readUrl.port = String(port);
  return startTestApp(createLog("silent"), {
    database: { url: databaseUrl, drop: async () => undefined },
    readUrl: readUrl.href,
    replicaLimits,
  });
}

/** Runs a statement of a replica's administrator. */
async function onReplica<Row extends object>(statement: string, which = replica): Promise<Row[]> {
  const client = new pg.Client({ connectionString: which.url(database) });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/** From now on a replica has everything until now, and nothing later. */
async function standStill(which = replica): Promise<void> {
  const [now] = await administer<{ lsn: string }>(server.url, "select pg_current_wal_insert_lsn() as lsn");
  const hasAll = `select pg_last_wal_replay_lsn() >= '${now!.lsn}' as has_all`;
  await vi.waitUntil(async () => (await onReplica<{ has_all: boolean }>(hasAll, which))[0]!.has_all, {
    timeout: 20_000,
  });
  await onReplica("select pg_wal_replay_pause()", which);
}
const goOn = (which = replica) => onReplica("select pg_wal_replay_resume()", which);

/** The name of the sponsor's direct referral, as a list shows it. */
async function shownName(client = browser): Promise<string> {
  const { status, body } = await client.call(directReferrals, { params: { userId: sponsor.id }, query: {} });
  expect(status).toBe(200);
  return body.userChilds[0].name;
}

/** The same name, as one request reads it. */
async function nameIn(reads: ReadDb): Promise<string> {
  const found = reads.selectFrom("members").select("name").where("id", "=", receiver.id);
  return (await found.executeTakeFirstOrThrow()).name;
}

/** What a node has of replicas that a link leads to. */
function replicasBehind(
  { port }: Link,
  given: { poolSize: number; pool: pg.Pool; limits: ReplicaLimits },
): Replica {
  const url = new URL(loginUrlOf(second.url(database)));
  url.port = String(port);
  const { statementTimeoutMs } = readSettings({});
  return new Replica({ url: url.href, statementTimeoutMs, db: app.db, ...given });
}

/** Changes it on the primary in nobody's name, so that nobody has to see it at once. */
async function rename(name: string): Promise<void> {
  await app.db.updateTable("members").set({ name }).where("id", "=", receiver.id).execute();
}

/** Waits until the replica is used again, after its pause. */
async function usedAgain(node = app): Promise<void> {
  const before = (await answered(node)).replica;
  await vi.waitFor(
    async () => {
      await shownName(browserOn(node));
      expect((await answered(node)).replica).toBeGreaterThan(before);
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** The same browser at another node: a proxy may send each request to any of them. */
function browserOn(node: TestApp, client = browser): TestClient {
  const moved = new TestClient(node);
  moved.token = client.token;
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  return moved;
}

test("lists are read from the replica, with the application's rights and time limits", async () => {
  await rename("Ravi Kumar");
  const node = await startNode(link.port, patient);
  onTestFinished(() => node.stop());
  const client = browserOn(node);
  client.cookies.delete("fc_written");
  expect(await shownName(client)).toBe("Ravi Kumar");
  await standStill();
  onTestFinished(async () => void (await goOn()));
  await rename("Ravi the Second");
  expect(await shownName(client)).toBe("Ravi Kumar");
  const logins = await onReplica<{ usename: string }>(
    "select distinct usename from pg_stat_activity where application_name = 'fc-portal'",
  );
  expect(logins).toEqual([{ usename: new URL(webUrlOf(databaseUrl)).username }]);
  const [limit] = await administer<{ statement_timeout: string }>(
    webUrlOf(replica.url(database)),
    "show statement_timeout",
  );
  expect(limit!.statement_timeout).toBe("10s");
  await goOn();
  await vi.waitFor(async () => expect(await shownName(client)).toBe("Ravi the Second"), { timeout: 20_000 });
});

test("a member sees the own transfer at once, on any node, while the replica stands still", async () => {
  await rename("Ravi Sharma");
  await usedAgain(other);
  await standStill();
  try {
    await fund(app.db, sponsor, { transfer: 10 }, app.time.now);
    const change = { fromRefId: sponsor.refId, toRefId: receiver.refId, amount: 4 };
    const confirmed = confirmedBy(change, { receiver: "Ravi S." });
    const [device] = await devices(app, sponsor, 1, { purpose: "transfer", change: confirmed });
    const sent = await device!.call(transferCoins, { body: change });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    for (const node of [app, other]) {
      const client = browserOn(node, device);
      const input = { params: { userId: sponsor.id }, query: {} };
      const { body } = await client.call(transferReport, input);
      expect(body.data).toMatchObject([{ amount: 4 }]);
      expect((await client.call(transferReportCsv, input)).body).toContain(receiver.refId);
      const home = await client.call(dashboard, { params: { userId: sponsor.id } });
      expect(home.body.data.transferWallet).toBe(6);
    }
  } finally {
    await goOn();
  }
});

test("an operator sees the own action at once in the log, although the replica stands still", async () => {
  const admin = await operatorSignedIn(app, "admin");
  await standStill();
  try {
    expect((await admin.call(sendTestMail, {})).status).toBe(200);
    const { body } = await browserOn(other, admin).call(operatorLog, { query: {} });
    expect(body.data[0]).toMatchObject({ action: "mail/test" });
  } finally {
    await goOn();
  }
});

test("an operator sees the own export at once in the log, although the replica stands still", async () => {
  const admin = await operatorSignedIn(app, "admin");
  await usedAgain(other);
  await standStill();
  try {
    admin.cookies.delete("fc_written");
    expect((await admin.call(consoleMembersCsv, { query: {} })).status).toBe(200);
    const { body } = await browserOn(other, admin).call(operatorLog, { query: {} });
    expect(body.data[0]).toMatchObject({ action: "members/export" });
  } finally {
    await goOn();
  }
});

test("within one request nothing becomes older again, whichever of two replicas answers", async () => {
  const both = await Link.open(portOf(second), portOf(replica));
  const pool = createPool({ url: loginUrlOf(databaseUrl), poolSize: 2 });
  const limits = { ...patient, catchUpMs: 1000 };
  const replicas = replicasBehind(both, { poolSize: 2, pool, limits });
  const request = replicas.readsFor(undefined);
  const before = await nameIn(request);
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(request);
  const behind = Number(rows[0]!.port) === portOf(replica) ? second : replica;
  await standStill(behind);
  try {
    await rename("Ravi the Newer");
    await vi.waitFor(async () => expect(await nameIn(request)).toBe("Ravi the Newer"), { timeout: 20_000 });
    // A snapshot holds the connection to the replica that goes on, so the next statement opens one to the other one.
    const around = async () => {
      expect(await nameIn(request)).toBe("Ravi the Newer");
      expect(await nameIn(replicas.readsFor(undefined))).toBe(before);
    };
    await atOneMoment(request, around, undefined);
  } finally {
    await goOn(behind);
    await replicas.close();
    await pool.end();
    both.close();
  }
});

test("an own write is waited for, so that the replica answers soon after it", async () => {
  const node = await startNode(link.port, patient);
  onTestFinished(() => node.stop());
  const admin = await operatorSignedIn(node, "admin");
  await standStill();
  onTestFinished(async () => void (await goOn()));
  expect((await admin.call(sendTestMail, {})).status).toBe(200);
  const [before, log] = [await answered(node), admin.call(operatorLog, { query: {} })];
  await goOn();
  expect((await log).body.data[0]).toMatchObject({ action: "mail/test" });
  const after = await answered(node);
  expect(after.replica).toBeGreaterThan(before.replica);
  expect(after.primary).toBe(before.primary);
});

test("a position that a caller made up costs that caller the replica, and nobody else", async () => {
  const node = await startNode(link.port, { ...patient, catchUpMs: 1000 });
  onTestFinished(() => node.stop());
  await usedAgain(node);
  const forged = browserOn(node);
  forged.cookies.set("fc_written", "9".repeat(18));
  const before = await answered(node);
  await shownName(forged);
  await shownName(browserOn(node));
  const after = await answered(node);
  expect(after.primary).toBeGreaterThan(before.primary);
  expect(after.replica).toBeGreaterThan(before.replica);
});

test("a replica that is far behind answers nothing, and is used again when it has caught up", async () => {
  await standStill();
  await rename("Ravi the Third");
  // It knows no older position of the primary, so it takes nothing from a replica that has not the newest.
  const fresh = await startNode();
  try {
    expect(await shownName(browserOn(fresh))).toBe("Ravi the Third");
    const text = await (await fetch(`${fresh.url}/metrics`)).text();
    expect(text).toMatch(/^replica_reachable 1$/m);
    expect(text).toMatch(/^replica_lag_bytes [1-9]\d*$/m);
    expect(await answered(fresh)).toMatchObject({ replica: 0 });
    await goOn();
    await usedAgain(fresh);
  } finally {
    await goOn();
    await fresh.stop();
  }
});

test("of two replicas behind one address, one that is behind does not keep reads from the other", async () => {
  const both = await Link.open(portOf(replica), portOf(second));
  await standStill();
  await rename("Ravi the Fourth");
  // Nobody listens there, so a read for which no replica is found fails.
  const nowhere = createPool({ url: "postgres://nobody@127.0.0.1:1/nothing", poolSize: 1 });
  // With one connection, which leads to the one that is behind until it is given up.
  const replicas = replicasBehind(both, { poolSize: 1, pool: nowhere, limits: patient });
  try {
    for (let read = 0; read < 5; read++)
      expect(await nameIn(replicas.readsFor(undefined))).toBe("Ravi the Fourth");
  } finally {
    await goOn();
    await replicas.close();
    await nowhere.end();
    both.close();
  }
});

test("a pooler may stand before the replica", async ({ skip }) => {
  const missing = noPgbouncer();
  if (missing !== undefined) skip(missing);
  const pooler = await startPgbouncer(replica.url(database));
  const pooled = await startNode(Number(new URL(pooler.webUrl).port));
  try {
    const client = browserOn(pooled);
    const input = { params: { userId: sponsor.id } };
    const calls = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? client.call(dashboard, input) : client.call(transferReport, { ...input, query: {} }),
    );
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    await usedAgain(pooled);
    expect(await answered(pooled)).toMatchObject({ primary: 0 });
  } finally {
    await pooled.stop();
    await pooler.stop();
  }
});

test("reads that the replica breaks off are answered by the primary", async () => {
  await usedAgain();
  const requests = Array.from({ length: 60 }, async (_, at) => {
    const input = { params: { userId: sponsor.id } };
    return at % 2 === 0
      ? browser.call(dashboard, input)
      : browser.call(transferReportCsv, { ...input, query: {} });
  });
  let isOver = false;
  const breaking = (async () => {
    while (!isOver)
      await onReplica("select pg_terminate_backend(pid) from pg_stat_activity where usename like '%_app'");
  })();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  isOver = true;
  await breaking;
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("a replica that answers nothing delays the one that asks, and is left alone for a while", async () => {
  await usedAgain();
  link.cut();
  try {
    await shownName();
    const before = await answered(app);
    await Promise.all(Array.from({ length: 20 }, () => shownName()));
    const after = await answered(app);
    expect(after.replica).toBe(before.replica);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  } finally {
    link.mend();
  }
  await usedAgain();
});

test("a replica that is stopped costs no failed request, is not asked by each one, and is used when it is back", async () => {
  await usedAgain();
  const port = portOf(replica);
  const reading = Promise.all(Array.from({ length: 40 }, () => shownName()));
  await replica.stop();
  await reading;
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/^replica_reachable 0$/m);
  expect(metrics).not.toMatch(/^replica_lag_/m);
  let tries = 0;
  const began = performance.now();
  const counting = createServer((socket) => {
    tries++;
    socket.destroy();
  }).listen(port, "127.0.0.1");
  await once(counting, "listening");
  for (let read = 0; read < 30; read++) await shownName();
  expect(tries).toBeLessThanOrEqual(1 + (performance.now() - began) / usualLimits.pauseMs);
  counting.close();
  await once(counting, "close");
  await replica.start();
  expect(portOf(replica)).toBe(port);
  await usedAgain();
});

test("changes that cannot be archived are an alert, until they can be", async () => {
  const archiveBy = async (command: "true" | "false") => {
    await administer(server.url, `alter system set archive_command = '${command}'`);
    await administer(server.url, "select pg_reload_conf()");
    // Something to be archived, which wakes the archiver.
    await administer(server.url, "select pg_logical_emit_message(true, 'test', '')");
    await administer(server.url, "select pg_switch_wal()");
    const failing = "select last_failed_time > last_archived_time as is_failing from pg_stat_archiver";
    const isFailing = async () =>
      (await administer<{ is_failing: boolean | null }>(databaseUrl, failing))[0]!.is_failing ?? false;
    await expect.poll(isFailing).toBe(command === "false");
  };
  const viewer = await operatorSignedIn(app, "viewer");
  const shown = async () => {
    // It is looked at each minute, and told when it has lasted for five.
    for (const passed of [minute, 5 * minute]) {
      app.time.advance(passed);
      await watcher(app, undefined).drain();
    }
    const { body } = await viewer.call(consoleToday, {});
    return (body.data.alerts.active as { condition: string }[]).map(({ condition }) => condition);
  };
  await archiveBy("true");
  expect(await shown()).not.toContain("archive-late");
  await archiveBy("false");
  expect(await shown()).toContain("archive-late");
  await archiveBy("true");
  expect(await shown()).not.toContain("archive-late");
});

test("a replica that became a primary of its own is not believed", async () => {
  const own = await startReplica(server);
  onTestFinished(() => own.end());
  const node = await startNode(portOf(own));
  onTestFinished(() => node.stop());
  await usedAgain(node);
  await rename("Ravi the Fifth");
  await onReplica("select pg_promote()", own);
  await onReplica(`update members set name = 'Nobody' where id = ${receiver.id}`, own);
  expect(await shownName(browserOn(node))).toBe("Ravi the Fifth");
});
