import type { RecomputedNetwork } from "../network/recompute.ts";
import { memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { exactOfCents } from "./exact-amount.ts";
import { columnsOf, fileNames } from "./format.ts";
import type { Row } from "./read-rows.ts";

const columns = columnsOf.business;
const legs = {
  left: { carried: columns.leftCarried, taken: columns.leftTaken },
  right: { carried: columns.rightCarried, taken: columns.rightTaken },
} as const;

/** What stands in a leg of a member: the member's child there with everybody below it. */
export function legOf(network: RecomputedNetwork, number: number, side: "left" | "right") {
  const child = network[side][number] ?? -1;
  return {
    users: network.total.users[child] ?? 0,
    businessUsdCents: network.total.businessUsdCents[child] ?? 0n,
  };
}

/** The business of the leg that has less of it. */
function smallerLeg(network: RecomputedNetwork, number: number): bigint {
  const { businessUsdCents: left } = legOf(network, number, "left");
  const { businessUsdCents: right } = legOf(network, number, "right");
  return left < right ? left : right;
}

/** What matching has taken of each leg, and what is carried, against the stakes below. */
export class BusinessCheck implements RowCheck {
  private readonly company: Company;
  private readonly network: RecomputedNetwork;
  private readonly lines = new OneLine();

  constructor(company: Company, network: RecomputedNetwork) {
    this.company = company;
    this.network = network;
  }

  check(row: Row): void {
    const number = memberOf(this.company, row, columns.userId);
    if (number === undefined) return;
    this.lines.check(row, columns.userId, number);
    const matched = row.read(columns.matched);
    for (const side of ["left", "right"] as const) {
      const { carried, taken } = legs[side];
      const carriedUsd = row.read(carried);
      const takenUsd = row.read(taken);
      if (carriedUsd === undefined || takenUsd === undefined) continue;
      const stakesUsd = exactOfCents(legOf(this.network, number, side).businessUsdCents);
      const difference = carriedUsd + takenUsd - stakesUsd;
      if (difference !== 0n)
        row.found("business-differs", carried, difference < 0n ? -difference : difference);
      if (matched !== undefined && matched > takenUsd) row.found("matched-beyond-taken", columns.matched);
    }
  }

  /** Also where the file is missing: without a line, all that stands in both legs is matched here and paid. */
  end(): void {
    const { line, refIds, reading } = this.company;
    for (const number of line.keys()) {
      if (line[number] === 0 || this.lines.has(number)) continue;
      const usdCents = smallerLeg(this.network, number);
      if (usdCents === 0n) continue;
      const place = { file: fileNames.business, line: null, column: columns.userId.name };
      reading.findings.add(
        { kind: "business-missing", ...place, value: refIds[number] ?? "" },
        exactOfCents(usdCents),
      );
    }
  }
}
