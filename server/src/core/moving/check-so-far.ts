import { fcOf, memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { hasWholeCents } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
import type { Row } from "./read-rows.ts";

/** What members have paid in and were paid out so far. */
export class LifetimesCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const { company } = this;
    const columns = columnsOf.lifetimes;
    const number = memberOf(company, row, columns.userId);
    if (number !== undefined) this.lines.check(row, columns.userId, number);
    company.add("paid_in_usd", row.read(columns.paidInUsd) ?? 0n);
    fcOf(company, row, columns.paidInFc, "paid_in_fc");
    fcOf(company, row, columns.paidOutFc, "paid_out_fc");
  }
}

export class TaxYearsCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const columns = columnsOf.taxYears;
    const number = memberOf(this.company, row, columns.userId);
    const year = row.read(columns.year);
    if (number !== undefined && year !== undefined) this.lines.check(row, columns.year, `${number} ${year}`);
  }
}

/** The pool, and the tax that was deducted and not paid to the state. */
export class HouseCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const columns = columnsOf.house;
    const what = row.read(columns.what);
    if (what === undefined) return;
    this.lines.check(row, columns.what, what);
    const value = what === "tax_owed_inr" ? row.read(columns.value) : fcOf(this.company, row, columns.value);
    if (value === undefined) return;
    if (what === "tax_owed_inr" && !hasWholeCents(value)) row.found("rupee-decimals", columns.value);
    // Tax is paid in tens of rupees, so a little more than was deducted may be paid.
    if (value < 0n && what !== "tax_owed_inr") row.found("amount-negative", columns.value);
  }
}
