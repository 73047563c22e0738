import type { OwnKycCase } from "@fc/contract/kyc/portal";
import type { KycCasePart } from "@fc/contract/kyc/states";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

interface Submission {
  memberId: number;
  part: KycCasePart;
  now: Date;
}

/**
 * What a member gave waits for an operator, in the transaction that stores it. New data make a case submitted again,
 * whatever was decided about the data before, and end the decision of an operator who has not seen them.
 */
export async function submitKycCase(tx: Tx, { memberId, part, now }: Submission): Promise<void> {
  await tx
    .insertInto("kyc_cases")
    .values({ member_id: memberId, part, submitted_at: now })
    .onConflict((conflict) =>
      conflict.columns(["member_id", "part"]).doUpdateSet({
        state: "submitted",
        version: sql`kyc_cases.version + 1`,
        submitted_at: now,
        decided_at: null,
        decided_by: null,
        reason: null,
      }),
    )
    .execute();
}

/** Of the parts that the member has given. */
export async function kycCasesOf(
  db: Db,
  memberId: number,
): Promise<Partial<Record<KycCasePart, OwnKycCase>>> {
  const rows = await db
    .selectFrom("kyc_cases")
    .select(["part", "state", "reason"])
    .where("member_id", "=", memberId)
    .execute();
  return Object.fromEntries(rows.map(({ part, state, reason }) => [part, { state, reason }]));
}
