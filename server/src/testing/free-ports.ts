import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below the ports that Linux, macOS and Windows give to outgoing connections, so that none takes one before it is used. */
const [lowest, highest] = [20_000, 32_000];

/** Held until all are found, so that no port is given twice. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  try {
    while (held.size < count) {
      const port = randomInt(lowest, highest);
      const server = createServer().listen(port, "127.0.0.1");
      const problem = await once(server, "listening").then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error,
      );
      if (problem === undefined) held.set(port, server);
      else if (problem.code !== "EADDRINUSE") throw problem;
    }
    return [...held.keys()];
  } finally {
    for (const server of held.values()) server.close();
  }
}
