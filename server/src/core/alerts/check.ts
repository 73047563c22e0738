import { alertConditionNames, type AlertCondition } from "@fc/contract/alerts/console-conditions";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { recordFindings, type Findings } from "./alerts.ts";
import { checkOf } from "./conditions.ts";
import { tell, type Telling } from "./tell.ts";

type CheckDeps = Pick<
  Deps,
  "db" | "clock" | "databaseClock" | "log" | "production" | "publicUrl" | "alertWebhook"
>;

/** Checks every condition once a minute, for all nodes together, and tells what has begun and what is over. */
export function checkAlertsTask(deps: CheckDeps): Task {
  const { db, databaseClock, publicUrl, alertWebhook } = deps;
  return {
    name: "alerts.check",
    everyMs: minute,
    lane: "alerts",
    async run() {
      const now = await databaseClock();
      const { findings, unread } = await findingsAt(deps, now);
      const telling = { publicUrl, hasWebhook: alertWebhook !== undefined };
      await atomically(db, recordAndTell, { findings, now, telling });
      // The job then counts as failing, which is a condition of its own.
      if (unread.length > 0) throw new Error(`not checked: ${unread.join(", ")}`);
    },
  };
}

async function recordAndTell(
  tx: Tx,
  { findings, now, telling }: { findings: Findings; now: Date; telling: Telling },
): Promise<void> {
  const news = await recordFindings(tx, { findings, now });
  await tell(tx, { news, now, telling });
}

/** A condition that cannot be read stays as it was, and the others are still checked. */
async function findingsAt({ db, clock, log, production }: CheckDeps, now: Date) {
  const settings = await businessSetting(db, "alerts");
  const findings = new Map<AlertCondition, string | undefined>();
  const unread: AlertCondition[] = [];
  for (const condition of alertConditionNames) {
    try {
      findings.set(
        condition,
        await checkOf(condition).find({ db, now, nodeNow: clock(), settings, production }),
      );
    } catch (error) {
      log.error({ err: error, condition }, "condition not checked");
      unread.push(condition);
    }
  }
  return { findings, unread };
}
