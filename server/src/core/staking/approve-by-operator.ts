import { AppError } from "@fc/contract/errors";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { logAction } from "../operators/log.ts";
import { approveStakingRequest } from "./decisions.ts";
import { sameProofsOf } from "./same-proofs.ts";
import { checkPayment, checkSecondOperator } from "./second-operator.ts";

interface OperatorsApproval {
  id: number;
  /** The price that the operator saw. */
  seenFcFor15Usd: bigint;
  /** How many uses of the same picture the operator knows of. */
  sameProofs: number;
  publicUrl: string;
  operating: Operating;
}

/** The only way in which an operator approves a request. It takes the operator's lock, so call it before any row is locked. */
export async function approveByOperator(tx: Tx, approval: OperatorsApproval) {
  const { id, seenFcFor15Usd, sameProofs, publicUrl, operating } = approval;
  await checkSecondOperator(tx, { id, operating });
  const { details: chainSays, owedFc } = await checkPayment(tx, { id, operating });
  if ((await sameProofsOf(tx, id)) > sameProofs) throw new AppError("SAME_PROOF");
  const { operatorId, now } = operating;
  const decision = { requestId: id, decidedBy: operatorId, seenFcFor15Usd, owedFc, publicUrl, now };
  const started = await approveStakingRequest(tx, decision);
  const { memberId, stakeId } = started;
  const details = { request: id, stake: stakeId, ...(sameProofs > 0 && { sameProofs }), ...chainSays };
  await logAction(tx, { ...operating, action: "staking-request/approve", memberId, details });
  return started;
}
