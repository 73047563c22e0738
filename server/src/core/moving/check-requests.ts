import { checkPicture } from "./check-details.ts";
import { fcOf, memberOf, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { exactOfCount } from "./exact-amount.ts";
import { columnsOf } from "./format.ts";
import type { Row } from "./read-rows.ts";

export class StakingRequestsCheck implements RowCheck {
  private readonly company: Company;
  private readonly pictures: ReadonlySet<string>;

  constructor(company: Company, pictures: ReadonlySet<string>) {
    this.company = company;
    this.pictures = pictures;
  }

  check(row: Row): void {
    const columns = columnsOf.stakingRequests;
    memberOf(this.company, row, columns.userId);
    checkPicture(row, columns.picture, this.pictures);
    this.company.add("staking_requests", exactOfCount(1));
    this.company.add("staking_requests_usd", row.read(columns.amountUsd) ?? 0n);
  }
}

export class WithdrawalsCheck implements RowCheck {
  private readonly company: Company;

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const columns = columnsOf.withdrawals;
    memberOf(this.company, row, columns.userId);
    this.company.add("withdrawals", exactOfCount(1));
    let amount = 0n;
    for (const column of [columns.staking, columns.earning, columns.offer]) {
      amount += fcOf(this.company, row, column, "withdrawals_fc") ?? 0n;
    }
    if (amount === 0n) row.found("amount-zero", columns.staking);
    const feeFc = fcOf(this.company, row, columns.feeFc);
    if (feeFc !== undefined && amount > 0n && feeFc >= amount) row.found("fee-beyond-amount", columns.feeFc);
  }
}
