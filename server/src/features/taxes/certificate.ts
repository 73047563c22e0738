import { type Fc, asFc, plus } from "@fc/contract/units";
import { momentsOf } from "@fc/contract/period";
import { financialYearDays, financialYearOf } from "@fc/contract/taxes/financial-year";
import { sql } from "kysely";
import { numberIn } from "../../core/members/identity-numbers.ts";
import { taxesBetween, type TaxTaken } from "../../core/taxes/records.ts";
import type { Db } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";

/** The years of a member in which something was deducted, by the day on which it was. */
export async function yearsOf(db: Db, memberId: number) {
  const { rows } = await sql<{ month: string; tax_fc: Fc; tax_paise: bigint }>`
    select to_char(taken_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, sum(tax_fc)::bigint as tax_fc,
      sum(tax_paise)::bigint as tax_paise
    from tax_deductions where member_id = ${memberId} and taken_at is not null and tax_fc > 0
    group by 1 order by 1 desc`.execute(db);
  const years = new Map<number, { year: number; taxFc: Fc; taxPaise: bigint }>();
  for (const { month, tax_fc, tax_paise } of rows) {
    const year = financialYearOf(`${month}-01`);
    const before = years.get(year) ?? { year, taxFc: 0n, taxPaise: 0n };
    years.set(year, { year, taxFc: plus(asFc(before.taxFc), tax_fc), taxPaise: before.taxPaise + tax_paise });
  }
  return [...years.values()];
}

export interface Certificate {
  year: number;
  pan: string | null;
  deductions: readonly TaxTaken[];
}

interface CertificateRequest {
  memberId: number;
  year: number;
  secretKey: SecretKey;
}

export async function certificateOf(
  db: Db,
  { memberId, year, secretKey }: CertificateRequest,
): Promise<Certificate> {
  const { from, to } = momentsOf(financialYearDays(year));
  if (!from || !to) return { year, pan: null, deductions: [] };
  const pan = await db
    .selectFrom("pan_records")
    .select(["version", "pan_number", "encrypted_number"])
    .where("member_id", "=", memberId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    year,
    pan: pan
      ? numberIn(
          secretKey,
          { kind: "pan", memberId, version: pan.version },
          { clear: pan.pan_number, encrypted: pan.encrypted_number },
        )
      : null,
    deductions: await taxesBetween(db, { memberId, from, to }),
  };
}
