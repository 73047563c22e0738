import { portOf } from "./platform/port.ts";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { DemoTooLate, DemoUnfinished, holdsDemo, seedDemo } from "../seeds/demo.ts";
import { demoLogins, demoOperator, demoPassword } from "../seeds/demo-logins.ts";
import { buildApp, tasksOf } from "./app.ts";
import { rehearsalTask } from "./core/backup/rehearsal-task.ts";
import { backupTask } from "./core/backup/task.ts";
import { phraseFor } from "./core/mails/phrase.ts";
import { makePushKeys } from "./core/notifications/push-keys.ts";
import { hasAdmin } from "./core/operators/admins.ts";
import { beginClosings } from "./core/plan/calendar.ts";
import { systemClock } from "./platform/clock.ts";
import { atomically, createDb, createPool, databaseClock, type Db } from "./platform/db.ts";
import type { Deps } from "./platform/deps.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import { tryStore } from "./platform/files/s3-store.ts";
import { fileStoreOf } from "./platform/files/store-of.ts";
import { makeFolder } from "./platform/folders.ts";
import type { Drain } from "./platform/http/server.ts";
import type { Task } from "./platform/jobs.ts";
import { createLog, type Log } from "./platform/logger.ts";
import { startMailCatcher } from "./development/mail-catcher/catcher.ts";
import { sendMailTask } from "./platform/mail/outbox.ts";
import { loadDkim } from "./platform/mail/dkim.ts";
import { createMailTransport, type SmtpTransport } from "./platform/mail/transport.ts";
import { Replica } from "./platform/replica/replica.ts";
import { KeyProblem, openSecretKey, registeredSecretKey } from "./platform/secret-keys.ts";
import { loadSecretKey, type SecretKey } from "./platform/secrets.ts";
import { readSettings, SettingsError, type Settings } from "./platform/settings.ts";
import { startTracing } from "./platform/tracing/start.ts";
import { createWorker, type Worker } from "./platform/worker.ts";
import { startChain } from "./start-chain.ts";
import { listenUrlOf, openDatabase, prepareDatabase } from "./start-database.ts";
import { payoutGuardOf, payoutLines } from "./start-payouts.ts";
import {
  databaseProblem,
  filesProblem,
  folderProblem,
  portProblem,
  StartError,
  demoInProduction,
  demoSizeWithoutDemo,
  demoTooLate,
} from "./start-errors.ts";

export interface RunningServer {
  url: string;
  inboxUrl: string | undefined;
  say(line: string): void;
  stop(): Promise<void>;
}

/** How long a stop waits for requests and jobs. */
const finishWithinMs = 10_000;
/** What a worker has not finished by then it gives back, for another node. */
const lastJobsMs = 8000;
/** How long it then waits for statements that are still running. */
const disconnectWithinMs = 1000;
const defaultInboxPort = 8025;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** What is asked for when the server is started, and is no setting of the machine. */
interface Asked {
  /** The size of the demo that is filled in. */
  members?: number | undefined;
}

