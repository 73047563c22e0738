import { type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { houseBalances } from "../ledger/house.ts";

/** What is deducted and not paid to the state, in coins and in rupees at the rates at which it was deducted. */
export interface OwedTax {
  owedFc: Fc;
  owedPaise: bigint;
  /** The tax of all remittances that are not reversed. */
  remittedPaise: bigint;
}

/**
 * Each tax that was deducted, and what the system before a move had deducted, which comes first. As SQL text, because an
 * export reads it without Kysely.
 */
const deductedTax = `
  select owed_fc as tax_fc, owed_paise as tax_paise, '-infinity'::timestamptz as taken_at, 0::bigint as id from moved_tax
  union all
  select tax_fc, tax_paise, taken_at, id from tax_deductions where taken_at is not null`;

export const deductedSum = `(select coalesce(sum(tax_paise), 0)::bigint from (${deductedTax}) tax)`;
export const remittedSum = `(select coalesce(sum((metadata ->> 'amountPaise')::bigint), 0)::bigint
  from ledger_entries entry where kind = 'tax_remitted'
    and not exists (select from ledger_entries other where other.reversal_of = entry.id))`;

export async function owedTax(db: Db): Promise<OwedTax> {
  // The coins first: what is deducted between the two is owed in rupees already, so its coins are not paid for.
  const { tax_withheld: owedFc } = await houseBalances(db);
  const { rows } = await sql<{ deducted: bigint; remitted: bigint }>`
    select ${sql.raw(deductedSum)} as deducted, ${sql.raw(remittedSum)} as remitted`.execute(db);
  const { deducted, remitted } = sure(rows[0]);
  return { owedFc: asFc(owedFc), owedPaise: deducted - remitted, remittedPaise: remitted };
}

/** The state takes tax in tens of rupees, so a challan may be so much away from what was deducted. */
export const roundingPaise = 1000n;

/**
 * The coins that an amount of rupees pays for: those that were deducted first, at the rates of their days. What pays for
 * all that is owed, but for rounding, pays for all the coins. Undefined where it is more than is owed.
 */
export async function coinsPaidBy(
  db: Db,
  { owedFc, owedPaise, remittedPaise }: OwedTax,
  paise: bigint,
): Promise<bigint | undefined> {
  const restPaise = owedPaise - paise;
  if (restPaise < -roundingPaise) return undefined;
  if (restPaise <= roundingPaise) return owedFc;
  const { rows } = await sql<{ fc: Fc }>`
    with taken as (
      select tax_fc, tax_paise,
        sum(tax_paise) over (order by taken_at, id) - tax_paise as before_paise
      from (${sql.raw(deductedTax)}) tax where tax_fc > 0
    ), due as (select ${String(remittedPaise)}::numeric as from_paise, ${String(remittedPaise + paise)}::numeric as to_paise)
    select coalesce(sum(div(tax_fc::numeric
      * (least(before_paise + tax_paise, to_paise) - greatest(before_paise, from_paise)), tax_paise)), 0)::bigint as fc
    from taken cross join due
    where tax_paise > 0 and before_paise < to_paise and before_paise + tax_paise > from_paise`.execute(db);
  const { fc } = sure(rows[0]);
  return fc < owedFc ? fc : owedFc;
}
