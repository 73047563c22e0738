import type { RecomputedNetwork } from "../network/recompute.ts";
import { legOf } from "./check-business.ts";
import type { RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { exactOfCents, exactOfCount, type Exact } from "./exact-amount.ts";
import { columnsOf, fileNames } from "./format.ts";
import type { Row } from "./read-rows.ts";
import {
  isSum,
  sumNames,
  type LegName,
  type SumName,
  type TotalName,
} from "@fc/contract/arrival/console-totals";

/** One figure of the files beside the same of the old system. */
export interface ComparedTotal {
  total: TotalName;
  /** Of the member whose leg it is. */
  userId: string | undefined;
  ours: Exact;
  /** Undefined if the old system does not state it. */
  stated: Exact | undefined;
  /** What the import rounds away of ours. */
  cut: Exact;
}

const columns = columnsOf.totals;

export class TotalsCheck implements RowCheck {
  private readonly company: Company;
  private readonly network: RecomputedNetwork;
  private readonly stated = new Map<SumName, Exact>();
  private readonly legs: ComparedTotal[] = [];

  constructor(company: Company, network: RecomputedNetwork) {
    this.company = company;
    this.network = network;
  }

  check(row: Row): void {
    const total = row.read(columns.total);
    const value = row.read(columns.value);
    const userId = row.read(columns.userId);
    if (total === undefined || value === undefined) return;
    if (isSum(total)) {
      if (userId !== undefined) row.found("total-for-nobody", columns.userId);
      if (this.stated.has(total)) row.found("row-twice", columns.total);
      this.stated.set(total, value);
      return;
    }
    if (userId === undefined) return row.found("total-for-nobody", columns.userId);
    const number = this.company.memberNumber(userId);
    if (number === undefined) return row.found("unknown-user", columns.userId);
    this.legs.push({ total, userId, ours: this.ofLeg(total, number), stated: value, cut: 0n });
  }

  private ofLeg(total: LegName, number: number): Exact {
    const side = total.startsWith("left") ? "left" : "right";
    const { users, businessUsdCents } = legOf(this.network, number, side);
    return total.endsWith("members") ? exactOfCount(users) : exactOfCents(businessUsdCents);
  }

  /** Everything that is in the files or was stated. */
  compared({ hasFile }: { hasFile: boolean }): ComparedTotal[] {
    const { sums, cuts, reading } = this.company;
    const compared = sumNames.map((total): ComparedTotal => {
      const [ours, cut] = [sums.get(total) ?? 0n, cuts.get(total) ?? 0n];
      return { total, userId: undefined, ours, stated: this.stated.get(total), cut };
    });
    for (const { total, ours, stated } of compared) {
      if (!hasFile || stated !== undefined || ours === 0n) continue;
      const finding = { file: fileNames.totals, line: null, column: "total", value: total };
      reading.findings.add({ kind: "total-not-stated", ...finding });
    }
    return [...compared.filter(({ ours, stated }) => ours !== 0n || stated !== undefined), ...this.legs];
  }
}
