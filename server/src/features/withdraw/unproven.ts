import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { exceedsUnprovenAllowance } from "../../core/wallet/address-proof.ts";
import type { Tx } from "../../platform/db.ts";

interface Listed {
  id: number;
  member: { id: number };
}

/** The withdrawals that need no proof of their address, or have it. */
export async function withoutUnproven<Row extends Listed>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const { isNeeded } = await businessSetting(tx, "addressProof");
  if (!isNeeded) return [...rows];
  const kept: Row[] = [];
  for (const row of rows) {
    if (!(await exceedsUnprovenAllowance(tx, { id: row.id, memberId: row.member.id }))) kept.push(row);
  }
  return kept;
}
