import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completeRoot, noRoot } from "../server/src/testing/failover-drill/root.ts";

/** Runs a drill in a folder with Debian's packages. A folder that was given keeps them for the next time. */
export async function withRoot(
  given: string | undefined,
  drill: (root: string, say: (line: string) => void) => Promise<void>,
): Promise<void> {
  const missing = noRoot();
  if (missing !== undefined) {
    console.error(missing);
    process.exitCode = 1;
    return;
  }
  // Everything that was started, and the folders, go when this process exits.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  const say = (line: string) => console.log(line);
  const root = path.resolve(given ?? (await mkdtemp(path.join(os.tmpdir(), "fc-portal-cluster-"))));
  if (given === undefined) process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  await completeRoot(root, say);
  await drill(root, say);
}
