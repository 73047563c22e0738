import { parseArgs } from "node:util";
import { Soak } from "../server/src/testing/soak/soak.ts";
import { withCluster } from "../server/src/testing/cluster.ts";

// npm run soak -- --minutes 10
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
await withCluster(true, async (cluster) => {
  const { ownerUrl } = await cluster.create("soak");
  const soak = await Soak.open(ownerUrl);
  try {
    await soak.load(Number(values.minutes) * 60_000, { failures: true });
    const { problems, ...result } = await soak.check();
    for (const problem of problems.slice(0, 100)) console.log(problem);
    console.log(JSON.stringify({ ...result, problems: problems.length }));
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await soak.close();
  }
});
