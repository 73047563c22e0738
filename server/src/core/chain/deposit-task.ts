import { second } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { hasDueClaims, lookUpClaims } from "./claims.ts";
import { hasDueScans, scanWallets } from "./scan.ts";

export const depositsTaskName = "chain.deposits";

/** Looks up what members named as their payment, and reads what else arrived. */
export function depositsTask(deps: Pick<Deps, "db" | "clock" | "publicUrl"> & { chain: Chain }): Task {
  const { db, clock, chain } = deps;
  return {
    name: depositsTaskName,
    everyMs: 10 * second,
    async hasWork() {
      const scope = { coin: chain, now: clock() };
      return (await hasDueClaims(db, scope)) || (await hasDueScans(db, scope));
    },
    async run() {
      // A transaction that the endpoints contradict each other about must not stop the reading of all others.
      const [claims, scans] = await Promise.allSettled([lookUpClaims(deps), scanWallets(deps)]);
      for (const result of [claims, scans]) if (result.status === "rejected") throw result.reason;
    },
  };
}
