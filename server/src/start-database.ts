import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "./development/embedded-postgres/embedded-postgres.ts";
import { loginUrlOf, prepareLogin } from "./platform/login.ts";
import type { Log } from "./platform/logger.ts";
import { checkMigrated, migrate } from "./platform/migrate.ts";
import type { Settings } from "./platform/settings.ts";

export interface Database {
  /** A direct address, for migrations and for whatever needs a session of its own. */
  ownerUrl: string;
  /** The application's login; a pooler may stand in between. */
  appUrl: string;
  /** The same login at the replicas, if there are any. */
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
  const { databaseUrl, databaseOwnerUrl, databaseReadUrl, dataDir } = settings;
  if (databaseUrl !== undefined) {
    const addresses = addressesOf(databaseUrl, databaseOwnerUrl);
    // Where there is only the owner's address, it is the owner's there as well.
    const readUrl = databaseReadUrl && addressesOf(databaseReadUrl, databaseOwnerUrl).appUrl;
    return { ...addresses, readUrl, folder: undefined, stop: async () => undefined };
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
    ...addressesOf(url),
    readUrl: undefined,
    folder: running.folder,
    async stop() {
      await watched.end();
      await running.stop();
    },
  };
}

/**
 * Tables first: the application's login gets its rights by them. Where migrations are a step of their own, a node only
 * looks whether that step was done.
 */
export async function prepareDatabase(
  { ownerUrl, appUrl }: Pick<Database, "ownerUrl" | "appUrl">,
  { migrate: migrates, statementTimeoutMs }: Pick<Settings, "migrate" | "statementTimeoutMs">,
): Promise<void> {
  if (migrates) await migrate(ownerUrl);
  else await checkMigrated(ownerUrl);
  await prepareLogin({ ownerUrl, appUrl, statementTimeoutMs });
}

/** The owner's address and the application's. Where there is only one, it is the owner's. */
export function addressesOf(url: string, ownerUrl?: string): Pick<Database, "ownerUrl" | "appUrl"> {
  return ownerUrl === undefined ? { ownerUrl: url, appUrl: loginUrlOf(url) } : { ownerUrl, appUrl: url };
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
    return (error as { code?: string }).code !== "ECONNREFUSED";
  } finally {
    await client.end().catch(() => undefined);
  }
}
