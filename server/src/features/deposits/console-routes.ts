import * as contract from "@fc/contract/deposits/console";
import { AppError } from "@fc/contract/errors";
import { requestComparison } from "../../core/chain/compare-task.ts";
import { idOfReference } from "../../core/receipts/references.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { matchDeposit, setDepositAside } from "./decisions.ts";
import { comparisonsOf, depositsPage, wholeDeposits } from "./queries.ts";

export function depositConsoleRoutes({ db, chain }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleDeposits, ({ query }) => depositsPage(db, query)),
    handle(contract.consoleDepositsCsv, async ({ query }) =>
      csvFile(contract.depositColumns, wholeDeposits(db, query), (deposit) => ({
        ...deposit,
        arrivedAt: csvTime(deposit.arrivedAt),
        fromMembers: deposit.fromMembers.map(({ refId }) => refId).join(" "),
        match: contract.depositMatches[deposit.match],
        request: deposit.request?.reference ?? "",
        member: deposit.request?.member.refId ?? "",
        decidedBy: deposit.decidedBy ?? "",
        decidedAt: deposit.decidedAt === null ? "" : csvTime(deposit.decidedAt),
        reason: deposit.reason ?? "",
      })),
    ),
    handle(contract.matchDeposit, async ({ params, body, operating }) => {
      const requestId = idOfReference("staking-request", body.reference);
      await atomically(db, matchDeposit, { ...params, requestId, operating });
      return {};
    }),
    handle(contract.setDepositAside, async ({ params, body, operating }) => {
      await atomically(db, setDepositAside, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.coinComparisons, async () => ({ data: await comparisonsOf(db) })),
    handle(contract.compareCoins, async ({ operating }) => {
      if (!chain) throw new AppError("CHAIN_MISSING");
      await atomically(db, requestComparison, operating);
      return {};
    }),
  ];
}
