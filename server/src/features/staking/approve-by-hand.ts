import { exactLineOf } from "../../core/bank-statements/matches.ts";
import { takeLines } from "../../core/bank-statements/taking.ts";
import { approveByOperator } from "../../core/staking/approve-by-operator.ts";
import type { Tx } from "../../platform/db.ts";

type Approval = Parameters<typeof approveByOperator>[1];

/** The bank's line that pays for it exactly is taken at once, so that it pays for no other request. */
export async function approveByHand(tx: Tx, approval: Approval) {
  const { id, operating } = approval;
  // It is looked for while the request waits: what makes it exact does not change by the approval.
  const lineId = await exactLineOf(tx, id);
  const started = await approveByOperator(tx, approval);
  if (lineId !== undefined) await takeLines(tx, { pairs: [{ lineId, requestId: id }], now: operating.now });
  return started;
}
