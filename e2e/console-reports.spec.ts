import type { Fc } from "@fc/contract/units";
import { fcFigure } from "../contract/src/amount-text.ts";
import { indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import type { Db } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

interface Figures {
  stakes: string;
  staked_usd: string;
  members: string;
  payouts: string;
  paid_fc: Fc;
}

/** What a member moves to the own transfer wallet does not leave the house. */
const isPaidOut = sql<boolean>`status = 'A' and currency_type = 'coin'`;

/** What happened on a day as India counts it, added up here from the rows themselves. */
async function figuresOf(db: Db, day: string): Promise<Figures> {
  const isOfDay = (column: string) =>
    sql<boolean>`(${sql.ref(column)} at time zone 'Asia/Kolkata')::date = ${day}::date`;
  const { rows } = await sql<Figures>`
    select
      (select count(*) from stakes where ${isOfDay("started_at")}) as stakes,
      (select coalesce(sum(principal_usd_cents), 0) / 100 from stakes where ${isOfDay("started_at")}) as staked_usd,
      (select count(*) from members where ${isOfDay("joined_at")}) as members,
      (select count(*) from withdrawals where ${isPaidOut} and ${isOfDay("decided_at")}) as payouts,
      (select coalesce(sum(amount_fc - fee_fc - coalesce(deduction_fc, 0)), 0)::bigint
         from withdrawals where ${isPaidOut} and ${isOfDay("decided_at")}) as paid_fc
  `.execute(db);
  return rows[0]!;
}

async function dayOfFirstPayout(db: Db): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select min(decided_at) as at from withdrawals where ${isPaidOut}
      and decided_at > now() - interval '25 days'`.execute(db);
  return indiaDayOf(rows[0]!.at);
}

test("an operator reads in the reports what was staked, paid out and joined on a day", async ({
  page,
  db,
}) => {
  // On the day of its first payout the demo has figures of all kinds. Other tests write of today and of thirty days ago.
  const day = await dayOfFirstPayout(db);
  const written = new Date(`${day}T12:00:00+05:30`).toLocaleDateString("en-IN", {
    dateStyle: "medium",
    timeZone: "Asia/Kolkata",
  });
  const figures = await figuresOf(db, day);
  expect(Object.values(figures).map(Number)).not.toContain(0);
  await operatorAt(page, `/console/reports?from=${day}&to=${day}`, { role: "admin" });
  for (const [name, cells] of [
    ["Payouts", [figures.payouts, fcFigure(figures.paid_fc)]],
    ["Growth", [figures.members]],
    ["Stakes", [figures.stakes, Number(figures.staked_usd).toLocaleString("en-IN")]],
  ] as const) {
    await page.getByRole("tab", { name, exact: true }).click();
    const row = page.getByRole("table", { name }).getByRole("row", { name: written });
    for (const cell of cells)
      await expect(row.getByRole("cell", { name: cell, exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page);
});
