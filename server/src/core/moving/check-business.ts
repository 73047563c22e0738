import type { RecomputedNetwork } from "../network/recompute.ts";
import { memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { exactOfCents } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
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
}
