import { hour } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { logAction } from "../operators/log.ts";
import { compareWallets } from "./compare.ts";

export const compareTaskName = "chain.compare";

/** Each hour, and when an operator asks for it. */
export function compareTask(deps: Pick<Deps, "db" | "clock"> & { chain: Chain }): Task {
  return {
    name: compareTaskName,
    everyMs: hour,
    run: ({ askedBy }) => compareWallets(deps, typeof askedBy === "number" ? askedBy : null),
  };
}

/** Asks for a comparison. A second press while the first one waits changes nothing. */
export async function requestComparison(tx: Tx, operating: Operating): Promise<void> {
  const { operatorId: askedBy, now } = operating;
  await enqueue(tx, { task: compareTaskName, payload: { askedBy }, dedupeKey: askedComparison, now });
  await logAction(tx, { ...operating, action: "coins/compare" });
}

/** Of the job that an operator wanted; the hourly one has its own. */
export const askedComparison = "chain.compare/asked";
