import type { Deps } from "../platform/deps.ts";
import type { Task } from "../platform/jobs.ts";
import { depositsTask } from "./chain/deposit-task.ts";
import { handPaymentsTask } from "./chain/hand-payments.ts";
import { compareTask } from "./chain/compare-task.ts";
import { rollUpTask } from "./network/roll-up.ts";
import { sealTask } from "./ledger/seal.ts";
import { monthsTask } from "./ledger/months.ts";
import { closingTask } from "./plan/task.ts";
import { dryRunTask } from "./plan/dry-run-job.ts";
import { projectionTask } from "./plan/projected-total.ts";
import { verifyTask } from "./ledger/verification-job.ts";
import { anchorTask } from "./ledger/anchors.ts";
import { mailAnchorTask } from "./anchors/mail-task.ts";
import { checkAlertsTask } from "./alerts/check.ts";
import { alertWebhookTask } from "./alerts/webhook.ts";
import { pushTask } from "./notifications/push-task.ts";
import { noticePushTask } from "./notifications/notice-push.ts";
import { publishLiabilitiesTask } from "./liabilities/publish.ts";
import { forgetUnusedUpload } from "../platform/files/uploads.ts";
import { forgetIncoming } from "../platform/files/incoming.ts";
import { evaluateSignalsTask } from "./signals/task.ts";
import { reencryptTask } from "./re-encrypt/task.ts";
import { forgetOldLimits } from "../platform/rate-limit.ts";
import { forgetOldSessions } from "../platform/sessions.ts";
import { forgetOldKeys } from "./ledger/idempotency.ts";
import { forgetOldMails } from "./mails/forget.ts";
import { forgetOldNotifications } from "./notifications/forget.ts";
import { forgetOldOperatorSessions } from "../platform/operator-sessions.ts";

/** The tasks of the background worker that are of no feature, except sending mail. */
export function coreTasks(deps: Deps): Task[] {
  const { chain } = deps;
  return [
    ...(chain
      ? [
          depositsTask({ ...deps, chain }),
          handPaymentsTask({ ...deps, chain }),
          compareTask({ ...deps, chain }),
        ]
      : []),
    rollUpTask(deps.db),
    sealTask(deps),
    monthsTask(deps),
    closingTask(deps),
    dryRunTask(deps),
    projectionTask(deps),
    verifyTask(deps),
    anchorTask(deps),
    mailAnchorTask(deps),
    checkAlertsTask(deps),
    alertWebhookTask(deps),
    pushTask(deps),
    noticePushTask(deps),
    publishLiabilitiesTask(deps),
    forgetUnusedUpload(deps),
    forgetIncoming(deps),
    evaluateSignalsTask(deps),
    reencryptTask(deps),
    forgetOldLimits(deps.db, deps.clock),
    forgetOldSessions(deps.db, deps.clock),
    forgetOldKeys(deps.db, deps.clock),
    forgetOldMails(deps),
    forgetOldNotifications(deps),
    forgetOldOperatorSessions(deps.db, deps.clock),
  ];
}
