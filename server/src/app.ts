import { reportDisks } from "./core/alerts/disks.ts";
import { houseGauges } from "./core/alerts/metrics.ts";
import type { KeptTables } from "./core/feature.ts";
import { guardsOf, type OtpGuard } from "./core/guarded-changes/guarded-change.ts";
import { proposalActs } from "./core/proposals/proposals.ts";
import { coreTasks } from "./core/tasks.ts";
import { features } from "./features.ts";
import { registrationPreview } from "./features/registration/link-preview.ts";
import type { Deps } from "./platform/deps.ts";
import { mountResumable } from "./platform/files/resumable.ts";
import { mountApiDocument } from "./platform/http/api-document.ts";
import { mountApi } from "./platform/http/api.ts";
import type { BoundRoute } from "./platform/http/handle.ts";
import { mountHealth } from "./platform/http/health.ts";
import { mountPages } from "./platform/http/pages.ts";
import { mountSecurityText } from "./platform/http/security-text.ts";
import { createHttpServer, type Drain } from "./platform/http/server.ts";
import type { Task } from "./platform/jobs.ts";
import type { Replica } from "./platform/replica/replica.ts";
import type { FastifyInstance } from "fastify";
import type pg from "pg";

/** Every route with its handler. */
export function routesOf(deps: Deps): BoundRoute[] {
  const guards: OtpGuard[] = [];
  const all = { guards, acts: proposalActs(features.flatMap(({ acts = [] }) => acts)), kept: keptTables };
  const routes = features.flatMap((feature) => feature.routes?.(deps, all) ?? []);
  guards.push(...guardsOf(routes));
  return routes;
}

/** What members read in "my data" as it is kept. */
export const keptTables: KeptTables = Object.assign({}, ...features.map(({ kept }) => kept));

/** Every task of the background worker except sending mail. */
export function tasksOf(deps: Deps): Task[] {
  return [...coreTasks(deps), ...features.flatMap((feature) => feature.tasks?.(deps) ?? [])];
}

interface AppOptions {
  pool: pg.Pool;
  replica?: Replica | undefined;
  webRoot: string;
  trustProxy: false | number | string;
  metricsToken: string | undefined;
  securityContact?: string | undefined;
  drain?: Drain;
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const https = deps.publicUrl.startsWith("https:");
  const { replica } = options;
  const routes = routesOf(deps);
  const { trustProxy, drain = { hasBegun: false } } = options;
  const app = await createHttpServer({ log: deps.log, trustProxy, https, drain });
  mountHealth(app, {
    db: deps.db,
    pool: options.pool,
    metricsToken: options.metricsToken,
    production: deps.production,
    measuring: (registry) => {
      const measures = [houseGauges(registry, deps), ...(replica ? [replica.measuring(registry)] : [])];
      return async () => void (await Promise.all(measures.map((measure) => measure())));
    },
    drain,
  });
  mountApi(app, routes, { db: deps.db, replica, clock: deps.clock, https });
  mountResumable(app, deps);
  for (const { mount } of features) mount?.(app, deps);
  reportDisks(app, deps);
  mountApiDocument(
    app,
    routes.map(({ route }) => route),
  );
  const { publicUrl, clock } = deps;
  mountSecurityText(app, { contact: options.securityContact, publicUrl, clock });
  const pages = { webRoot: options.webRoot, publicUrl, registrationPreview: registrationPreview(deps) };
  await mountPages(app, pages);
  return app;
}