/** Starts all parts in order. If one part fails, it stops the parts that are already running. */
export async function startServer(
  env: Record<string, string | undefined>,
  { members }: Asked = {},
): Promise<RunningServer> {
  const settings = settingsFrom(env);
  if (members !== undefined && !settings.demo) throw new StartError(demoSizeWithoutDemo);
  const held = heldSocketIn(env);
  const port = held ? settings.port : await freePort(settings);
  const log = createLog(settings.logLevel);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const stops: Stops = [];
  const stop = async () => {
    for (const stopPart of stops.toReversed()) await stopPart();
  };
  // Stopped last, so that what the other parts still do is sent as well.
  stops.push(await startTracing(settings.otlp, log));
  try {
    const publicUrl = settings.publicUrl ?? addressOf(settings.host, port);
    const start = { settings, say, stops, publicUrl, members };
    const { deps, inboxUrl, chainLines, database, transport } = await startParts(start, log);
    const worker = await workerIn(start, deps, { ...database, transport });
    await listen(start, deps, { database, worker, port, held });
    worker?.start();
    const url = addressOf(settings.host, port);
    const payouts = await payoutLines(settings, deps.payoutGuard);
    announce(say, settings, { url, inboxUrl, chainLines: [...chainLines, ...payouts] });
    if (!(await hasAdmin(deps.db))) {
      say("\n  There is no admin yet: npm run operator:add -- --email … --name …");
    }
    return { url, inboxUrl, say, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Stops = (() => Promise<void>)[];

interface Start {
  settings: Settings;
  publicUrl: string;
  members: number | undefined;
  say(line: string): void;
  /** Each part that is started adds what stops it. */
  stops: Stops;
}

/** What requests and jobs work with. */
async function startParts({ settings, publicUrl, members, say, stops }: Start, log: Log) {
  const database = await startDatabase({ settings, say, stops }, log);
  const { db, ownerUrl, workerUrl } = database;
  const secretKey = await secretKeyOf(settings, { ownerUrl, db }, say);
  const started = await startChain(settings);
  if (started) stops.push(started.stop);
  const { smtpUrl, inboxUrl } = await mailOf(settings, log, stops);
  const transport = await transportOf(settings, smtpUrl);
  stops.push(async () => transport.close());
  const deps: Deps = {
    db,
    log,
    clock: systemClock,
    databaseClock: databaseClock(db),
    secretKey,
    production: settings.production,
    publicUrl,
    files: await filesOf(settings),
    anchorsDir: join(settings.dataDir, "anchors"),
    folders: [settings.dataDir, ...(database.folder === undefined ? [] : [database.folder])],
    unsafe: settings.unsafe,
    alertWebhook: settings.alertWebhook,
    pushHosts: settings.pushHosts,
    chain: started?.chain,
    payoutGuard: payoutGuardOf(settings, { db, log, clock: systemClock, publicUrl, transport }),
  };
  if (settings.production && (await holdsDemo(db))) throw new StartError(demoInProduction);
  if (settings.demo && ownerUrl !== undefined && workerUrl !== undefined) {
    const relaxed = createDb(createPool({ url: workerUrl, poolSize: 3 }), { relaxed: true });
    await fillInDemo({ ...deps, db: relaxed }, { ownerUrl, members, say });
  }
  return { deps, database, transport, inboxUrl, chainLines: started?.lines ?? [] };
}

/** PostgreSQL with its migrations, and the pool of the requests. */
async function startDatabase({ settings, say, stops }: Pick<Start, "settings" | "say" | "stops">, log: Log) {
  await makeFolder(settings.dataDir).catch((error: unknown) => {
    throw folderProblem(error, settings.dataDir);
  });
  const opened = await openDatabase(settings, log, say).catch(sayDatabaseProblem);
  stops.push(opened.stop);
  const { workerUrl, warnings } = await prepareDatabase(opened, settings, say).catch(sayDatabaseProblem);
  for (const warning of [...settings.doubts, ...settings.unsafe, ...warnings]) say(`Warning: ${warning}`);
  // Requests and the worker have a pool and a login each, so that SQL in a request has no right of the worker's.
  const pool = createPool({ url: opened.webUrl, poolSize: settings.databasePoolSize });
  const db = createDb(pool);
  stops.push(() => atMost(disconnectWithinMs, db.destroy()));
  return { pool, db, ownerUrl: opened.ownerUrl, workerUrl, readUrl: opened.readUrl, folder: opened.folder };
}

interface Served {
  database: { pool: pg.Pool; db: Db; readUrl: string | undefined };
  worker: Worker | undefined;
  port: number;
  held: { fd: number } | undefined;
}

/** Answers requests, until the stop, at which the worker ends with them. */
async function listen({ settings, stops }: Start, deps: Deps, served: Served): Promise<void> {
  const { database, worker, port, held } = served;
  const replica = replicaOf(settings, database);
  if (replica) stops.push(() => atMost(disconnectWithinMs, replica.close()));
  const drain: Drain = { hasBegun: false };
  const app = await buildApp(deps, {
    pool: database.pool,
    replica,
    webRoot,
    trustProxy: settings.trustProxy,
    metricsToken: settings.metricsToken,
    securityContact: settings.securityContact,
    drain,
  });
  stops.push(async () => {
    // Both at once, so that a long job and a slow client do not add up.
    const workerStopped = worker?.stop(lastJobsMs);
    drain.hasBegun = true;
    if (app.server.listening) await sleep(settings.drainMs);
    await atMost(finishWithinMs, Promise.all([app.close(), workerStopped]));
  });
  await app.listen({ host: settings.host, port, ...held }).catch((error: unknown) => {
    throw portProblem(error, { setting: "PORT", host: settings.host, port });
  });
}

/** Waits for a part to stop, but not for ever: the parts below it, such as the embedded database, stop as well. */
async function atMost(ms: number, stopping: Promise<unknown>): Promise<void> {
  await Promise.race([stopping, sleep(ms)]);
}

/** Uses its own connections, which do not wait for the disk at each of several thousand commits. */
async function fillInDemo(
  deps: Deps,
  { ownerUrl, members, say }: { ownerUrl: string } & Pick<Start, "members" | "say">,
): Promise<void> {
  const size = members === undefined ? "" : ` of ${members.toLocaleString("en-US")} members`;
  try {
    await seedDemo(deps, ownerUrl, { members, onStart: () => say(`Filling in the demo${size} …`) });
  } catch (error) {
    if (error instanceof DemoTooLate) throw new StartError(demoTooLate);
    throw error instanceof DemoUnfinished ? new StartError(error.message) : error;
  } finally {
    await deps.db.destroy();
  }
}

/** Nothing waits for it: a replica that is not there yet is found when it is. */
function replicaOf(
  { databasePoolSize: poolSize, statementTimeoutMs }: Settings,
  { readUrl, db, pool }: { readUrl: string | undefined; db: Db; pool: pg.Pool },
): Replica | undefined {
  return readUrl === undefined
    ? undefined
    : new Replica({ url: readUrl, poolSize, statementTimeoutMs, db, pool });
}

function settingsFrom(env: Record<string, string | undefined>): Settings {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) throw new StartError(error.message);
    throw error;
  }
}

/** Opened by the owner, because the application may not add a key. A node without the owner's address reads it. */
async function secretKeyOf(
  settings: Settings,
  { ownerUrl, db }: { ownerUrl: string | undefined; db: Db },
  say: (line: string) => void,
): Promise<SecretKey> {
  const { dataDir, secretKey, previousSecretKey: previous } = settings;
  const current = await loadSecretKey(dataDir, secretKey);
  const owner = ownerUrl === undefined ? undefined : createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    if (!owner) return await registeredSecretKey(db, current);
    const opened = await openSecretKey(owner, { current, previous, now: systemClock() });
    if (previous !== undefined) {
      say(`The secret key ${opened.id} is in use. SECRET_KEY_PREVIOUS is no longer needed.`);
    }
    return opened;
  } catch (error) {
    throw error instanceof KeyProblem ? new StartError(error.message) : error;
  } finally {
    await owner?.destroy();
  }
}

