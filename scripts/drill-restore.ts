// Restores a chosen second, loses the whole cluster and restores it, while members move money; ends with one line of
// JSON. It needs Debian, root and debootstrap: npm run drill -- restore [--gigabytes 0.1] [--build without-archive] [--root DIR]
import { parseArgs } from "node:util";
import { drillRestore, mostLostSeconds } from "../server/src/testing/restore-drill/drill.ts";
import { restoreBuilds } from "../server/src/testing/restore-drill/restoring.ts";
import { oneOf } from "./drill-options.ts";
import { withRoot } from "./drill-root.ts";

export async function drillRestores(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      gigabytes: { type: "string", default: "0.1" },
      build: { type: "string", default: "product" },
      root: { type: "string" },
    },
  });
  const build = oneOf("build", values.build, restoreBuilds);
  await withRoot(values.root, async (root, say) => {
    const { problems, ...result } = await drillRestore({
      root,
      gigabytes: Number(values.gigabytes),
      build,
      say,
    });
    const { chosenSecond, clusterLost } = result;
    for (const problem of [...chosenSecond.otherProblems, ...problems].slice(0, 20)) say(problem);
    const otherProblems = chosenSecond.otherProblems.length;
    const shown = { ...result, chosenSecond: { ...chosenSecond, otherProblems }, problems: problems.length };
    console.log(JSON.stringify(shown));
    const wrong =
      chosenSecond.lost + chosenSecond.doubled + otherProblems + problems.length + result.processesRestarted;
    // A second before which nothing was acknowledged shows nothing.
    const isEmpty = chosenSecond.acknowledgedBefore === 0;
    if (wrong > 0 || isEmpty || clusterLost.hasHole || clusterLost.lostSeconds > mostLostSeconds)
      process.exitCode = 1;
  });
}
