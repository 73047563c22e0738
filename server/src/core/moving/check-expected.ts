import { fcOf, memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { columnsOf } from "./format.ts";
import type { Row } from "./read-rows.ts";

/** What the other system would pay on its next day. The import has no use for it; the comparison has. */
export class ExpectedCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const columns = columnsOf.expected;
    const number = memberOf(this.company, row, columns.userId);
    const kind = row.read(columns.kind);
    fcOf(this.company, row, columns.amountFc);
    if (number !== undefined && kind !== undefined) this.lines.check(row, columns.kind, `${number} ${kind}`);
  }
}
