import * as contract from "@fc/contract/kyc/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { approveCase, askToRenew, rejectCase } from "./decisions.ts";
import { kycQueue, openCase } from "./queue.ts";

export function kycConsoleRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleKycCases, ({ query }) => kycQueue(db, query)),
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
