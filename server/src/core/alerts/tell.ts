import { alertWords } from "@fc/contract/alerts/console-conditions";
import { after, day } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import { sendOperatorMail } from "../mails/mails.ts";
import { activeAdmins } from "../operators/admins.ts";
import type { AlertNews } from "./alerts.ts";
import { alertWebhookTaskName, webhookPayload } from "./webhook.ts";

export interface Telling {
  publicUrl: string;
  hasWebhook: boolean;
}

/**
 * Tells every admin by mail and the webhook, in the transaction that stores the news, so each is told once. Both are
 * jobs of their own: a mail server that is down does not hold up the webhook, and the other way round.
 */
export async function tell(
  tx: Tx,
  { news, now, telling: { publicUrl, hasWebhook } }: { news: AlertNews[]; now: Date; telling: Telling },
): Promise<void> {
  if (news.length === 0) return;
  if (hasWebhook) {
    await enqueue(
      tx,
      ...news.map((each) => ({
        task: alertWebhookTaskName,
        lane: "alerts" as const,
        payload: webhookPayload(each, { now, publicUrl }),
        now,
      })),
    );
  }
  // One mail for all of it: when a machine fails, many conditions are met at once.
  const values = {
    begun: news
      .filter(({ state }) => state === "begun")
      .map(({ condition, detail }) => ({ ...alertWords(condition), detail })),
    over: news
      .filter(({ state }) => state === "over")
      .map(({ condition, begunAt }) => ({ ...alertWords(condition), begunAt })),
    publicUrl,
  };
  for (const to of await activeAdmins(tx)) {
    await sendOperatorMail(tx, { kind: "alerts", to, now, values, expiresAt: after(now, day) });
  }
}
