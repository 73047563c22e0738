import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { loginPortalRoutes } from "./features/login/portal-routes.ts";
import { mailTemporaryPasswordTask } from "./features/login/forgot-password.ts";
import { collectTask } from "./features/bulk-mail/collect.ts";
import { bulkMailConsoleRoutes } from "./features/bulk-mail/console-routes.ts";
import { feedTask } from "./features/bulk-mail/feed.ts";
import { mountOneClick } from "./features/bulk-mail/one-click.ts";
import { bulkMailPortalRoutes } from "./features/bulk-mail/portal-routes.ts";
import { bulkMailAct } from "./features/bulk-mail/send.ts";
import { browserErrorPortalRoutes } from "./features/browser-errors/portal-routes.ts";
import { activityPortalRoutes } from "./features/activity/portal-routes.ts";
import { anchorPortalRoutes } from "./features/anchors/portal-routes.ts";
import { bankPortalRoutes } from "./features/bank/portal-routes.ts";
import { closurePortalRoutes } from "./features/closure/portal-routes.ts";
import { closeAccountsTask } from "./features/closure/task.ts";
import { coinAddressPortalRoutes } from "./features/coin-address/portal-routes.ts";
import { dashboardPortalRoutes } from "./features/dashboard/portal-routes.ts";
import { documentConsoleRoutes } from "./features/documents/console-routes.ts";
import { documentAct } from "./features/documents/drafts.ts";
import { documentPortalRoutes } from "./features/documents/portal-routes.ts";
import { depositConsoleRoutes } from "./features/deposits/console-routes.ts";
import { dashboardOf } from "./features/dashboard/queries.ts";
import { forgetOldOperatorDevices, mailConsoleLinkTask } from "./features/operators/devices.ts";
import { operatorConsoleRoutes } from "./features/operators/console-routes.ts";
import { closingConsoleRoutes } from "./features/closings/console-routes.ts";
import { ledgerConsoleRoutes } from "./features/ledger/console-routes.ts";
import { measureDaysTask } from "./features/reports/measure.ts";
import { reportConsoleRoutes } from "./features/reports/console-routes.ts";
import { freezePortalRoutes } from "./features/freeze/portal-routes.ts";
import { jobConsoleRoutes } from "./features/jobs/console-routes.ts";
import { memberConsoleRoutes } from "./features/members/console-routes.ts";
import { kycConsoleRoutes } from "./features/kyc/console-routes.ts";
import { kycPortalRoutes } from "./features/kyc/portal-routes.ts";
import { fmdcPortalRoutes } from "./features/fmdc/portal-routes.ts";
import { myDataPortalRoutes } from "./features/my-data/portal-routes.ts";
import { noticeConsoleRoutes } from "./features/notices/console-routes.ts";
import { noticePortalRoutes } from "./features/notices/portal-routes.ts";
import { notificationPortalRoutes } from "./features/notifications/portal-routes.ts";
import { otpPortalRoutes } from "./features/otp/portal-routes.ts";
import { announceTask } from "./features/plan/announce.ts";
import { planConsoleRoutes } from "./features/plan/console-routes.ts";
import { planPortalRoutes } from "./features/plan/portal-routes.ts";
import { priceConsoleRoutes } from "./features/prices/console-routes.ts";
import { pricePortalRoutes } from "./features/prices/portal-routes.ts";
import { securityPortalRoutes } from "./features/security/portal-routes.ts";
import { settingConsoleRoutes } from "./features/settings/console-routes.ts";
import { signalConsoleRoutes } from "./features/signals/console-routes.ts";
import { stakingConsoleRoutes } from "./features/staking/console-routes.ts";
import { stakingPortalRoutes } from "./features/staking/portal-routes.ts";
import { uploadPortalRoutes } from "./features/uploads/portal-routes.ts";
import { emailPortalRoutes } from "./features/email/portal-routes.ts";
import { passwordPortalRoutes } from "./features/password/portal-routes.ts";
import { completeRegistrationTask } from "./features/registration/completion.ts";
import { registrationConsoleRoutes } from "./features/registration/console-routes.ts";
import { registrationPreview } from "./features/registration/link-preview.ts";
import { registrationPortalRoutes } from "./features/registration/portal-routes.ts";
import { panPortalRoutes } from "./features/pan/portal-routes.ts";
import { profilePortalRoutes } from "./features/profile/portal-routes.ts";
import { reportPortalRoutes } from "./features/reports/portal-routes.ts";
import { todayConsoleRoutes } from "./features/today/console-routes.ts";
import { receiptPortalRoutes } from "./features/receipts/portal-routes.ts";
import { referralPortalRoutes } from "./features/referrals/portal-routes.ts";
import { treePortalRoutes } from "./features/tree/portal-routes.ts";
import { transferPortalRoutes } from "./features/transfer/portal-routes.ts";
import { measureNetResultsTask } from "./features/transparency/measure.ts";
import { transparencyPortalRoutes } from "./features/transparency/portal-routes.ts";
import { tonightPortalRoutes } from "./features/tonight/portal-routes.ts";
import { walletPortalRoutes } from "./features/wallet/portal-routes.ts";
import { withdrawConsoleRoutes } from "./features/withdraw/console-routes.ts";
import { withdrawPortalRoutes } from "./features/withdraw/portal-routes.ts";
import { approvalConsoleRoutes } from "./features/withdraw/approval-routes.ts";
import { payoutConsoleRoutes } from "./features/withdraw/payout-routes.ts";
import { payoutTasks } from "./features/withdraw/payout-task.ts";
import { walletReleaseAct } from "./features/withdraw/hot-wallet.ts";
import { cannedTextConsoleRoutes } from "./features/canned-texts/console-routes.ts";
import { findConsoleRoutes } from "./features/find/console-routes.ts";
import { supportConsoleRoutes } from "./features/support/console-routes.ts";
import { supportPortalRoutes } from "./features/support/portal-routes.ts";
import { evaluateSignalsTask } from "./core/signals/task.ts";
import { compareTask } from "./core/chain/compare-task.ts";
import { depositsTask } from "./core/chain/deposit-task.ts";
import { handPaymentsTask } from "./core/chain/hand-payments.ts";
import { checkAlertsTask } from "./core/alerts/check.ts";
import { reportDisks } from "./core/alerts/disks.ts";
import { houseGauges } from "./core/alerts/metrics.ts";
import { alertWebhookTask } from "./core/alerts/webhook.ts";
import { guardsOf } from "./core/guarded-changes/guarded-change.ts";
import { publishLiabilitiesTask } from "./core/liabilities/publish.ts";
import { forgetOldKeys } from "./core/ledger/idempotency.ts";
import { mailAnchorTask } from "./core/anchors/mail-task.ts";
import { anchorTask } from "./core/ledger/anchors.ts";
import { verifyTask } from "./core/ledger/verification-job.ts";
import { monthsTask } from "./core/ledger/months.ts";
import { sealTask } from "./core/ledger/seal.ts";
import { forgetOldMails } from "./core/mails/forget.ts";
import { forgetOldNotifications } from "./core/notifications/forget.ts";
import { noticePushTask } from "./core/notifications/notice-push.ts";
import { pushTask } from "./core/notifications/push-task.ts";
import { rollUpTask } from "./core/network/roll-up.ts";
import { dryRunTask } from "./core/plan/dry-run-job.ts";
import { projectionTask } from "./core/plan/projected-total.ts";
import { reencryptTask } from "./core/re-encrypt/task.ts";
import { closingTask } from "./core/plan/task.ts";
import type { Deps } from "./platform/deps.ts";
import { forgetIncoming } from "./platform/files/incoming.ts";
import { mountResumable } from "./platform/files/resumable.ts";
import { forgetUnusedUpload } from "./platform/files/uploads.ts";
import { mountApi } from "./platform/http/api.ts";
import { mountApiDocument } from "./platform/http/api-document.ts";
import { proposalConsoleRoutes } from "./features/proposals/console-routes.ts";
import { invitationAct, roleAct, signInActs } from "./features/operators/operator-acts.ts";
import { planAct } from "./features/plan/drafts.ts";
import { priceAct } from "./features/prices/set-prices.ts";
import { shortfallAct } from "./features/staking/settle-shortfall.ts";
import { undoAct } from "./features/staking/undo.ts";
import { remittanceAct } from "./features/taxes/remittances.ts";
import { remittanceReversalAct } from "./features/taxes/reverse-remittance.ts";
import { taxRuleAct } from "./features/taxes/set-rules.ts";
import { taxConsoleRoutes } from "./features/taxes/console-routes.ts";
import { taxPortalRoutes } from "./features/taxes/portal-routes.ts";
import { bookConsoleRoutes } from "./features/books/console-routes.ts";
import { settingsAct } from "./features/settings/settings.ts";
import type { ProposalActs } from "./core/proposals/proposals.ts";
import type { BoundRoute } from "./platform/http/handle.ts";
import { mountHealth } from "./platform/http/health.ts";
import { mountPages } from "./platform/http/pages.ts";
import { mountSecurityText } from "./platform/http/security-text.ts";
import { createHttpServer, type Drain } from "./platform/http/server.ts";
import type { Replica } from "./platform/replica/replica.ts";
import type { Task } from "./platform/jobs.ts";
import { forgetOldLimits } from "./platform/rate-limit.ts";
import { forgetOldOperatorSessions } from "./platform/operator-sessions.ts";
import { forgetOldSessions } from "./platform/sessions.ts";

