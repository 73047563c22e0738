import { statusWords } from "@fc/contract/staking/portal";
import { withdrawKinds } from "@fc/contract/withdraw/kinds";
import * as contract from "@fc/contract/withdraw/portal";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { allWithdrawals, withdrawalsPage, withdrawStateOf } from "./queries.ts";
import { requestWithdrawal, transferInternally } from "./withdraw.ts";

export function withdrawPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.withdrawState, async ({ actor, now }) => ({
      data: await withdrawStateOf(db, { memberId: actor.memberId, now }),
    })),
    handle(contract.requestWithdrawal, async ({ actor, body, idempotencyKey, client, now }) => ({
      message: withdrawKinds.coin.sent,
      data: await atomically(db, requestWithdrawal, { actor, body, idempotencyKey, client, secretKey, now }),
    })),
    handle(contract.transferInternally, async ({ actor, body, idempotencyKey, client, now }) => ({
      message: withdrawKinds["internal transfer"].sent,
      data: await atomically(db, transferInternally, { actor, body, idempotencyKey, client, secretKey, now }),
    })),
    handle(contract.withdrawReport, ({ actor, body }) => withdrawalsPage(db, actor.memberId, body)),
    handle(contract.withdrawReportCsv, async ({ actor, query }) =>
      csvFile(
        contract.withdrawReportColumns,
        await allWithdrawals(db, actor.memberId, query),
        ({ requestedAt, currencyType, amount, status }, index) => [
          index + 1,
          csvTime(requestedAt),
          withdrawKinds[currencyType].label,
          amount,
          statusWords[status],
        ],
      ),
    ),
  ];
}
