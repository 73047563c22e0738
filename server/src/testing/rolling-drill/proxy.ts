import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Proxy } from "../soak/soak.ts";

/** How often a node is asked whether it is ready. 404 or the third "no" takes it out, one "yes" brings it back. */
const checkEveryMs = 200;
const mostRefusals = 3;

interface Target {
  port: number;
  isUp: boolean;
}

/**
 * A proxy like ops/cluster/haproxy-portal.cfg, for where no HAProxy is installed: each request goes to one of the nodes
 * that are ready, over connections that stay open, and is never sent a second time.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const targets: Target[] = ports.map((port) => ({ port, isUp: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const up = targets.filter(({ isUp }) => isUp);
    const target = up[turn++ % up.length];
    if (target) forward(incoming, outgoing, { port: target.port, agent });
    else outgoing.writeHead(503).end();
  });
  // A connection of a client that is idle must not be closed while its next request is on the way.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const ending = new AbortController();
  const checks = Promise.all(targets.map((target) => keepChecking(target, ending.signal)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isWhole: () => targets.every(({ isUp }) => isUp),
    async close() {
      ending.abort();
      await checks;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { port: number; agent: Agent },
): void {
  const { method, url: path, headers } = incoming;
  const sent = request({ host: "127.0.0.1", ...to, method, path, headers }, (answer) => {
    const { connection: _, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing);
    // Cut in the middle: the client must notice.
    answer.once("error", () => outgoing.destroy());
  });
  sent.once("error", () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) sent.destroy();
  });
  incoming.pipe(sent);
}

async function keepChecking(target: Target, ending: AbortSignal): Promise<void> {
  let refusals = 0;
  while (!ending.aborted) {
    const status = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
      // On a busy machine an answer takes long without anything being wrong.
      signal: AbortSignal.timeout(5000),
      headers: { connection: "close" },
    }).then(
      (answer) => answer.status,
      () => undefined,
    );
    refusals = status === 200 ? 0 : refusals + 1;
    target.isUp = status === 200 || (target.isUp && status !== 404 && refusals < mostRefusals);
    await sleep(checkEveryMs, undefined, { signal: ending }).catch(() => undefined);
  }
}
