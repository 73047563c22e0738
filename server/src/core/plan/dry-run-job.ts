import type { DryRunResult } from "@fc/contract/closings/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { byRewardSection } from "@fc/contract/plan/reward-kinds";
import { coverageBasisPoints, planRules } from "@fc/contract/plan/rules";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { requestedJobTask } from "../requested-jobs/requested-jobs.ts";
import { nextDayToClose } from "./calendar.ts";
import { dryRun, type DryRun } from "./dry-run.ts";

export const dryRunTaskName = "plan.dry-run";

/** Computes what a closing would pay, by the plan in force or by a draft, and keeps the result for operators. */
export function dryRunTask(deps: Pick<Deps, "db" | "clock">): Task {
  return requestedJobTask(deps, dryRunTaskName, async ({ rules }) => {
    const day = await nextUnopenedDay(deps.db, deps.clock());
    return toWire(
      await dryRun(deps.db, { day, rules: rules === undefined ? undefined : planRules.parse(rules) }),
    );
  });
}

/** The next day to be closed; while that one is being closed, the day after it. */
async function nextUnopenedDay(db: Db, now: Date): Promise<string> {
  const day = (await nextDayToClose(db)) ?? indiaDayOf(now);
  const opened = await db.selectFrom("closings").select("day").where("day", "=", day).executeTakeFirst();
  return opened ? daysAfter(day, 1) : day;
}

function toWire(run: DryRun): DryRunResult {
  return {
    day: run.day,
    planVersion: run.planVersion,
    due: byRewardSection((kind) => fcToWire(run.dueFc[kind])),
    totalDue: fcToWire(run.totalDueFc),
    available: fcToWire(run.availableFc),
    coverage: coverageBasisPoints({ dueFc: run.totalDueFc, availableFc: run.availableFc }),
    lapsedBonuses: run.lapsedBonuses,
    flushedUsd: usdCentsToWire(run.flushedUsdCents),
    topEarners: run.topEarners.map(({ refId, name, dueFc: due }) => ({ refId, name, due: fcToWire(due) })),
    distribution: run.distribution.map(({ fromFc, members, dueFc: due }) => ({
      from: fcToWire(fromFc),
      members,
      due: fcToWire(due),
    })),
  };
}
