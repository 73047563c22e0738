import type { Fc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { fcToWire } from "@fc/contract/money";
import type { MoneyDeps } from "../src/core/guarded-changes/money-change.ts";
import { withdrawal } from "../src/features/withdraw/withdraw.ts";
import { atomically } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { confirmAndMake, demoClientOf, signedInActor } from "./demo-confirmed.ts";

/** A withdrawal of coins, requested as the portal does: in a session, confirmed by a code. */
export async function confirmedWithdrawal(
  deps: MoneyDeps & Pick<Deps, "chain">,
  { memberId, amountFc, now }: { memberId: number; amountFc: Fc; now: Date },
): Promise<{ id: number }> {
  return confirmAndMake(deps, {
    guarded: withdrawal(deps),
    request: {
      actor: await atomically(deps.db, signedInActor, { memberId, now }),
      change: { userId: memberId, amount: fcToWire(amountFc), currencyType: "coin" },
      idempotencyKey: randomUUID(),
      client: demoClientOf(memberId),
      now,
    },
  });
}
