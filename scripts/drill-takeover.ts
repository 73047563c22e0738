// Plays an attacker who has the database's logins of web and worker, and ends with one line of JSON.
import { withCluster } from "../server/src/testing/cluster.ts";
import { takeOver } from "../server/src/testing/takeover-drill/drill.ts";

export async function drillTakeover(): Promise<void> {
  await withCluster(true, async (cluster) => {
    const { ownerUrl } = await cluster.create("takeover");
    const result = await takeOver({
      database: { url: ownerUrl, drop: async () => undefined },
      say: (line) => console.log(line),
    });
    console.log(JSON.stringify(result));
    if (result.paid > 0 || result.lost > 0) process.exitCode = 1;
  });
}
