import { parseArgs } from "node:util";
import { Bank } from "../server/src/testing/soak/bank.ts";
import { withCluster } from "./lib/cluster.ts";

// npm run soak -- --minutes 10
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
await withCluster(true, async (cluster) => {
  const { ownerUrl } = await cluster.create("soak");
  const bank = await Bank.open(ownerUrl);
  try {
    await bank.load(Number(values.minutes) * 60_000, { failures: true });
    const { problems, ...came } = await bank.check();
    for (const problem of problems.slice(0, 100)) console.log(problem);
    console.log(JSON.stringify({ ...came, problems: problems.length }));
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await bank.close();
  }
});
