import * as contract from "@fc/contract/staking/console";
import { cancelledLabel } from "@fc/contract/console-request-states";
import { fcFromWire, fcToWire } from "@fc/contract/money";
import { logAction } from "../../core/operators/log.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileOfState, handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { rejectStakingRequest } from "../../core/staking/decisions.ts";
import { confirmStaking } from "../../core/staking/second-operator.ts";
import { approveByHand } from "./approve-by-hand.ts";
import { proposeUndoing, undoingOf } from "./undo.ts";
import { refundOfRequest } from "../../core/staking/held-refunds.ts";
import { releaseRefund } from "./release-refund.ts";
import { proposeSettling, shortfallOf } from "./settle-shortfall.ts";
import { stakingQueue, stakingRequestOf, wholeStakingQueue } from "./console-queries.ts";

export function stakingConsoleRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleStakingRequests, ({ query, operating }) => stakingQueue(db, query, operating)),
    handle(contract.consoleStakingRequestsCsv, async ({ query, operating }) => {
      const rows = await wholeStakingQueue(db, query, operating);
      const file = csvFile(contract.stakingQueueColumns, rows, (request) => ({
        reference: request.reference,
        name: request.member.name,
        refId: request.member.refId,
        amountUsd: request.amountUsd,
        amountInr: request.amountInr ?? "",
        utr: request.utr ?? "",
        sameProofs: request.sameProofs,
        state: request.isCancelled ? cancelledLabel : contract.stakingQueueStates[request.status],
        requestedAt: csvTime(request.requestedAt),
        dueAt: csvTime(request.dueAt),
        respondedAt: request.respondedAt === null ? "" : csvTime(request.respondedAt),
        decidedBy: request.decidedBy ?? "",
        reason: request.reason ?? "",
      }));
      return fileOfState(file, "staking-requests", query.status && contract.stakingQueueStates[query.status]);
    }),
    handle(contract.consoleStakingRequest, async ({ params, operating }) => ({
      data: {
        ...(await stakingRequestOf(db, { id: params.id, secretKey, operating })),
        undoing: await undoingOf(db, params.id),
        refund: await refundOfRequest(db, params.id),
        shortfall: await shortfallOf(db, params.id, operating.now),
      },
    })),
    handle(contract.confirmStaking, async ({ params, body, operating }) => {
      await atomically(db, confirmStaking, { id: params.id, ...body, operating });
      return {};
    }),
    handle(contract.releaseRefund, async ({ params, operating }) => {
      await atomically(db, releaseRefund, { requestId: params.id, publicUrl, operating });
      return {};
    }),
    handle(contract.settleShortfall, async ({ params, body, operating }) => {
      await atomically(db, proposeSettling, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(contract.undoStaking, async ({ params, body, operating }) => {
      await atomically(db, proposeUndoing, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    handle(contract.approveStaking, async ({ params, body, operating }) => {
      // The schema has refused what is no amount.
      const seenFcFor15Usd = fcFromWire(body.cost) ?? 0n;
      const { sameProofs = 0 } = body;
      const approval = { id: params.id, seenFcFor15Usd, sameProofs, publicUrl, operating };
      const { stakeId, principalFc } = await atomically(db, approveByHand, approval);
      return { data: { stakeId, amountFc: fcToWire(principalFc) } };
    }),
    handle(contract.rejectStaking, async ({ params, body, operating }) => {
      await atomically(db, reject, { id: params.id, reason: body.reason, publicUrl, operating });
      return {};
    }),
  ];
}

interface StakingDecision {
  id: number;
  publicUrl: string;
  operating: Operating;
}

async function reject(tx: Tx, { id, reason, publicUrl, operating }: StakingDecision & { reason: string }) {
  const { operatorId, now } = operating;
  const decision = { requestId: id, decidedBy: operatorId, reason, publicUrl, now };
  const { memberId } = await rejectStakingRequest(tx, decision);
  const details = { request: id, reason };
  await logAction(tx, { ...operating, action: "staking-request/reject", memberId, details });
}
