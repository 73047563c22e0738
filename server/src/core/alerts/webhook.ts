import { createHmac } from "node:crypto";
import { alertWords } from "@fc/contract/alerts/console-conditions";
import { second, type Clock } from "../../platform/clock.ts";
import type { AlertWebhook, Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import type { AlertNews } from "./alerts.ts";

export const alertWebhookTaskName = "alerts.webhook";

/** What is sent: the same at each try, so that a receiver can tell a repetition by its id. */
export function webhookPayload(
  { id, condition, state, detail, begunAt }: AlertNews,
  { now, publicUrl }: { now: Date; publicUrl: string },
) {
  const { title, action, page } = alertWords(condition);
  return {
    id: `alert-${id}-${state}`,
    // As text, because a JSON column would sort its fields.
    body: JSON.stringify({
      type: `alert.${state}`,
      timestamp: now.toISOString(),
      // One line for a receiver that shows only that, such as a chat.
      text: state === "begun" ? `${title}: ${detail} ${action}` : `Over: ${title}`,
      data: {
        id: Number(id),
        condition,
        state,
        title,
        detail,
        action,
        url: `${publicUrl}/console${page?.to ?? ""}`,
        begunAt: begunAt.toISOString(),
        endedAt: state === "over" ? now.toISOString() : null,
      },
    }),
  };
}

const answersWithinMs = 10 * second;

/** Sends one piece of news, signed as https://www.standardwebhooks.com says. The queue retries it with longer pauses. */
export function alertWebhookTask({ alertWebhook, clock }: Pick<Deps, "alertWebhook" | "clock">): Task {
  return {
    name: alertWebhookTaskName,
    async run(payload) {
      // Another node may have it: its worker takes the retry.
      if (!alertWebhook) throw new Error("webhook not sent: ALERT_WEBHOOK_URL is not set on this node");
      await post(alertWebhook, { id: String(payload["id"]), body: String(payload["body"]), clock });
    },
  };
}

/** Errors name no address: it often contains a secret of the receiver. */
async function post(
  { url, key }: AlertWebhook,
  { id, body, clock }: { id: string; body: string; clock: Clock },
): Promise<void> {
  const timestamp = String(Math.floor(clock().getTime() / second));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
    // A redirect could lead the news, and our network, to anybody.
    redirect: "manual",
    signal: AbortSignal.timeout(answersWithinMs),
  }).catch((error: unknown) => {
    throw new Error(`webhook not reached: ${reasonOf(error)}`);
  });
  // The answer's text is of no use, and it may be endless.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`webhook answered with ${response.status}`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return code ?? error.name;
}
