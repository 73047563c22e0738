import * as contract from "@fc/contract/kyc/console";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { approveCase, askToRenew, rejectCase } from "./decisions.ts";
import { kycQueue, openCase, wholeKycQueue } from "./queue.ts";

export function kycConsoleRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleKycCases, ({ query }) => kycQueue(db, query)),
    handle(contract.consoleKycCasesCsv, async ({ query }) => {
      const file = csvFile(contract.kycQueueColumns, await wholeKycQueue(db, query), (row) => ({
        name: row.member.name,
        refId: row.member.refId,
        part: contract.kycPartLabels[row.part],
        state: contract.kycStateLabels[row.state],
        submittedAt: csvTime(row.submittedAt),
        dueAt: csvTime(row.dueAt),
        decidedAt: row.decidedAt === null ? "" : csvTime(row.decidedAt),
        decidedBy: row.decidedBy ?? "",
        reason: row.reason ?? "",
      }));
      return fileOfState(file, "kyc-cases", query.status && contract.kycStateLabels[query.status]);
    }),
    handle(contract.openKycCase, async ({ params, operating }) => ({
      data: await atomically(db, openCase, { ...params, operating, secretKey }),
    })),
    handle(contract.approveKyc, async ({ params, body, operating }) => {
      await atomically(db, approveCase, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(contract.rejectKyc, async ({ params, body, operating }) => {
      await atomically(db, rejectCase, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(contract.renewKyc, async ({ params, body, operating }) => {
      await atomically(db, askToRenew, { ...params, ...body, operating, publicUrl });
      return {};
    }),
  ];
}
