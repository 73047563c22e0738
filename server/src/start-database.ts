import { errorCode } from "./platform/error-code.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "./development/embedded-postgres/embedded-postgres.ts";
import { checkOwnLogin, hasRole, isOwner, loginUrlOf, prepareLogin, webUrlOf } from "./platform/login.ts";
import type { Log } from "./platform/logger.ts";
import { checkMigrated, migrate } from "./platform/migrate.ts";
import type { Settings } from "./platform/settings.ts";

/** Where the database is, and as whom. */
interface Addresses {
  /** A direct address, for migrations and backups. A node that only answers requests does not need to know it. */
  ownerUrl: string | undefined;
  /** The login of requests; a pooler may stand in between. */
  webUrl: string;
  /** The worker's login; undefined until it is known whether the login of requests still is the worker's too. */
  workerUrl: string | undefined;
}

export interface Database extends Addresses {
  /** The login of requests at the replicas, if there are any. */
  readUrl: string | undefined;
  /** Of the embedded one; undefined where the database has a machine of its own. */
  folder: string | undefined;
  stop(): Promise<void>;
}

/** The database of the settings; if none is set, an embedded one that is restarted when it stops. */
export async function openDatabase(
  settings: Settings,
  log: Log,
  say: (line: string) => void,
): Promise<Database> {
  const { databaseUrl, databaseReadUrl, dataDir } = settings;
  if (databaseUrl !== undefined) {
    const elsewhere = { folder: undefined, stop: async () => undefined };
    if (await onlyAnswersRequests(settings)) {
      const addresses = { ownerUrl: undefined, webUrl: databaseUrl, workerUrl: undefined };
      return { ...addresses, readUrl: databaseReadUrl, ...elsewhere };
    }
    // Where there is only the owner's address, it is the owner's there as well.
    const readUrl = databaseReadUrl && addressesOf({ ...settings, databaseUrl: databaseReadUrl }).webUrl;
    return { ...addressesOf({ ...settings, databaseUrl }), readUrl, ...elsewhere };
  }
  say("Starting the embedded PostgreSQL …");
  let running = await startEmbeddedPostgres({ dataDir, log: say });
  const { url } = running;
  const watched = keepRunning(url, log, async () => {
    running = await startEmbeddedPostgres({ dataDir, log: say });
    if (running.url === url) return;
    // The pool knows only the old address, so a supervisor or a person has to start us again.
    say("The embedded PostgreSQL came back on another port. Please start again.");
    process.kill(process.pid, "SIGTERM");
  });
  return {
    ...addressesOf({ databaseUrl: url }),
    readUrl: undefined,
    folder: running.folder,
    async stop() {
      await watched.end();
      await running.stop();
    },
  };
}

/** Where the one address that a node has may be a login of requests: a worker and migrations need the owner. */
export async function onlyAnswersRequests(settings: Settings): Promise<boolean> {
  const { databaseUrl, databaseOwnerUrl, worker, migrate: migrates } = settings;
  if (databaseUrl === undefined || databaseOwnerUrl !== undefined || worker || migrates) return false;
  return !(await isOwner(databaseUrl));
}

interface Prepared {
  workerUrl: string | undefined;
  /** What a person should change. */
  warnings: string[];
}

/**
 * Tables first: the logins get their rights by them. Where migrations are a step of their own, a node only looks whether
 * that step was done.
 */
export async function prepareDatabase(
  { ownerUrl, webUrl, workerUrl: given }: Addresses,
  { migrate: migrates, worker, demo, statementTimeoutMs }: PreparationSettings,
  say?: (line: string) => void,
): Promise<Prepared> {
  if (ownerUrl === undefined) {
    await checkMigrated(webUrl);
    return { workerUrl: undefined, warnings: await checkOwnLogin(webUrl, { statementTimeoutMs }) };
  }
  if (migrates) await migrate(ownerUrl, say);
  else await checkMigrated(ownerUrl);
  const login = { ownerUrl, statementTimeoutMs } as const;
  const warnings = await prepareLogin({ ...login, url: webUrl, role: "fc_web" });
  if (!worker && !demo) return { workerUrl: undefined, warnings };
  const workerUrl = given ?? (await workerUrlOf({ ownerUrl, webUrl }));
  await prepareLogin({ ...login, url: workerUrl, role: "fc_app" });
  return { workerUrl, warnings };
}

type PreparationSettings = Pick<Settings, "migrate" | "worker" | "demo" | "statementTimeoutMs">;

/** Of installations from before requests had a login of their own: the one that they have stays the worker's. */
export async function workerUrlOf({
  ownerUrl,
  webUrl,
}: {
  ownerUrl: string;
  webUrl: string;
}): Promise<string> {
  const login = decodeURIComponent(new URL(webUrl).username);
  return (await hasRole(ownerUrl, { login, role: "fc_app" })) ? webUrl : loginUrlOf(ownerUrl);
}

/** The worker's login without a pooler, which would deliver a notification to nobody: at the owner's address. */
export function listenUrlOf({ ownerUrl, workerUrl }: { ownerUrl: string; workerUrl: string }): string {
  const url = new URL(ownerUrl);
  const { username, password } = new URL(workerUrl);
  return Object.assign(url, { username, password }).href;
}

type GivenAddresses = { databaseUrl: string } & Partial<
  Pick<Settings, "databaseOwnerUrl" | "databaseWorkerUrl">
>;

/** Where there is only one address, it is the owner's, and the logins are made of it. */
export function addressesOf(given: GivenAddresses): Addresses & { ownerUrl: string } {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseWorkerUrl: workerUrl } = given;
  return ownerUrl === undefined
    ? { ownerUrl: url, webUrl: webUrlOf(url), workerUrl: workerUrl ?? loginUrlOf(url) }
    : { ownerUrl, webUrl: url, workerUrl };
}

const checkEveryMs = 2000;

/** Starts PostgreSQL again if it was killed, by mistake or because the machine ran out of memory. */
function keepRunning(url: string, log: Log, restart: () => Promise<void>): { end(): Promise<void> } {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      await sleep(checkEveryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted || (await isRunning(url))) continue;
      log.error("the embedded PostgreSQL stopped; starting it again");
      await restart().catch((error: unknown) => log.error({ err: error }, "it did not start"));
    }
  })();
  return {
    async end() {
      ending.abort();
      await loop;
    },
  };
}

/** Only a refused connection means that PostgreSQL stopped; a busy one is left alone. */
async function isRunning(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return errorCode(error) !== "ECONNREFUSED";
  } finally {
    await client.end().catch(() => undefined);
  }
}
