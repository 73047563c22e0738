import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/jobs/console";
import { sql } from "kysely";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { discardWork, failingWork, retryAllWork, retryWork, workPage } from "../../core/jobs/failing-work.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { followPages } from "../../platform/paging.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

export function jobConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleJobs, ({ query }) => workPage(db, query)),
    handle(contract.consoleJobsCsv, async ({ query }) =>
      csvFile(
        contract.workColumns,
        followPages((page) => workPage(db, { ...query, ...page })),
        ({ state, subject, task, recipient, createdAt, lane, error, attempts, at }) => ({
          state,
          what: subject ?? contract.taskText(task),
          recipient: recipient ?? "",
          createdAt: csvTime(createdAt),
          lane,
          why: error === null ? "" : (contract.plainError(error) ?? "It failed."),
          error: error ?? "",
          attempts,
          at: state === "failed" ? "" : csvTime(at),
        }),
      ),
    ),
    handle(contract.consoleJobCounts, async () => ({ data: await failingWork(db) })),
    handle(contract.retryJob, async ({ params, operating }) => {
      await atomically(db, retryOne, { id: params.id, operating });
      return {};
    }),
    handle(contract.retryAllJobs, async ({ body, operating }) => {
      return { data: { count: await atomically(db, retryAll, { kind: body.kind, operating }) } };
    }),
    handle(contract.discardJob, async ({ params, body, operating }) => {
      await atomically(db, discard, { id: params.id, reason: body.reason, operating });
      return {};
    }),
  ];
}

interface WorkRequest {
  operating: Operating;
}

async function retryOne(tx: Tx, { id, operating }: WorkRequest & { id: number }): Promise<void> {
  if (!(await retryWork(tx, id))) throw await whyNot(tx, id);
  await logAction(tx, { ...operating, action: "job/retry", details: { job: String(id) } });
}

async function retryAll(
  tx: Tx,
  { kind, operating }: WorkRequest & { kind: contract.WorkKind | undefined },
): Promise<number> {
  const count = await retryAllWork(tx, kind);
  if (count > 0) {
    await logAction(tx, { ...operating, action: "jobs/retry", details: { count, kind: kind ?? "all" } });
  }
  return count;
}

async function discard(
  tx: Tx,
  { id, reason, operating }: WorkRequest & { id: number; reason: string },
): Promise<void> {
  const gone = await discardWork(tx, id);
  if (!gone) throw await whyNot(tx, id);
  const details = { job: String(id), task: gone.task, reason };
  await logAction(tx, { ...operating, action: "job/discard", details });
}

/** Either another operator was first, or a worker has done the job or is doing it. */
async function whyNot(tx: Tx, id: number): Promise<AppError> {
  const first = await lastDone(tx, sql`line.action like 'job/%' and line.details ->> 'job' = ${String(id)}`);
  return first ? decidedAlready(first) : new AppError("CONFLICT");
}
