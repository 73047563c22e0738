import { asFc, noFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire, inrPaiseToWire } from "@fc/contract/money";
import { indiaDayOf, momentsOf } from "@fc/contract/period";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import type { ConsoleTaxRule, consoleTaxQuarter, TaxDeducted } from "@fc/contract/taxes/console";
import { quarterDays, quarters } from "@fc/contract/taxes/financial-year";
import { sql } from "kysely";
import { numberIn } from "../../core/members/identity-numbers.ts";
import { maskedPan } from "../../core/members/pan-records.ts";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { plannedAnew, type Db, type ReadDb } from "../../platform/db.ts";
import { followCursor, readLongPage } from "../../platform/paging.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { partsOf, taxRowColumns } from "../../core/taxes/records.ts";
import { taxRuleOn } from "../../core/taxes/rules.ts";

export async function taxRuleList(db: Db, now: Date): Promise<ConsoleTaxRule[]> {
  const today = indiaDayOf(now);
  const current = await taxRuleOn(db, today);
  const rows = await db
    .selectFrom("tax_rules as rule")
    .innerJoin("operators as setter", "setter.id", "rule.created_by")
    .leftJoin("operators as withdrawer", "withdrawer.id", "rule.withdrawn_by")
    .selectAll("rule")
    .select(["setter.name as set_by", "withdrawer.name as withdrawer"])
    .orderBy("rule.first_day", "desc")
    .orderBy("rule.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstDay: row.first_day,
    section: row.section,
    taken: row.taken,
    ratePercent: row.rate_basis_points / 100,
    rateWithoutPanPercent: row.rate_without_pan_basis_points / 100,
    thresholdInr: inrPaiseToWire(row.threshold_paise),
    state:
      row.withdrawn_at !== null
        ? "withdrawn"
        : row.first_day > today
          ? "scheduled"
          : row.id === current?.id
            ? "in force"
            : "past",
    setBy: row.set_by,
    setAt: row.created_at.toISOString(),
    withdrawnBy: row.withdrawer,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }));
}

export interface QuarterOfYear {
  year: number;
  quarter: number;
}

type DeductedFilter = QueryOf<typeof consoleTaxQuarter>;

const sortColumns = { takenAt: "tax.taken_at", taxFc: "tax.tax_fc", amountFc: "tax.base_fc" } as const;

/** Members are looked at only if somebody searches for them: the sums of a quarter are read off an index. */
function matching(db: ReadDb, { year, quarter }: QuarterOfYear, search: MemberSearch | undefined) {
  const { from, to } = momentsOf(quarterDays(year, sure(quarters.find((each) => each === quarter))));
  const deductions = db
    .selectFrom("tax_deductions as tax")
    .where("tax.tax_fc", ">", noFc)
    .where("tax.taken_at", ">=", sure(from))
    .where("tax.taken_at", "<", sure(to));
  return search ? deductions.where(search.matches("tax.member_id")) : deductions;
}

function deducted(db: ReadDb, { of, query }: QuarterRequest, search: MemberSearch | undefined) {
  const { sort = "takenAt", order = "asc" } = query;
  return matching(db, of, search)
    .innerJoin("members as member", "member.id", "tax.member_id")
    .innerJoin("tax_rules as rule", "rule.id", "tax.rule_id")
    .innerJoin("prices as price", "price.id", "tax.price_id")
    .leftJoin("pan_records as pan", (join) =>
      join.onRef("pan.member_id", "=", "tax.member_id").on("pan.version", "=", (eb) =>
        eb
          .selectFrom("pan_records as newest")
          .select((of_) => of_.fn.max("newest.version").as("version"))
          .whereRef("newest.member_id", "=", "tax.member_id"),
      ),
    )
    .select(["tax.id", "tax.member_id", "member.ref_id", "member.name", "rule.section", "tax.taken_at"])
    .select(taxRowColumns)
    .select(["tax.taxed_paise", "tax.threshold_paise", "tax.tax_paise"])
    .select(["tax.source", "tax.withdrawal_id", "pan.version", "pan.pan_number", "pan.encrypted_number"])
    .orderBy(sortColumns[sort], order)
    .orderBy("tax.id", order);
}

type DeductedRow = Awaited<ReturnType<ReturnType<typeof deducted>["execute"]>>[number];

