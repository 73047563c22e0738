import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Machine } from "../failover-drill/machine.ts";
import { freePorts } from "../free-ports.ts";
import type { Proxy } from "../soak/soak.ts";

const configuration = fileURLToPath(new URL("../../../../ops/cluster/haproxy-portal.cfg", import.meta.url));
const place = "/srv/fc-rolling";

/** Debian's HAProxy with the configuration of ops/cluster. */
export async function startHaproxy(root: string, ports: readonly number[]): Promise<Proxy> {
  const folder = join(root, place);
  await mkdir(folder, { recursive: true });
  await copyFile(configuration, join(folder, "haproxy-portal.cfg"));
  const [port = 0] = await freePorts(1);
  const [one, two] = ports.map((each) => `127.0.0.1:${each}`);
  const machine = new Machine({
    root,
    user: "haproxy:haproxy",
    command: ["haproxy", "-db", "-f", `${place}/haproxy-portal.cfg`],
    env: { PORTAL_ADDRESS: `127.0.0.1:${port}`, NODE_ONE: one!, NODE_TWO: two! },
    logFile: join(folder, "haproxy.log"),
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, close: () => machine.cutPower() };
}
