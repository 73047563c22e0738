import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { exceedsUnprovenAllowance } from "../../core/wallet/address-proof.ts";
import type { Tx } from "../../platform/db.ts";

interface Listed {
  id: number;
  member: { id: number };
}

/** Those whose address is proven, or that need no proof. */
export async function withoutUnproven<Row extends Listed>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const { isNeeded } = await businessSetting(tx, "addressProof");
  if (!isNeeded) return [...rows];
  const kept: Row[] = [];
  for (const row of rows) {
    if (!(await exceedsUnprovenAllowance(tx, { id: row.id, memberId: row.member.id }))) kept.push(row);
  }
  return kept;
}
