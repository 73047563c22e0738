import type { Fc } from "@fc/contract/units";
import type { WithdrawType } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

interface TakenOut {
  memberId: number;
  types: readonly WithdrawType[];
  since: Date;
  lastId?: number;
}

/** What a member has requested to take out since a moment, without what was rejected or taken back. */
export async function takenOutFc(db: Db, { memberId, types, since, lastId }: TakenOut): Promise<Fc> {
  let taken = db
    .selectFrom("withdrawals")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("sum"))
    .where("member_id", "=", memberId)
    .where("currency_type", "in", types)
    .where("status", "in", ["P", "A"])
    .where("requested_at", ">", since);
  if (lastId !== undefined) taken = taken.where("id", "<=", lastId);
  return (await taken.executeTakeFirstOrThrow()).sum;
}
