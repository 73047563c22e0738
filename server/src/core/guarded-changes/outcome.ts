import type { RequestOutcome } from "@fc/contract/otp/portal";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { answerOrClose, releaseKeys } from "../ledger/idempotency.ts";
import { wasConsumedOrClose } from "../otp/otp.ts";

interface AskedKey {
  memberId: number;
  key: string;
  now: Date;
}

/** Every look-up may write. A page that finds no connection asks every five seconds, in each of its tabs. */
const lookUpLimit = { name: "outcome", points: 60, windowMs: minute } as const;

/**
 * What became of a member's request, by the client's key. A change that moves money stores its answer under the key;
 * any other one spends the code that was sent for the key. Both are waited for while they run. The answer is final: if
 * nothing was done, the key and its codes are closed, so that a request which is still on its way is refused.
 */
export async function outcomeOf(db: Db, asked: AskedKey): Promise<RequestOutcome> {
  await limitUse(db, lookUpLimit, asked.memberId, asked.now);
  return atomically(db, doneOrClosed, asked);
}

/** The key is locked before the codes, as a change that moves money does it, so the two cannot deadlock. */
async function doneOrClosed(tx: Tx, asked: AskedKey): Promise<RequestOutcome> {
  const { memberId, key, now } = asked;
  const answer = await answerOrClose(tx, asked);
  if (answer) return { state: "done", ...referenceIn(answer) };
  const isSpent = await wasConsumedOrClose(tx, { memberId, requestKey: key, now });
  if (!isSpent) return { state: "not-done" };
  await releaseKeys(tx, [asked]);
  return { state: "done" };
}

function referenceIn({ reference }: { readonly reference?: unknown }): { reference?: string } {
  return typeof reference === "string" ? { reference } : {};
}
