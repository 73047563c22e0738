import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { second } from "./clock.ts";
import { wakeChannel } from "./jobs.ts";
import type { Log } from "./logger.ts";

export interface WakeListener {
  stop(): Promise<void>;
}

const retryMs = 1 * second;
/** A server that hangs does not answer a goodbye either. */
const endWithinMs = 1 * second;

/**
 * Wakes a worker when a job is written. Its connection is its own and direct, because a pooler would deliver a
 * notification to nobody. While the connection is away the worker still polls.
 */
export function listenForJobs(url: string, { wake, log }: { wake: () => void; log: Log }): WakeListener {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      try {
        await listenOnce(url, wake, ending.signal);
      } catch (error) {
        log.warn({ err: error }, "not woken by new jobs; they are found by polling");
        await sleep(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      }
    }
  })();
  return {
    async stop() {
      ending.abort();
      await loop;
    },
  };
}

/** Ends when the connection is lost. */
async function listenOnce(url: string, wake: () => void, ending: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "fc-portal wake",
    connectionTimeoutMillis: 5 * second,
    keepAlive: true,
  });
  const over = Promise.withResolvers<void>();
  client.on("error", () => over.resolve());
  client.once("end", () => over.resolve());
  ending.addEventListener("abort", () => over.resolve(), { once: true });
  client.on("notification", wake);
  try {
    await client.connect();
    await client.query(`listen ${wakeChannel}`);
    // The worker may have looked for jobs before, so that what was written in between would wait for the next poll.
    wake();
    await over.promise;
  } finally {
    await Promise.race([client.end(), sleep(endWithinMs, undefined, { ref: false })]);
  }
}