function sayDatabaseProblem(error: unknown): never {
  throw databaseProblem(error);
}

async function filesOf(settings: Settings): Promise<FileStore> {
  const store = fileStoreOf(settings);
  if (settings.filesAt === undefined) return store;
  await tryStore(store).catch((error: unknown) => {
    throw filesProblem(error);
  });
  return store;
}

async function mailOf(settings: Settings, log: Log, stops: Stops) {
  if (settings.smtpUrl !== undefined) return { smtpUrl: settings.smtpUrl, inboxUrl: undefined };
  const open = (webPort: number) =>
    startMailCatcher({ host: "127.0.0.1", webPort, dataDir: settings.dataDir, log });
  const catcher = await (settings.mailInboxPort === undefined
    ? // A taken default port must not prevent the start.
      open(defaultInboxPort).catch(() => open(0))
    : open(settings.mailInboxPort).catch((error: unknown) => {
        const port = settings.mailInboxPort ?? 0;
        throw portProblem(error, { setting: "MAIL_INBOX_PORT", host: "127.0.0.1", port });
      }));
  stops.push(() => catcher.stop());
  return catcher;
}

async function transportOf(settings: Settings, smtpUrl: string): Promise<SmtpTransport> {
  const dkim =
    settings.dkim &&
    (await loadDkim(settings.dkim).catch(() => {
      throw new StartError("DKIM_KEY_FILE is not a private key that can be read.");
    }));
  return createMailTransport(smtpUrl, { dkim, needsTls: settings.mailNeedsTls });
}

