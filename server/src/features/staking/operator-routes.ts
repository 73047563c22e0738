import * as contract from "@fc/contract/console-staking";
import { fcToWire } from "@fc/contract/money";
import { logAction, type Operating } from "../../core/operators/log.ts";
import { currentPrice } from "../../core/prices/prices.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { approveStakingRequest, rejectStakingRequest } from "./decisions.ts";
import { stakingQueue, stakingRequestOf } from "./operator-queries.ts";

export function stakingOperatorRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleStakingRequests, ({ query }) => stakingQueue(db, query)),
    handle(contract.consoleStakingRequest, async ({ params, now }) => {
      const price = await currentPrice(db, now);
      const asked = { id: params.id, secretKey, fcFor15Usd: price?.fcFor15Usd, now };
      return { data: await stakingRequestOf(db, asked) };
    }),
    handle(contract.approveStaking, async ({ params, actor, client, now }) => {
      const operating = { operatorId: actor.operatorId, ip: client.ip, now };
      const { stakeId, principalFc } = await atomically(db, approve, { id: params.id, publicUrl, operating });
      return { data: { stakeId, amountFc: fcToWire(principalFc) } };
    }),
    handle(contract.rejectStaking, async ({ params, body, actor, client, now }) => {
      const operating = { operatorId: actor.operatorId, ip: client.ip, now };
      await atomically(db, reject, { id: params.id, reason: body.reason, publicUrl, operating });
      return {};
    }),
  ];
}

interface Deciding {
  id: number;
  publicUrl: string;
  operating: Operating;
}

async function approve(tx: Tx, { id, publicUrl, operating }: Deciding) {
  const { operatorId, now } = operating;
  const started = await approveStakingRequest(tx, { requestId: id, decidedBy: operatorId, publicUrl, now });
  const { memberId, stakeId } = started;
  const details = { request: id, stake: stakeId };
  await logAction(tx, { ...operating, action: "staking-request/approve", memberId, details });
  return started;
}

async function reject(tx: Tx, { id, reason, publicUrl, operating }: Deciding & { reason: string }) {
  const { operatorId, now } = operating;
  const decision = { requestId: id, decidedBy: operatorId, reason, publicUrl, now };
  const { memberId } = await rejectStakingRequest(tx, decision);
  const details = { request: id, reason };
  await logAction(tx, { ...operating, action: "staking-request/reject", memberId, details });
}
