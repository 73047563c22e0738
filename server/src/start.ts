import { createServer } from "node:net";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { seedDemo } from "../seeds/demo.ts";
import { demoLogins, demoPassword } from "../seeds/demo-logins.ts";
import { buildApp, tasksOf } from "./app.ts";
import { systemClock } from "./platform/clock.ts";
import { createDb, createPool } from "./platform/db.ts";
import type { Deps } from "./platform/deps.ts";
import { startEmbeddedPostgres } from "./platform/embedded-postgres.ts";
import { folderStore } from "./platform/files/file-store.ts";
import { createWorker, type Worker } from "./platform/jobs.ts";
import { createLog } from "./platform/logger.ts";
import { startMailCatcher } from "./platform/mail/catcher.ts";
import { sendMailTask } from "./platform/mail/outbox.ts";
import { createMailTransport } from "./platform/mail/transport.ts";
import { migrate } from "./platform/migrate.ts";
import { loadSecretKey } from "./platform/secrets.ts";
import { readSettings, SettingsError, type Settings } from "./platform/settings.ts";

/** Something a person can mend: shown without a stack trace. */
export class StartError extends Error {}

export interface RunningServer {
  url: string;
  inboxUrl: string | undefined;
  say(line: string): void;
  stop(): Promise<void>;
}

const usualInboxPort = 8025;
const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Brings everything up in order and, when one part fails, takes down what is already up. */
export async function startServer(env: Record<string, string | undefined>): Promise<RunningServer> {
  const settings = settingsFrom(env);
  const log = createLog(settings.logLevel);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.toReversed()) await stopPart();
  };
  try {
    await checkPortIsFree(settings);
    await mkdir(settings.dataDir, { recursive: true });

    const { ownerUrl, appUrl, role } = await databaseOf(settings, say, stops);
    await migrate(ownerUrl);
    const pool = createPool({
      url: appUrl,
      role,
      poolSize: settings.databasePoolSize,
      statementTimeoutMs: settings.statementTimeoutMs,
    });
    const db = createDb(pool);
    stops.push(() => db.destroy());

    const secretKey = await loadSecretKey(settings.dataDir, settings.secretKey);
    const deps: Deps = {
      db,
      log,
      clock: systemClock,
      secretKey,
      publicUrl: settings.publicUrl,
      files: folderStore(join(settings.dataDir, "files")),
      incomingDir: join(settings.dataDir, "incoming"),
    };
    if (settings.demo) await seedDemo(deps);

    const { smtpUrl, inboxUrl } = await mailOf(settings, deps, stops);
    const app = await buildApp(deps, {
      pool,
      webRoot,
      trustProxy: settings.trustProxy,
      metricsToken: settings.metricsToken,
    });
    stops.push(() => app.close());
    const url = await listen(app, settings);

    if (settings.worker) {
      const worker = workerOf(settings, deps, pool, smtpUrl);
      worker.start();
      stops.push(() => worker.stop());
    }
    announce(say, settings, url, inboxUrl);
    return { url, inboxUrl, say, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settingsFrom(env: Record<string, string | undefined>): Settings {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) throw new StartError(error.message);
    throw error;
  }
}

type Stops = (() => Promise<void>)[];

async function databaseOf(settings: Settings, say: (line: string) => void, stops: Stops) {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl !== undefined) {
    // With a URL for the owner, the other one's role is the application's own; else we step down to it.
    const role: "fc_app" | undefined = databaseOwnerUrl === undefined ? "fc_app" : undefined;
    return { ownerUrl: databaseOwnerUrl ?? databaseUrl, appUrl: databaseUrl, role };
  }
  say("Starting the embedded PostgreSQL …");
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  stops.push(() => postgres.stop());
  return { ownerUrl: postgres.url, appUrl: postgres.url, role: "fc_app" as const };
}

async function mailOf(settings: Settings, { log }: Deps, stops: Stops) {
  if (settings.smtpUrl !== undefined) return { smtpUrl: settings.smtpUrl, inboxUrl: undefined };
  const open = (webPort: number) =>
    startMailCatcher({ host: "127.0.0.1", webPort, dataDir: settings.dataDir, log });
  const catcher = await (settings.mailInboxPort === undefined
    ? // The usual one is not worth a failed start.
      open(usualInboxPort).catch(() => open(0))
    : open(settings.mailInboxPort));
  stops.push(() => catcher.stop());
  return catcher;
}

function workerOf(settings: Settings, deps: Deps, pool: pg.Pool, smtpUrl: string): Worker {
  const { db, log, clock } = deps;
  const transport = createMailTransport(smtpUrl);
  const tasks = [...tasksOf(deps), sendMailTask({ db, log, clock, transport, from: settings.mailFrom })];
  return createWorker({ db, pool, log, clock, tasks });
}

/** Before the slow parts of the start, so that this most common mistake is told at once. */
async function checkPortIsFree({ host, port }: Settings): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  }).catch((error: unknown) => {
    throw portError(error, host, port);
  });
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portError(error, host, port);
  }
  const address = app.server.address();
  const actualPort = typeof address === "object" && address ? address.port : port;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${actualPort}`;
}

function portError(error: unknown, host: string, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} on ${host} is already in use. Set PORT to another one: PORT=${port + 1} npm start`,
    );
  }
  if (code === "EACCES")
    return new StartError(`Port ${port} needs rights you do not have. Set PORT to 1024 or above.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartError(`This machine has no address ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`);
  }
  return error;
}

function announce(
  say: (line: string) => void,
  settings: Settings,
  url: string,
  inboxUrl: string | undefined,
): void {
  say("");
  say(`  FC Portal      ${url}`);
  say(`  API            ${url}/api`);
  if (inboxUrl) say(`  E-mails        ${inboxUrl}`);
  if (settings.demo) {
    say("");
    say(`  Demo logins, password ${demoPassword}`);
    for (const { refId, name } of demoLogins) say(`    ${refId}   ${name}`);
  }
  say("");
  say("  Stop with Ctrl-C.");
}