/** What each kind of proposal does once a second person has confirmed it. */
const proposalActs = {
  settings: settingsAct,
  price: priceAct,
  plan: planAct,
  document: documentAct,
  "tax-rule": taxRuleAct,
  "tax-remittance": remittanceAct,
  "tax-remittance-reversal": remittanceReversalAct,
  "bulk-mail": bulkMailAct,
  "stake-undoing": undoAct,
  "staking-shortfall": shortfallAct,
  "hot-wallet-release": walletReleaseAct,
  "operator-invitation": invitationAct,
  "operator-role": roleAct,
  "operator-enabling": signInActs.enable,
  "operator-second-step": signInActs["reset-second-step"],
  "operator-password": signInActs["invite-again"],
} satisfies ProposalActs;

/** Every route with its handler: the table of contents of the API. */
export function routesOf(deps: Deps): BoundRoute[] {
  const routes = [
    ...loginPortalRoutes(deps, dashboardOf),
    ...passwordPortalRoutes(deps),
    ...emailPortalRoutes(deps),
    ...securityPortalRoutes(deps),
    ...supportPortalRoutes(deps),
    ...freezePortalRoutes(deps),
    ...documentPortalRoutes(deps),
    ...myDataPortalRoutes(deps),
    ...closurePortalRoutes(deps),
    ...noticePortalRoutes(deps),
    ...notificationPortalRoutes(deps),
    ...bulkMailPortalRoutes(deps),
    ...registrationPortalRoutes(deps),
    ...registrationConsoleRoutes(deps),
    ...treePortalRoutes(deps),
    ...referralPortalRoutes(deps),
    ...reportPortalRoutes(deps),
    ...activityPortalRoutes(),
    ...dashboardPortalRoutes(),
    ...planPortalRoutes(deps),
    ...transparencyPortalRoutes(deps),
    ...tonightPortalRoutes(),
    ...anchorPortalRoutes(deps),
    ...pricePortalRoutes(deps),
    ...uploadPortalRoutes(deps),
    ...stakingPortalRoutes(deps),
    ...walletPortalRoutes(deps),
    ...withdrawPortalRoutes(deps),
    ...transferPortalRoutes(deps),
    ...receiptPortalRoutes(deps),
    ...taxPortalRoutes(deps),
    ...profilePortalRoutes(deps),
    ...operatorConsoleRoutes(deps),
    ...stakingConsoleRoutes(deps),
    ...depositConsoleRoutes(deps),
    ...settingConsoleRoutes(deps),
    ...priceConsoleRoutes(deps),
    ...documentConsoleRoutes(deps),
    ...noticeConsoleRoutes(deps),
    ...bulkMailConsoleRoutes(deps),
    ...supportConsoleRoutes(deps),
    ...cannedTextConsoleRoutes(deps),
    ...findConsoleRoutes(deps),
    ...withdrawConsoleRoutes(deps),
    ...payoutConsoleRoutes(deps),
    ...approvalConsoleRoutes(deps),
    ...memberConsoleRoutes(deps),
    ...kycConsoleRoutes(deps),
    ...signalConsoleRoutes(deps),
    ...jobConsoleRoutes(deps),
    ...closingConsoleRoutes(deps),
    ...ledgerConsoleRoutes(deps),
    ...planConsoleRoutes(deps),
    ...taxConsoleRoutes(deps),
    ...bookConsoleRoutes(deps),
    ...proposalConsoleRoutes(deps, proposalActs),
    ...reportConsoleRoutes(),
    ...todayConsoleRoutes(deps),
    ...coinAddressPortalRoutes(deps),
    ...fmdcPortalRoutes(deps),
    ...bankPortalRoutes(deps),
    ...browserErrorPortalRoutes(deps),
    ...panPortalRoutes(deps),
    ...kycPortalRoutes(deps),
  ];
  // Codes are sent for exactly those changes that the routes make.
  return [...routes, ...otpPortalRoutes(deps, guardsOf(routes))];
}