interface WorkerParts {
  transport: SmtpTransport;
  ownerUrl: string | undefined;
  workerUrl: string | undefined;
}

/** Works by its own pool and its own login. What a database needs to begin with is written by it. */
async function workerIn(
  { settings, stops }: Start,
  deps: Deps,
  { transport, ownerUrl, workerUrl }: WorkerParts,
): Promise<Worker | undefined> {
  if (!settings.worker) return undefined;
  if (ownerUrl === undefined || workerUrl === undefined) {
    throw new StartError("A worker needs the owner's address: set DATABASE_OWNER_URL.");
  }
  const db = createDb(createPool({ url: workerUrl, poolSize: settings.databasePoolSize }));
  stops.push(() => atMost(disconnectWithinMs, db.destroy()));
  const workerDeps = { ...deps, db, databaseClock: databaseClock(db) };
  await atomically(db, makePushKeys, { secretKey: deps.secretKey, now: systemClock() });
  await atomically(db, beginClosings, { now: await workerDeps.databaseClock() });
  return createWorker({
    db,
    log: deps.log,
    tasks: [...tasksOf(workerDeps), ...tasksWith(settings, workerDeps, { transport, ownerUrl })],
    listenUrl: listenUrlOf({ ownerUrl, workerUrl }),
  });
}

/** The tasks that need a setting of this node: mails and backups. */
function tasksWith(
  settings: Settings,
  deps: Deps,
  { transport, ownerUrl }: { transport: SmtpTransport; ownerUrl: string },
): Task[] {
  const { db, databaseClock: clock, files, secretKey } = deps;
  const { backup: plan } = settings;
  const mails = sendMailTask({
    ...deps,
    phraseFor,
    transport,
    from: settings.mailFrom,
    bounceTo: settings.mailBounce,
  });
  if (!plan) return [mails];
  const backups = backupTask({ db, databaseClock: clock, files, secretKey, ownerUrl, plan });
  if (plan.rehearseDays === undefined) return [mails, backups];
  const { dir, rehearseDays: everyDays } = plan;
  const rehearsals = rehearsalTask({ db, databaseClock: clock, secretKey, ownerUrl, dir, everyDays });
  return [mails, backups, rehearsals];
}

/**
 * The socket that systemd holds open for us (fc-portal.socket): who calls while we are being restarted waits there, and
 * is not refused. Its descriptor is always the third.
 */
function heldSocketIn(env: Record<string, string | undefined>): { fd: number } | undefined {
  return env["LISTEN_FDS"] === "1" ? { fd: 3 } : undefined;
}

/**
 * The port to listen on. It is checked before the slow parts of the start, so that the most common mistake is shown
 * at once. For 0 a free port is chosen here, because mails contain it.
 */
async function freePort({ host, port }: Settings): Promise<number> {
  const probe = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, host, () => {
        const found = portOf(probe);
        probe.close(() => resolve(found));
      });
    });
  } catch (error) {
    throw portProblem(error, { setting: "PORT", host, port });
  }
}

/** This machine is shown by its name: passkeys need a domain, and an IP address is none. */
const thisMachine: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "0.0.0.0", "::"]);

function addressOf(host: string, port: number): string {
  const shownHost = thisMachine.has(host) ? "localhost" : host;
  return `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${port}`;
}

function announce(
  say: (line: string) => void,
  settings: Settings,
  { url, inboxUrl, chainLines }: { url: string; inboxUrl: string | undefined; chainLines: string[] },
): void {
  say("");
  const shown = settings.publicUrl ?? url;
  say(`  FC Portal      ${shown}`);
  say(`  Console        ${shown}/console`);
  say(`  API            ${shown}/api`);
  if (settings.publicUrl !== undefined) say(`  Listens on     ${url}`);
  if (inboxUrl) say(`  E-mails        ${inboxUrl}`);
  for (const line of chainLines) say(line);
  if (settings.demo) {
    say("");
    say(`  Demo logins, with ${demoPassword} as their first password`);
    for (const { refId, name } of demoLogins) say(`    ${refId}   ${name}`);
    say(`    ${demoOperator.email}   ${demoOperator.name}, in the console`);
  }
  say("");
  say("  Stop with Ctrl-C.");
}
