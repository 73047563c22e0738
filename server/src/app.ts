import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { authRoutes } from "./features/auth/routes.ts";
import { mailTemporaryPasswordTask } from "./features/auth/forgot-password.ts";
import { bankGuard } from "./features/bank/bank.ts";
import { bankRoutes } from "./features/bank/routes.ts";
import { coinAddressGuards } from "./features/coin-address/coin-address.ts";
import { coinAddressRoutes } from "./features/coin-address/routes.ts";
import { dashboardRoutes } from "./features/dashboard/routes.ts";
import { operatorRoutes } from "./features/operators/routes.ts";
import { closingOperatorRoutes } from "./features/closings/operator-routes.ts";
import { ledgerOperatorRoutes } from "./features/ledger/operator-routes.ts";
import { measureDaysTask } from "./features/house-reports/measure.ts";
import { houseReportOperatorRoutes } from "./features/house-reports/operator-routes.ts";
import { jobOperatorRoutes } from "./features/jobs/operator-routes.ts";
import { memberOperatorRoutes } from "./features/members/operator-routes.ts";
import { fmdcGuard } from "./features/fmdc/fmdc.ts";
import { fmdcRoutes } from "./features/fmdc/routes.ts";
import { noticeOperatorRoutes } from "./features/notices/operator-routes.ts";
import { noticeRoutes } from "./features/notices/routes.ts";
import { otpRoutes } from "./features/otp/routes.ts";
import { planOperatorRoutes } from "./features/plan/operator-routes.ts";
import { planRoutes } from "./features/plan/routes.ts";
import { priceOperatorRoutes } from "./features/prices/operator-routes.ts";
import { priceRoutes } from "./features/prices/routes.ts";
import { authenticatorGuards } from "./features/security/authenticator.ts";
import { securityRoutes } from "./features/security/routes.ts";
import { settingOperatorRoutes } from "./features/settings/operator-routes.ts";
import { stakingOperatorRoutes } from "./features/staking/operator-routes.ts";
import { stakingRoutes } from "./features/staking/routes.ts";
import { stakingGuard } from "./features/staking/staking.ts";
import { uploadRoutes } from "./features/uploads/routes.ts";
import { changePasswordGuard } from "./features/password/password.ts";
import { passwordRoutes } from "./features/password/routes.ts";
import { completeRegistrationTask } from "./features/registration/completion.ts";
import { registrationRoutes } from "./features/registration/routes.ts";
import { panGuard } from "./features/pan/pan.ts";
import { panRoutes } from "./features/pan/routes.ts";
import { profileGuard } from "./features/profile/profile.ts";
import { profileRoutes } from "./features/profile/routes.ts";
import { reportRoutes } from "./features/reports/routes.ts";
import { todayOperatorRoutes } from "./features/today/operator-routes.ts";
import { teamRoutes } from "./features/team/routes.ts";
import { topUpGuard } from "./features/transfer/top-up.ts";
import { transferGuard } from "./features/transfer/transfer.ts";
import { transferRoutes } from "./features/transfer/routes.ts";
import { measureNetResultsTask } from "./features/transparency/measure.ts";
import { transparencyRoutes } from "./features/transparency/routes.ts";
import { walletRoutes } from "./features/wallet/routes.ts";
import { withdrawOperatorRoutes } from "./features/withdraw/operator-routes.ts";
import { withdrawRoutes } from "./features/withdraw/routes.ts";
import { internalTransferGuard, withdrawGuard } from "./features/withdraw/withdraw.ts";
import { supportOperatorRoutes } from "./features/support/operator-routes.ts";
import { supportRoutes } from "./features/support/routes.ts";
import { forgetOldKeys } from "./core/ledger/idempotency.ts";
import { verifyTask } from "./core/ledger/asked-verification.ts";
import { sealTask } from "./core/ledger/seal.ts";
import { rollUpTask } from "./core/network/roll-up.ts";
import { dryRunTask } from "./core/plan/asked-dry-run.ts";
import { closingTask } from "./core/plan/task.ts";
import type { Deps } from "./platform/deps.ts";
import { forgetUnfinishedUploads, mountResumable } from "./platform/files/resumable.ts";
import { forgetUnusedUpload } from "./platform/files/uploads.ts";
import { mountApi } from "./platform/http/api.ts";
import { mountApiDocument } from "./platform/http/api-document.ts";
import type { BoundRoute } from "./platform/http/handle.ts";
import { mountHealth } from "./platform/http/health.ts";
import { mountPages } from "./platform/http/pages.ts";
import { createHttpServer } from "./platform/http/server.ts";
import type { Task } from "./platform/jobs.ts";
import { forgetOldLimits } from "./platform/rate-limit.ts";
import { forgetOldOperatorSessions } from "./platform/operator-sessions.ts";
import { forgetOldSessions } from "./platform/sessions.ts";