function toDeducted(row: DeductedRow, showPan: (row: DeductedRow) => string | null): TaxDeducted {
  const { taxedFc, earlierFc } = partsOf(row);
  return {
    id: String(row.id),
    member: { refId: row.ref_id, name: row.name },
    pan: showPan(row),
    section: row.section,
    takenAt: sure(row.taken_at).toISOString(),
    amountFc: fcToWire(row.base_fc),
    amountInr: inrPaiseToWire(row.base_paise),
    earlierFc: fcToWire(earlierFc),
    taxedFc: fcToWire(taxedFc),
    taxedInr: inrPaiseToWire(row.taxed_paise),
    thresholdInr: inrPaiseToWire(row.threshold_paise),
    ratePercent: row.rate_basis_points / 100,
    taxFc: fcToWire(row.tax_fc),
    taxInr: inrPaiseToWire(row.tax_paise),
    reference:
      row.withdrawal_id === null
        ? `Closing ${indiaDayOf(sure(row.taken_at))}`
        : referenceOf("withdrawal", row.withdrawal_id),
  };
}

function panOf(secretKey: SecretKey, row: DeductedRow): string | null {
  if (row.version === null) return null;
  const place = { kind: "pan", memberId: row.member_id, version: row.version } as const;
  return numberIn(secretKey, place, { clear: row.pan_number, encrypted: row.encrypted_number });
}

interface QuarterRequest {
  of: QuarterOfYear;
  query: DeductedFilter;
  secretKey: SecretKey;
}

export async function quarterPage(db: ReadDb, { of, query, secretKey }: QuarterRequest) {
  const masked = (row: DeductedRow) => {
    const pan = panOf(secretKey, row);
    return pan === null ? null : maskedPan(pan);
  };
  const search = await searchMembers(db, query.search);
  const [page, totals] = await Promise.all([
    readLongPage(db, query, {
      rows: deducted(db, { of, query, secretKey }, search),
      matching: matching(db, of, search),
      show: (row) => toDeducted(row, masked),
      mostCounted: search?.mostCounted,
    }),
    // Of a name that very many have it would take longer than the page.
    search?.mostCounted === undefined ? quarterTotals(db, of, search) : undefined,
  ]);
  return { ...page, ...(totals && { totals }) };
}

async function quarterTotals(db: ReadDb, of: QuarterOfYear, search: MemberSearch | undefined) {
  const sum = (column: string) => sql<bigint>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
  const { base_fc, base_paise, tax_fc, tax_paise } = await plannedAnew(db, (tx) =>
    matching(tx, of, search)
      .select([sum("tax.base_fc").as("base_fc"), sum("tax.base_paise").as("base_paise")])
      .select([sum("tax.tax_fc").as("tax_fc"), sum("tax.tax_paise").as("tax_paise")])
      .executeTakeFirstOrThrow(),
  );
  return {
    amountFc: fcToWire(asFc(base_fc)),
    amountInr: inrPaiseToWire(base_paise),
    taxFc: fcToWire(asFc(tax_fc)),
    taxInr: inrPaiseToWire(tax_paise),
  };
}

/** Every deduction of a quarter with the PAN in full. Each batch starts where the last one ended. */
export async function* wholeQuarter(db: ReadDb, request: QuarterRequest): AsyncGenerator<TaxDeducted> {
  const { query, secretKey } = request;
  const search = await searchMembers(db, query.search);
  const { sort = "takenAt", order = "asc" } = query;
  const valueOf = ({ taken_at, tax_fc, base_fc }: DeductedRow) =>
    ({ takenAt: taken_at, taxFc: tax_fc, amountFc: base_fc })[sort];
  const after = (last: DeductedRow) =>
    sql<boolean>`(${sql.ref(sortColumns[sort])}, tax.id) ${sql.raw(order === "asc" ? ">" : "<")} (${valueOf(last)}, ${last.id})`;
  yield* followCursor(async (last: DeductedRow | undefined, limit) => {
    const batch = deducted(db, request, search).limit(limit);
    const rows = await (last === undefined ? batch : batch.where(after(last))).execute();
    const data = rows.map((row) => toDeducted(row, (each) => panOf(secretKey, each)));
    return { data, next: rows.length < limit ? undefined : rows.at(-1) };
  });
}
