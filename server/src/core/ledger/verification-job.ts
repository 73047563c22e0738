import type { VerificationResult } from "@fc/contract/ledger/console";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { requestedJobTask } from "../requested-jobs/requested-jobs.ts";
import { verifyAsApplication } from "./verify.ts";

export const verifyTaskName = "ledger.verify";
/** The first ones show what is wrong; an emptied table would have a million differences. */
const mostDifferences = 100;

/** Verifies the whole ledger in the background and keeps what was found. */
export function verifyTask({ db, clock, secretKey }: Pick<Deps, "db" | "clock" | "secretKey">): Task {
  return requestedJobTask({ db, clock }, verifyTaskName, async (): Promise<VerificationResult> => {
    const found = await verifyAsApplication(db, { secretKey });
    return {
      entries: Number(found.entries),
      postings: Number(found.postings),
      seals: Number(found.seals),
      unsealed: Number(found.unsealed),
      head: found.head ?? null,
      differences: found.differences.length,
      firstDifferences: found.differences.slice(0, mostDifferences),
    };
  });
}
