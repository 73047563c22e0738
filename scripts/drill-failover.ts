// Lets one leader of the database after the other fail while members move money, and ends with one line of JSON.
// It needs Debian, root and debootstrap: npm run drill -- failover [--times 10] [--asynchronous] [--root DIR]
import { parseArgs } from "node:util";
import { drillFailover } from "../server/src/testing/failover-drill/drill.ts";
import { timesOf } from "./drill-options.ts";
import { withRoot } from "./drill-root.ts";

export async function drillFailovers(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: "string", default: "10" },
      asynchronous: { type: "boolean", default: false },
      root: { type: "string" },
    },
  });
  const { asynchronous: isAsynchronous } = values;
  const times = timesOf(values);
  await withRoot(values.root, async (root, say) => {
    const result = await drillFailover({ root, times, isAsynchronous, say });
    for (const problem of result.otherProblems.slice(0, 20)) say(problem);
    console.log(JSON.stringify({ ...result, otherProblems: result.otherProblems.length }));
    const { lost, doubled, otherProblems, processesRestarted, tooLong, readsFromReplicas } = result;
    const isRight = isAsynchronous
      ? lost > 0
      : lost + doubled + otherProblems.length + processesRestarted + tooLong.length === 0 &&
        readsFromReplicas > 0;
    if (!isRight) process.exitCode = 1;
  });
}
