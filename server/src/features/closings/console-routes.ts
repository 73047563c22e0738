import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/closings/console";
import { percentText } from "@fc/contract/plan/difference";
import { sql } from "kysely";
import { refuseBeforeOpening } from "../../core/arrival/arrival.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { dryRunTaskName } from "../../core/plan/dry-run-job.ts";
import { closingProgress, lastDayToClose, nextDayToClose } from "../../core/plan/calendar.ts";
import { closingTaskName } from "../../core/plan/task.ts";
import { requestJob, latestJobs } from "../../core/requested-jobs/requested-jobs.ts";
import { csvFile } from "../../platform/csv.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { enqueue } from "../../platform/jobs.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { allClosings, closingsPage } from "./queries.ts";

export function closingConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    reading(contract.consoleClosings, ({ reads, query }) => closingsPage(reads, query)),
    reading(contract.consoleClosingsCsv, async ({ reads, query }) =>
      csvFile(contract.closingColumns, await allClosings(reads, query), ({ due, ...closing }) => ({
        ...closing,
        ...due,
        coverage: percentText(closing.coverage),
        seconds: closing.seconds ?? "",
      })),
    ),
    handle(contract.closingProgress, async ({ now }) => {
      const progress = await closingProgress(db, now);
      return { data: progress ? { ...progress, dueAt: progress.dueAt.toISOString() } : null };
    }),
    handle(contract.closeMissedDay, async ({ body, operating }) => {
      await atomically(db, closeMissed, { day: body.day, operating });
      return {};
    }),
    handle(contract.requestDryRun, async ({ operating }) => {
      const request = { task: dryRunTaskName, input: {}, action: "closing/dry-run" as const, operating };
      return { data: { id: await atomically(db, requestJob, request) } };
    }),
    handle(contract.lastDryRun, async () => {
      const ofPlanInForce = sql<boolean>`run.input = '{}'`;
      const [run] = await latestJobs<contract.DryRunResult>(db, {
        task: dryRunTaskName,
        limit: 1,
        ofInput: ofPlanInForce,
      });
      return { data: run ?? null };
    }),
  ];
}

/** Closes only the next missed day, by its name, so that a click on an outdated page is refused and closes nothing. */
async function closeMissed(tx: Tx, { day, operating }: { day: string; operating: Operating }): Promise<void> {
  const { now } = operating;
  await refuseBeforeOpening(tx);
  const next = await nextDayToClose(tx);
  if (next === undefined || next > day) {
    const closed = await tx
      .selectFrom("closings")
      .select("sealed_at")
      .where("day", "=", day)
      .executeTakeFirst();
    throw closed ? decidedAlready({ by: null, at: closed.sealed_at }) : new AppError("NOT_FOUND");
  }
  if (day > next) throw refused("Days are closed in order, and one before it is not closed yet");
  if (day > lastDayToClose(now)) throw refused("This day has not ended yet");
  // Its own key, because the usual job may be waiting after a failure. Two workers can safely close the same day.
  await enqueue(tx, { task: closingTaskName, payload: {}, now, dedupeKey: "requested" });
  await logAction(tx, { ...operating, action: "closing/run", details: { day } });
}

function refused(why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { day: why } });
}
