import { buffer } from "node:stream/consumers";
import { portOf } from "../../platform/port.ts";
import { createServer, type IncomingMessage } from "node:http";
import type { LocalChain } from "./local-chain.ts";
import { answer } from "./rpc.ts";

/** Serves the chain by JSON-RPC, on this machine only. */
export async function serveChain(
  chain: LocalChain,
  port = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    bodyOf(request)
      .then((body) => answer(chain, body))
      .then(
        (said) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
