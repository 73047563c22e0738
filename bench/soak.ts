import { parseArgs } from "node:util";
import { Soak } from "../server/src/testing/soak/soak.ts";
import { withCluster } from "../server/src/testing/cluster.ts";

// npm run soak -- --minutes 10
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes is a number above 0");
await withCluster(true, async (cluster) => {
  const { ownerUrl } = await cluster.create("soak");
  const soak = await Soak.open(ownerUrl, { crashDatabase: () => cluster.crash() });
  try {
    await soak.load({ ms: minutes * 60_000, failures: ["kill", "crash", "cut"] });
    const { problems, ...result } = await soak.check();
    for (const problem of problems.slice(0, 100)) console.log(problem);
    console.log(JSON.stringify({ ...result, problems: problems.length }));
    const { acknowledged, kills, crashes, terminated } = result;
    // A run in which nothing failed shows nothing.
    const isTried = [acknowledged, kills, crashes, terminated].every((count) => count > 0);
    if (problems.length > 0 || !isTried) process.exitCode = 1;
  } finally {
    await soak.close();
  }
});
