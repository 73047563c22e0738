import { requestStates } from "@fc/contract/request-states";
import * as contract from "@fc/contract/staking/portal";
import { businessSettings } from "../../core/business-settings/business-settings.ts";
import { depositAddressIn } from "../../core/chain/transfers.ts";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { idOfReference } from "../../core/receipts/references.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import {
  allStakes,
  allStakingRequests,
  newestStakingRequests,
  stakesPage,
  stakingReportPage,
} from "./queries.ts";
import { cancelStakingRequest } from "../../core/staking/decisions.ts";
import { stakingRequest } from "./staking.ts";
import { ownUndoingOf, undoOwnStake } from "./undo-own.ts";

/** The specification's calls know no pages. */
const mostAtOnce = 1000;

export function stakingPortalRoutes(deps: Deps): BoundRoute[] {
  const { db, publicUrl, chain } = deps;
  const requested = stakingRequest(deps);
  const undone = undoOwnStake(deps);
  const newestOf = (memberId: number, now: Date) => newestStakingRequests(db, { memberId, now }, mostAtOnce);
  return [
    guardedBy(
      requested,
      handle(contract.requestStake, async ({ body, ...call }) => ({
        message: contract.stakingMessages.sent,
        data: await requested.make({ ...call, change: body }),
      })),
    ),
    guardedBy(
      undone,
      handle(contract.undoStake, async ({ body, ...call }) => ({
        message: contract.stakingMessages.undone,
        data: await undone.make({ ...call, change: body }),
      })),
    ),
    handle(contract.stakeUndoingOf, async ({ actor: { memberId }, params, now }) => ({
      data: await ownUndoingOf(db, { memberId, stakeId: params.id, now }),
    })),
    handle(contract.cancelStake, async ({ body, actor, client, now }) => {
      const id = idOfReference("staking-request", body.reference);
      await atomically(db, cancelStakingRequest, { id, actor, client, publicUrl, now });
      return {};
    }),
    handle(contract.stakingRequests, ({ actor, now }) => newestOf(actor.memberId, now)),
    handle(contract.callersStakingRequests, ({ actor, now }) => newestOf(actor.memberId, now)),
    reading(contract.stakingReport, ({ reads, actor: { memberId }, query, now }) =>
      stakingReportPage(reads, { memberId, now }, query),
    ),
    reading(contract.stakingReportCsv, async ({ reads, actor: { memberId }, query, now }) =>
      csvFile(
        contract.stakingReportColumns,
        allStakingRequests(reads, { memberId, now }, query),
        ({ refId, name, amount, status, respondedAt }, index) => ({
          serial: index + 1,
          refId,
          name,
          coins: amount,
          status: requestStates[status].label,
          approvedAt: status === "A" && respondedAt ? csvTime(respondedAt) : "",
        }),
      ),
    ),
    reading(contract.stakingInvestment, ({ reads, actor: { memberId }, query, now }) =>
      stakesPage(reads, { memberId, now }, query),
    ),
    reading(contract.stakingInvestmentCsv, async ({ reads, actor: { memberId }, query, now }) =>
      csvFile(
        contract.investmentColumns,
        allStakes(reads, { memberId, now }, query),
        ({ topUpAt, amount, status }, index) => ({
          serial: index + 1,
          date: csvTime(topUpAt),
          coins: amount,
          status: contract.stakeStateKinds[status].label,
        }),
      ),
    ),
    handle(contract.paymentDetails, async () => {
      const { payment, proofs, plan } = await businessSettings(db, ["payment", "proofs", "plan"]);
      return {
        data: payment,
        proofImageQuality: proofs.imageQuality,
        coolingOffHours: plan.coolingOffHours,
        ...(chain && depositAddressIn(payment) !== undefined && { takesTransactionHash: true as const }),
      };
    }),
  ];
}
