import type { Fc } from "@fc/contract/units";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

interface OfRules {
  chainId: number;
  word: string;
  states: readonly ("waiting" | "reserved")[];
}

/** What rules have handed over and the worker has not signed yet: its memory counts only what it has signed. */
export async function unsignedByRules(db: Db, { chainId, word, states }: OfRules): Promise<bigint> {
  const { sum } = await db
    .selectFrom("chain_payouts as payout")
    .select(sql<Fc>`coalesce(sum(payout.amount_fc), 0)::bigint`.as("sum"))
    .where("payout.chain_id", "=", chainId)
    .where("payout.rules_word", "=", word)
    .where("payout.state", "in", states)
    .where("payout.given_up_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chain_attempts as attempt")
            .select("attempt.id")
            .whereRef("attempt.payout_id", "=", "payout.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return sum;
}
