// Plays an attacker who has the login and the environment of a node that answers requests, and ends with one line of
// JSON. `--broken` runs each try by itself on a build without the guard that it aims at: then it has to be paid.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { plant } from "../server/src/testing/plant.ts";
import { takeoverFaults } from "../server/src/testing/takeover-drill/faults.ts";
import { oneOf } from "./drill-options.ts";

export async function drillTakeover(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { try: { type: "string" }, broken: { type: "boolean", default: false } },
  });
  const names = Object.keys(takeoverFaults);
  const only = values.try === undefined ? undefined : oneOf("try", values.try, names);
  if (values.broken && only === undefined) return tryEachBroken(names);
  const fault = Object.entries(takeoverFaults).find(([name]) => name === only)?.[1];
  if (values.broken && fault) plant(fault);
  // After the fault is planted.
  const [{ withCluster }, { takeOver }] = await Promise.all([
    import("../server/src/testing/cluster.ts"),
    import("../server/src/testing/takeover-drill/drill.ts"),
  ]);
  await withCluster(true, async (cluster) => {
    const { ownerUrl } = await cluster.create("takeover");
    const database = { url: ownerUrl, drop: async () => undefined };
    const result = await takeOver({ database, only, say: (line) => console.log(line) });
    console.log(JSON.stringify(result));
    if (result.paid > 0 || result.lost > 0) process.exitCode = 1;
  });
}

function tryEachBroken(names: readonly string[]): void {
  let paid = 0;
  for (const name of names) {
    const args = [...process.execArgv, "scripts/drill.ts", "takeover", "--broken", "--try", name];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const isPaid = stdout.includes(`${name}: PAID`);
    if (isPaid) paid += 1;
    console.log(
      `${name}: ${isPaid ? "paid without its guard" : `NOT PAID ${stdout.trim()} ${stderr.trim()}`}`,
    );
  }
  console.log(JSON.stringify({ builds: names.length, paid }));
  if (paid < names.length) process.exitCode = 1;
}
