// Pays withdrawals over the local chain while almost everything fails, and ends with one line of JSON.
import { parseArgs } from "node:util";
import { withCluster } from "../server/src/testing/cluster.ts";
import { PayoutDrill } from "../server/src/testing/payout-drill/drill.ts";
import { faults, type FaultName } from "../server/src/testing/payout-drill/faults.ts";
import { countOf, oneOf } from "./drill-options.ts";

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
  const build = oneOf("build", values.build, ["product", ...(Object.keys(faults) as FaultName[])]);
  const [count, killsPerStep] = [countOf("count", values.count), countOf("kills", values.kills)];
  await withCluster(true, async (cluster) => {
    const { ownerUrl } = await cluster.create("payouts");
    const result = await PayoutDrill.run({
      ownerUrl,
      count,
      fault: build === "product" ? undefined : build,
      killsPerStep,
      hasRestore: build === "product",
      seed: Number(values.seed),
      say: (line) => console.log(line),
    });
    console.log(JSON.stringify(result));
    const { asked, paid, doubled, unexplained, ended, isLedgerVerified, kills, restore } = result;
    const isRight =
      paid === asked &&
      doubled === 0 &&
      unexplained === 0 &&
      ended === 0 &&
      isLedgerVerified &&
      // Without a kill it has shown nothing.
      Object.values(kills).some((times) => times > 0) &&
      restore?.hasStopped !== false;
    if (!isRight) process.exitCode = 1;
  });
}
