import { AppError } from "@fc/contract/errors";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../db.ts";
import { sameBytes, sha256 } from "../secrets.ts";
import type { Drain } from "./server.ts";

interface HealthOptions {
  db: Db;
  pool: pg.Pool;
  metricsToken: string | undefined;
  production: boolean;
  measuring?: Measuring;
  drain?: Drain;
}

/** Adds gauges, and returns what reads their values before each answer. */
export type Measuring = (registry: Registry) => () => Promise<void>;

/** A load balancer asks every few seconds; a database that answers later than this serves nobody. */
const readyWithinMs = 1500;

/** /healthz: the process runs. /readyz: it can serve. /metrics: for monitoring, not for the public. */
export function mountHealth(
  app: FastifyInstance,
  { db, pool, metricsToken, production, measuring, drain }: HealthOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by route pattern and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of this node's pool",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  const measure = measuring?.(registry);

  app.get("/healthz", async () => ({ status: "ok" }));
  let reading: Promise<unknown> | undefined;
  app.get("/readyz", async (_request, reply) => {
    // A status of its own: a proxy sends nothing new here at once, while it takes a node that is only busy out later.
    if (drain?.hasBegun) return reply.code(404).send({ status: "stopping" });
    // One question at a time: while the database hangs, each further one would take another connection.
    reading ??= sql`select 1`.execute(db).finally(() => (reading = undefined));
    const isReady = await Promise.race([
      reading.then(
        () => true,
        () => false,
      ),
      sleep(readyWithinMs, false, { ref: false }),
    ]);
    if (!isReady) throw new AppError("UNAVAILABLE");
    return { status: "ready" };
  });
  app.get("/metrics", async (request, reply) => {
    const given = request.headers.authorization ?? "";
    const allowed =
      metricsToken === undefined
        ? // Behind a proxy on this machine every caller looks local, so production requires a token.
          !production &&
          isLoopback(request.socket.remoteAddress) &&
          request.headers["x-forwarded-for"] === undefined
        : sameBytes(sha256(given), sha256(`Bearer ${metricsToken}`));
    if (!allowed) throw new AppError("NOT_FOUND");
    await measure?.();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isLoopback(address: string | undefined): boolean {
  return address === "::1" || (address?.replace("::ffff:", "").startsWith("127.") ?? false);
}
