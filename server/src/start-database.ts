import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "./development/embedded-postgres/embedded-postgres.ts";
import type { Log } from "./platform/logger.ts";
import type { Settings } from "./platform/settings.ts";

export interface Database {
  ownerUrl: string;
  appUrl: string;
  /** To step down to, where the URL's own role is the owner. */
  role: "fc_app" | undefined;
  stop(): Promise<void>;
}

/** The database of the settings; without any, an embedded one that is kept running. */
export async function openDatabase(
  settings: Settings,
  log: Log,
  say: (line: string) => void,
): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl !== undefined) {
    const role = databaseOwnerUrl === undefined ? "fc_app" : undefined;
    return {
      ownerUrl: databaseOwnerUrl ?? databaseUrl,
      appUrl: databaseUrl,
      role,
      stop: async () => undefined,
    };
  }
  say("Starting the embedded PostgreSQL …");
  let running = await startEmbeddedPostgres({ dataDir, log: say });
  const { url } = running;
  const watched = keepRunning(url, log, async () => {
    running = await startEmbeddedPostgres({ dataDir, log: say });
    if (running.url === url) return;
    // The pool knows the old address only; a supervisor or a person starts us anew.
    say("The embedded PostgreSQL came back on another port. Please start again.");
    process.kill(process.pid, "SIGTERM");
  });
  return {
    ownerUrl: url,
    appUrl: url,
    role: "fc_app",
    async stop() {
      await watched.end();
      await running.stop();
    },
  };
}

const lookEveryMs = 2000;

/** PostgreSQL may be killed under us, by a mistake or for want of memory: then it is started again. */
function keepRunning(url: string, log: Log, restart: () => Promise<void>): { end(): Promise<void> } {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted || (await answers(url))) continue;
      log.error("the embedded PostgreSQL is gone; starting it again");
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

/** Only a refused connection means that it is gone; a busy one is left alone. */
async function answers(url: string): Promise<boolean> {
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
