import { houseCodes } from "../ledger/accounts.ts";
import { insertAll } from "../network/bulk.ts";
import { centsOf, fcUnits } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
import { postOpenings } from "./import-money.ts";
import { given, importRows, unitsOf, type Importing } from "./import-rows.ts";

/** The money beside the wallets: what was paid in and out so far, the tax of the years, the pool, and tax that is owed. */
export async function importSoFar(importing: Importing): Promise<void> {
  await importLifetimes(importing);
  await importTaxYears(importing);
  await importHouse(importing);
}

async function importLifetimes(importing: Importing): Promise<void> {
  const columns = columnsOf.lifetimes;
  await importRows(
    importing,
    "lifetimes",
    (row) => [
      importing.idOf(given(row, columns.userId)),
      centsOf(given(row, columns.paidInUsd)),
      unitsOf(row, columns.paidInFc),
      unitsOf(row, columns.paidOutFc),
    ],
    (rows) =>
      insertAll(
        importing.client,
        { table: "moved_lifetimes", columns: ["member_id", "put_usd_cents", "put_fc", "took_fc"] },
        rows,
      ),
  );
}

async function importTaxYears(importing: Importing): Promise<void> {
  const columns = columnsOf.taxYears;
  await importRows(
    importing,
    "taxYears",
    (row) => [
      importing.idOf(given(row, columns.userId)),
      given(row, columns.year),
      centsOf(given(row, columns.countedInr)),
      centsOf(given(row, columns.taxedInr)),
    ],
    (rows) =>
      insertAll(
        importing.client,
        { table: "tax_years", columns: ["member_id", "financial_year", "sum_paise", "taxed_paise"] },
        rows,
      ),
  );
}

/** The pool comes over the treasury, as any coins that it is funded with. */
async function importHouse(importing: Importing): Promise<void> {
  const { client, cut } = importing;
  const columns = columnsOf.house;
  const figures = new Map<string, bigint>();
  await importRows(
    importing,
    "house",
    (row) => [given(row, columns.what), given(row, columns.value)] as const,
    (rows) => {
      for (const [what, value] of rows) figures.set(what, value);
      return Promise.resolve();
    },
  );
  const poolFc = fcUnits(figures.get("pool_fc") ?? 0n);
  const owedFc = fcUnits(figures.get("tax_owed_fc") ?? 0n);
  const owedPaise = centsOf(figures.get("tax_owed_inr") ?? 0n);
  const { moved_in, treasury, rewards_pool, tax_withheld } = houseCodes;
  const entries = [
    ["opening", "pool", "OPENING", moved_in, treasury, poolFc],
    ["pool_funded", "pool/funded", "POOL", treasury, rewards_pool, poolFc],
    ["opening", "tax", "OPENING", moved_in, tax_withheld, owedFc],
  ] as const;
  for (const [kind, key, message, debit, credit, amount] of entries) {
    if (amount === 0n) continue;
    await postOpenings(client, {
      cut,
      source: `select '${kind}' as kind, 'moved-in/${key}' as key, '${message}' as message, null::int as price_id,
        null::int as plan_version, ${debit}::bigint as debit_id, ${credit}::bigint as credit_id,
        ${amount}::bigint as amount`,
    });
  }
  if (owedFc === 0n && owedPaise === 0n) return;
  await client.query("insert into moved_tax (owed_fc, owed_paise) values ($1, $2)", [owedFc, owedPaise]);
}
