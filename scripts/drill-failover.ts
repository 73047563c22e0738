// Lets one leader of the database after the other fail while members move money, and ends with one line of JSON.
// It needs Linux, root and debootstrap: npm run drill -- failover [--times 10] [--asynchronous] [--root DIR]
import { mkdtemp } from "node:fs/promises";
import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { drillFailover } from "../server/src/testing/failover-drill/drill.ts";
import { completeRoot, noRoot } from "../server/src/testing/failover-drill/root.ts";

export async function drillFailovers(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: "string", default: "10" },
      asynchronous: { type: "boolean", default: false },
      // Keeps the packages for the next time.
      root: { type: "string" },
    },
  });
  const missing = noRoot();
  if (missing !== undefined) {
    console.error(missing);
    process.exitCode = 1;
    return;
  }
  // Everything that was started, and the folders, go when this process exits.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  const say = (line: string) => console.log(line);
  const root = values.root ?? (await mkdtemp(path.join(os.tmpdir(), "fc-portal-cluster-")));
  const removeRoot = () => rmSync(root, { recursive: true, force: true });
  if (values.root === undefined) process.once("exit", removeRoot);
  await completeRoot(path.resolve(root), say);
  const { asynchronous: isAsynchronous } = values;
  const result = await drillFailover({
    root: path.resolve(root),
    times: Number(values.times),
    isAsynchronous,
    say,
  });
  for (const problem of result.otherProblems.slice(0, 20)) say(problem);
  console.log(JSON.stringify({ ...result, otherProblems: result.otherProblems.length }));
  const { lost, doubled, otherProblems, processesRestarted } = result;
  const isRight = isAsynchronous
    ? lost > 0
    : lost + doubled + otherProblems.length + processesRestarted === 0;
  if (!isRight) process.exitCode = 1;
}
