// Pays withdrawals over the local chain while almost everything fails, and ends with one line of JSON.
import { parseArgs } from "node:util";
import { withCluster } from "../server/src/testing/cluster.ts";
import { builds, type BuildName } from "../server/src/testing/payout-drill/builds.ts";
import { PayoutDrill } from "../server/src/testing/payout-drill/drill.ts";

/** `--build` names a broken one, which the drill has to find. */
export async function drillPayouts(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: "string", default: "1000" },
      build: { type: "string", default: "product" },
      kills: { type: "string", default: "5" },
      seed: { type: "string", default: "1" },
    },
  });
  const { count, build, kills, seed } = values;
  if (!Object.hasOwn(builds, build)) throw new Error(`--build is one of ${Object.keys(builds).join(", ")}`);
  await withCluster(true, async (cluster) => {
    const { ownerUrl } = await cluster.create("payouts");
    const result = await PayoutDrill.run({
      ownerUrl,
      count: Number(count),
      build: build as BuildName,
      hasProcesses: true,
      killsPerStep: Number(kills),
      hasRestore: build === "product",
      seed: Number(seed),
      say: (line) => console.log(line),
    });
    console.log(JSON.stringify(result));
    const { asked, paid, doubled, unexplained, isLedgerVerified, restore } = result;
    const isRight =
      paid === asked &&
      doubled === 0 &&
      unexplained === 0 &&
      isLedgerVerified &&
      restore?.hasStopped !== false;
    if (!isRight) process.exitCode = 1;
  });
}
