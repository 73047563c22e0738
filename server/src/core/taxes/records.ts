import { sql } from "kysely";
import type { Db, ReadDb } from "../../platform/db.ts";

/** By which section the tax of a withdrawal is taken. */
export async function taxSectionOf(db: Db, withdrawalId: number): Promise<string> {
  const { section } = await db
    .selectFrom("tax_deductions as tax")
    .innerJoin("tax_rules as rule", "rule.id", "tax.rule_id")
    .select("rule.section")
    .where("tax.withdrawal_id", "=", withdrawalId)
    .executeTakeFirstOrThrow();
  return section;
}

/** What was deducted of a member at credits and at withdrawals, from a moment on and before another one. */
export async function taxTakenBetween(
  db: ReadDb,
  { memberId, from, to }: { memberId: number; from: Date; to: Date },
): Promise<bigint> {
  const { taken } = await db
    .selectFrom("tax_deductions")
    .select(sql<bigint>`coalesce(sum(tax_fc), 0)::bigint`.as("taken"))
    .where("member_id", "=", memberId)
    .where("taken_at", ">=", from)
    .where("taken_at", "<", to)
    .executeTakeFirstOrThrow();
  return taken;
}
