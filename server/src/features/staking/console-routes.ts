import * as contract from "@fc/contract/staking/console";
import { fcFromWire, fcToWire } from "@fc/contract/money";
import { logAction } from "../../core/operators/log.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { approveStakingRequest, rejectStakingRequest } from "./decisions.ts";
import { stakingQueue, stakingRequestOf } from "./console-queries.ts";

export function stakingConsoleRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleStakingRequests, ({ query, now }) => stakingQueue(db, query, now)),
    handle(contract.consoleStakingRequest, async ({ params, now }) => ({
      data: await stakingRequestOf(db, { id: params.id, secretKey, now }),
    })),
    handle(contract.approveStaking, async ({ params, body, operating }) => {
      // The schema has refused what is no amount.
      const seenFcFor15Usd = fcFromWire(body.cost) ?? 0n;
      const approval = { id: params.id, seenFcFor15Usd, publicUrl, operating };
      const { stakeId, principalFc } = await atomically(db, approve, approval);
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

async function approve(tx: Tx, input: StakingDecision & { seenFcFor15Usd: bigint }) {
  const { id, seenFcFor15Usd, publicUrl, operating } = input;
  const { operatorId, now } = operating;
  const approval = { requestId: id, decidedBy: operatorId, seenFcFor15Usd, publicUrl, now };
  const started = await approveStakingRequest(tx, approval);
  const { memberId, stakeId } = started;
  const details = { request: id, stake: stakeId };
  await logAction(tx, { ...operating, action: "staking-request/approve", memberId, details });
  return started;
}

async function reject(tx: Tx, { id, reason, publicUrl, operating }: StakingDecision & { reason: string }) {
  const { operatorId, now } = operating;
  const decision = { requestId: id, decidedBy: operatorId, reason, publicUrl, now };
  const { memberId } = await rejectStakingRequest(tx, decision);
  const details = { request: id, reason };
  await logAction(tx, { ...operating, action: "staking-request/reject", memberId, details });
}