/** Every task of the background worker except sending mail. */
export function tasksOf(deps: Deps): Task[] {
  const { chain } = deps;
  return [
    ...(chain
      ? [
          depositsTask({ ...deps, chain }),
          handPaymentsTask({ ...deps, chain }),
          compareTask({ ...deps, chain }),
        ]
      : []),
    mailTemporaryPasswordTask(deps),
    mailConsoleLinkTask(deps),
    completeRegistrationTask(deps),
    rollUpTask(deps.db),
    sealTask(deps),
    monthsTask(deps),
    ...payoutTasks(deps),
    closingTask(deps),
    dryRunTask(deps),
    projectionTask(deps),
    announceTask(deps),
    verifyTask(deps),
    anchorTask(deps),
    mailAnchorTask(deps),
    checkAlertsTask(deps),
    alertWebhookTask(deps),
    pushTask(deps),
    noticePushTask(deps),
    collectTask(deps),
    feedTask(deps),
    publishLiabilitiesTask(deps),
    measureNetResultsTask(deps),
    measureDaysTask(deps),
    forgetUnusedUpload(deps),
    forgetIncoming(deps),
    closeAccountsTask(deps),
    evaluateSignalsTask(deps),
    reencryptTask(deps),
    forgetOldLimits(deps.db, deps.clock),
    forgetOldSessions(deps.db, deps.clock),
    forgetOldKeys(deps.db, deps.clock),
    forgetOldMails(deps),
    forgetOldNotifications(deps),
    forgetOldOperatorSessions(deps.db, deps.clock),
    forgetOldOperatorDevices(deps),
  ];
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
  mountOneClick(app, deps);
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
