// Restarts the two nodes behind a proxy one by one while members move money, and ends with one line of JSON:
// npm run drill -- rolling [--times 5] [--build without-drain] [--root DIR], which takes Debian's HAProxy as proxy
import { parseArgs } from "node:util";
import { withCluster } from "../server/src/testing/cluster.ts";
import { drillRolling, rollingBuilds } from "../server/src/testing/rolling-drill/drill.ts";
import { startHaproxy } from "../server/src/testing/rolling-drill/haproxy.ts";
import { startProxy } from "../server/src/testing/rolling-drill/proxy.ts";
import { oneOf, timesOf } from "./drill-options.ts";
import { withRoot } from "./drill-root.ts";

export async function drillRollings(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: "string", default: "5" },
      "drain-seconds": { type: "string", default: "3" },
      build: { type: "string", default: "product" },
      root: { type: "string" },
    },
  });
  const times = timesOf(values);
  const build = oneOf("build", values.build, rollingBuilds);
  const drill = (open: typeof startProxy) =>
    withCluster(true, async (cluster) => {
      const { ownerUrl } = await cluster.create("rolling");
      const { otherProblems, ...result } = await drillRolling({
        ownerUrl,
        times,
        drainSeconds: Number(values["drain-seconds"]),
        build,
        calmRequests: 1000,
        startProxy: open,
        say: (line) => console.log(line),
      });
      for (const problem of otherProblems.slice(0, 20)) console.log(problem);
      console.log(JSON.stringify({ ...result, otherProblems: otherProblems.length }));
      const wrong = result.failed + result.lost + result.doubled + otherProblems.length;
      if (wrong > 0 || result.acknowledged === 0) process.exitCode = 1;
    });
  if (values.root === undefined) await drill(startProxy);
  else await withRoot(values.root, (root) => drill((ports) => startHaproxy(root, ports)));
}
