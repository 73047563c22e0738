import { randomBytes } from "node:crypto";
import { confirmedWithdrawal } from "../server/seeds/confirmed-withdrawal.ts";
import type { Db } from "../server/src/platform/db.ts";
import { createLog } from "../server/src/platform/logger.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { coins } from "../server/src/testing/money.ts";

// The code is entered and spent here, so the server need not know the key that hashed it.
const secretKey = secretKeyFrom(randomBytes(32).toString("hex"));

/** A member's withdrawal that waits for an operator, without the form. */
export async function pendingWithdrawal(
  db: Db,
  { memberId, whole, now }: { memberId: number; whole: number; now: Date },
): Promise<number> {
  const deps = { db, secretKey, log: createLog("silent"), chain: undefined };
  return (await confirmedWithdrawal(deps, { memberId, amountFc: coins(whole), now })).id;
}