/** Every route of the product, joined with its handler: the table of contents of the API. */
export function routesOf(deps: Deps): BoundRoute[] {
  const guards = [
    changePasswordGuard(deps),
    stakingGuard(deps),
    withdrawGuard(deps),
    internalTransferGuard(deps),
    transferGuard(deps),
    topUpGuard(deps),
    ...authenticatorGuards(deps),
    profileGuard(deps),
    ...coinAddressGuards(deps),
    fmdcGuard(deps),
    bankGuard(deps),
    panGuard(deps),
  ];
  return [
    ...authRoutes(deps),
    ...otpRoutes(deps, guards),
    ...passwordRoutes(deps),
    ...securityRoutes(deps),
    ...supportRoutes(deps),
    ...noticeRoutes(deps),
    ...registrationRoutes(deps),
    ...teamRoutes(deps),
    ...reportRoutes(deps),
    ...dashboardRoutes(deps),
    ...planRoutes(deps),
    ...transparencyRoutes(deps),
    ...priceRoutes(deps),
    ...uploadRoutes(deps),
    ...stakingRoutes(deps),
    ...walletRoutes(deps),
    ...withdrawRoutes(deps),
    ...transferRoutes(deps),
    ...profileRoutes(deps),
    ...operatorRoutes(deps),
    ...stakingOperatorRoutes(deps),
    ...settingOperatorRoutes(deps),
    ...priceOperatorRoutes(deps),
    ...noticeOperatorRoutes(deps),
    ...supportOperatorRoutes(deps),
    ...withdrawOperatorRoutes(deps),
    ...memberOperatorRoutes(deps),
    ...jobOperatorRoutes(deps),
    ...closingOperatorRoutes(deps),
    ...ledgerOperatorRoutes(deps),
    ...planOperatorRoutes(deps),
    ...houseReportOperatorRoutes(deps),
    ...todayOperatorRoutes(deps),
    ...coinAddressRoutes(deps),
    ...fmdcRoutes(deps),
    ...bankRoutes(deps),
    ...panRoutes(deps),
  ];
}

/** Everything the background worker can be asked to do, apart from sending mail. */
export function tasksOf(deps: Deps): Task[] {
  return [
    mailTemporaryPasswordTask(deps),
    completeRegistrationTask(deps),
    rollUpTask(deps.db),
    sealTask(deps),
    closingTask(deps),
    dryRunTask(deps),
    verifyTask(deps),
    measureNetResultsTask(deps),
    measureDaysTask(deps),
    forgetUnusedUpload(deps),
    forgetUnfinishedUploads(deps.incomingDir),
    forgetOldLimits(deps.db, deps.clock),
    forgetOldSessions(deps.db, deps.clock),
    forgetOldKeys(deps.db, deps.clock),
    forgetOldOperatorSessions(deps.db, deps.clock),
  ];
}

interface AppOptions {
  pool: pg.Pool;
  webRoot: string;
  trustProxy: boolean | number | string;
  metricsToken: string | undefined;
  production: boolean;
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const https = deps.publicUrl.startsWith("https:");
  const routes = routesOf(deps);
  const app = await createHttpServer({ log: deps.log, trustProxy: options.trustProxy, https });
  mountHealth(app, {
    db: deps.db,
    pool: options.pool,
    metricsToken: options.metricsToken,
    production: options.production,
  });
  mountApi(app, routes, { db: deps.db, clock: deps.clock, https });
  mountResumable(app, deps);
  mountApiDocument(
    app,
    routes.map(({ route }) => route),
  );
  await mountPages(app, options.webRoot);
  return app;
}
