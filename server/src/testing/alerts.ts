import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { checkAlertsTask } from "../core/alerts/check.ts";
import { alertWebhookTask } from "../core/alerts/webhook.ts";
import type { AlertWebhook } from "../platform/deps.ts";
import type { Task } from "../platform/jobs.ts";
import { createWorker } from "../platform/worker.ts";
import type { TestApp } from "./test-app.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  webhook: AlertWebhook;
  received: Received[];
  /** The statuses of the next answers; 200 once they are used up. */
  answers: number[];
  close(): Promise<void>;
}

/** Receives alerts as a company's own service would. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200, { location: "/elsewhere" }).end("thank you");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    webhook: { url: `http://127.0.0.1:${port}/hook`, key: Buffer.alloc(32, 7) },
    received,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A worker that does nothing but watch, and what else it is given. */
export function watcher(app: TestApp, webhook: AlertWebhook | undefined, ...tasks: Task[]) {
  const deps = { ...app.deps, alertWebhook: webhook };
  const worker = createWorker({
    ...deps,
    tasks: [checkAlertsTask(deps), alertWebhookTask(deps), ...tasks],
  });
  return app.timed(worker);
}
