import { requestStates } from "@fc/contract/request-states";
import { withdrawKinds, withdrawSent } from "@fc/contract/withdraw/kinds";
import * as contract from "@fc/contract/withdraw/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { idOfReference } from "../../core/receipts/references.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { cancelWithdrawal } from "./decisions.ts";
import { allWithdrawals, withdrawalsPage, withdrawStateOf } from "./queries.ts";
import { internalTransfer, withdrawal } from "./withdraw.ts";

export function withdrawPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const requested = withdrawal(deps);
  const internal = internalTransfer(deps);
  return [
    handle(contract.withdrawState, async ({ actor, now }) => ({
      data: await withdrawStateOf(db, { actor, now }),
    })),
    guardedBy(
      requested,
      handle(contract.requestWithdrawal, async ({ body, ...call }) => ({
        message: withdrawSent.withdraw,
        data: await requested.make({ ...call, change: body }),
      })),
    ),
    guardedBy(
      internal,
      handle(contract.transferInternally, async ({ body, ...call }) => ({
        message: withdrawSent["internal-transfer"],
        data: await internal.make({ ...call, change: body }),
      })),
    ),
    handle(contract.cancelWithdrawal, async ({ body, actor, client, now }) => {
      const id = idOfReference("withdrawal", body.reference);
      await atomically(db, cancelWithdrawal, { id, actor, client, now });
      return {};
    }),
    reading(contract.withdrawReport, ({ reads, actor, body }) => withdrawalsPage(reads, actor, body)),
    reading(contract.withdrawReportCsv, async ({ reads, actor, query }) =>
      csvFile(
        contract.withdrawReportColumns,
        await allWithdrawals(reads, actor, query),
        ({ requestedAt, currencyType, amount, status }, index) => ({
          serial: index + 1,
          date: csvTime(requestedAt),
          type: withdrawKinds[currencyType].label,
          coins: amount,
          status: requestStates[status].label,
        }),
      ),
    ),
  ];
}
