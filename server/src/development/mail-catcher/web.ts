import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Log } from "../../platform/logger.ts";
import type { CaughtMails } from "./store.ts";

const files = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/inbox.css": ["inbox.css", "text/css; charset=utf-8"],
  "/inbox.js": ["inbox.js", "text/javascript; charset=utf-8"],
} as const satisfies Record<string, readonly [name: string, type: string]>;

const headers = {
  // Inline styles are allowed, because this policy also applies to a mail shown by srcdoc, which has its own styles.
  // The policy also prevents a mail from loading anything: an image would show its sender that it was read.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
};

export function createInboxServer(mails: CaughtMails, log: Log): Server {
  const bodies = new Map(
    Object.entries(files).map(([url, [name, type]]) => [
      url,
      { type, body: readFileSync(new URL(`inbox/${name}`, import.meta.url)) },
    ]),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A foreign site can point its own name at our address; its requests still contain that name.
    if (!isLoopback(request.headers.host)) return send(response, 421, { error: "not this host" });
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const route = `${request.method} ${pathname}`;

    const file = request.method === "GET" ? bodies.get(pathname) : undefined;
    if (file) return void response.writeHead(200, { ...headers, "content-type": file.type }).end(file.body);

    if (route === "GET /api/messages") {
      const etag = `"${mails.version()}"`;
      if (request.headers["if-none-match"] === etag)
        return void response.writeHead(304, { ...headers, etag }).end();
      const found = mails.list(searchParams.get("to") ?? "");
      response.setHeader("etag", etag);
      return send(
        response,
        200,
        found.map(({ id, to, subject, text, receivedAt }) => ({ id, to, subject, text, receivedAt })),
      );
    }
    if (route === "DELETE /api/messages") {
      await mails.clear();
      return void response.writeHead(204, headers).end();
    }
    if (request.method === "GET" && pathname.startsWith("/api/messages/")) {
      const mail = mails.get(pathname.slice("/api/messages/".length));
      return mail ? send(response, 200, mail) : send(response, 404, { error: "no such message" });
    }
    send(response, 404, { error: "no such page" });
  }

  return createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, "mail inbox failed");
      if (!response.headersSent) send(response, 500, { error: "failed" });
    });
  });
}

/** Allows any port, because the inbox of a remote machine is read through a tunnel. */
function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/u.test(host ?? "");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...headers, "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}
