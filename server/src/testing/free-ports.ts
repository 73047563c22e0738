import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below the ports of outgoing connections on all systems, so that none takes a port before it is used. */
const [lowest, highest] = [20_000, 32_000];

/** Held until all are found, so that no port is given twice. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = randomInt(lowest, highest);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
      held.set(port, server);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  for (const server of held.values()) server.close();
  return [...held.keys()];
}
