import type { ApprovedMatch } from "@fc/contract/bank-statements/console-matches";
import { AppError } from "@fc/contract/errors";
import { referenceOf } from "@fc/contract/receipts/reference";
import { approveByOperator } from "../../core/staking/approve-by-operator.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { matchLine } from "./match.ts";
import { exactMatch } from "../../core/bank-statements/matches.ts";

interface Together {
  matches: readonly { lineId: number; requestId: number }[];
  /** The price that the operator saw. */
  seenFcFor15Usd: bigint;
  publicUrl: string;
  operating: Operating;
}

/** Each in a transaction of its own, so that one that is refused keeps none of the others from it. */
export async function approveTogether(db: Db, { matches, ...shared }: Together): Promise<ApprovedMatch[]> {
  const results: ApprovedMatch[] = [];
  for (const match of matches) {
    const { requestId } = match;
    const problem = await atomically(db, approveMatch, { ...shared, ...match }).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return error.message;
      },
    );
    results.push({ requestId, reference: referenceOf("staking-request", requestId), problem });
  }
  return results;
}

type Approval = Omit<Together, "matches"> & { lineId: number; requestId: number };

/**
 * Once read, a match stays exact unless another request or another line comes to fit as well. Then it is exact no more.
 */
async function approveMatch(tx: Tx, { lineId, requestId, operating, ...approval }: Approval): Promise<void> {
  const exact = await exactMatch(tx, { lineId, requestId });
  if (!exact) throw new AppError("BANK_MATCH_CHANGED");
  if (exact.importedBy === operating.operatorId) throw new AppError("BANK_LINE_IMPORTED_BY_YOU");
  // Nobody else has seen more of the payment than a press of this button shows.
  if (exact.importedBy === exact.confirmedBy) throw new AppError("BANK_LINE_OF_CONFIRMER");
  await approveByOperator(tx, { ...approval, id: requestId, sameProofs: 0, operating });
  await matchLine(tx, { lineId, requestId, operating });
}
