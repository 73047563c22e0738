import type { RequestOutcome } from "@fc/contract/otp/portal";
import type { Db } from "../../platform/db.ts";
import { answerOfKey } from "../ledger/idempotency.ts";
import { wasConsumedFor } from "../otp/otp.ts";

/**
 * What became of a member's request, by the client's key. A change that moves money stores its answer under the key;
 * any other one spends the code that was sent for the key. Both are waited for while they run.
 */
export async function outcomeOf(
  db: Db,
  { memberId, key, now }: { memberId: number; key: string; now: Date },
): Promise<RequestOutcome> {
  const answer = await answerOfKey(db, { memberId, key, now });
  if (answer) return { state: "done", ...referenceIn(answer) };
  const isSpent = await wasConsumedFor(db, { memberId, requestKey: key });
  return { state: isSpent ? "done" : "unknown" };
}

function referenceIn({ reference }: { readonly reference?: unknown }): { reference?: string } {
  return typeof reference === "string" ? { reference } : {};
}
