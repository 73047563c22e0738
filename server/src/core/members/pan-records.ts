import { sql, type RawBuilder } from "kysely";

/** Masked, because mails and the operators' log are kept for years. */
export function maskedPan(panNumber: string): string {
  return `••••• ${panNumber.slice(-5)}`;
}

/** Since when a member has the PAN record that counts; a corrected one counts from its correction. */
export function panSince(memberId: "members.id"): RawBuilder<Date | null> {
  return sql`(select max(pan.created_at) from pan_records as pan where pan.member_id = ${sql.ref(memberId)})`;
}
