import type { Company } from "./company.ts";
import { cutOfFc, type Exact } from "./exact-amount.ts";
import type { Column } from "./format.ts";
import type { Row } from "./read-rows.ts";
import type { SumName } from "@fc/contract/arrival/console-totals";

/** What looks at the lines of one file. */
export interface RowCheck {
  check(row: Row): void;
  /** What can only be said once all lines were read. */
  end?(): void;
}

/** The number of the member of the line. */
export function memberOf(company: Company, row: Row, userId: Column<string>): number | undefined {
  const refId = row.read(userId);
  if (refId === undefined) return undefined;
  const number = company.memberNumber(refId);
  if (number === undefined) row.found("unknown-user", userId);
  return number;
}

/** The same for a file in which a member, or each kind of a member, has one line. */
export class OneLine {
  private readonly seen = new Set<string | number>();

  check(row: Row, column: Column, key: string | number): void {
    if (this.seen.has(key)) row.found("row-twice", column);
    else this.seen.add(key);
  }

  has(key: string | number): boolean {
    return this.seen.has(key);
  }
}

/** An amount of FC, added up where it has a sum. What is beyond our decimals is named. */
export function fcOf(company: Company, row: Row, column: Column<Exact>, sum?: SumName): Exact | undefined {
  const amount = row.read(column);
  if (amount === undefined) return undefined;
  const cut = cutOfFc(amount);
  if (cut !== 0n) row.found("more-decimals", column, cut);
  if (sum === undefined) return amount;
  company.add(sum, amount);
  if (cut !== 0n) company.addCut(sum, cut);
  return amount;
}
