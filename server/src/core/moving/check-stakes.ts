import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { rosByDayFc, type RosTerms } from "@fc/contract/plan/rules";
import { fcOf, memberOf, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { centsOf, exactOfCount, exactOfFc, fcUnits } from "./exact-amount.ts";
import { daysEarned } from "./stake-days.ts";
import { columnsOf } from "./format.ts";
import type { Row } from "./read-rows.ts";

const columns = columnsOf.stakes;
const whole = 10_000n;

export class StakesCheck implements RowCheck {
  private readonly company: Company;

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const { company } = this;
    const number = memberOf(company, row, columns.userId);
    const isRunning = row.isEmpty(columns.endedAt);
    const amountFc = asFc(fcOf(company, row, columns.amountFc, isRunning ? "staked_fc" : undefined));
    const amountUsd = row.read(columns.amountUsd);
    this.checkEarned(row, amountFc, isRunning);
    this.checkEnd(row);
    if (isRunning) {
      company.add("stakes", exactOfCount(1));
      company.add("staked_usd", amountUsd ?? 0n);
    }
    if (number === undefined) return;
    if (isRunning) company.runningStakes[number] = (company.runningStakes[number] ?? 0) + 1;
    const isBusiness = row.read(columns.endReason) !== "undone";
    const before = company.businessUsdCents[number] ?? 0n;
    if (isBusiness) company.businessUsdCents[number] = asUsdCents(before + centsOf(amountUsd ?? 0n));
  }

  private checkEarned(row: Row, amountFc: Fc | undefined, isRunning: boolean): void {
    const earnedFc = fcOf(this.company, row, columns.earnedFc);
    const paidFc = fcOf(this.company, row, columns.paidFc);
    const limit = row.read(columns.limitPercent);
    if (earnedFc === undefined) return;
    if (amountFc !== undefined && limit !== undefined && earnedFc * whole > amountFc * BigInt(limit)) {
      row.found("earned-beyond-limit", columns.earnedFc);
    }
    const daily = row.read(columns.dailyPercent);
    if (isRunning && amountFc !== undefined && daily !== undefined && limit !== undefined) {
      const terms = { dailyBasisPoints: daily, limitBasisPoints: limit };
      const rest = partOfDay(asFc(fcUnits(amountFc)), terms, asFc(fcUnits(earnedFc)));
      if (rest > 0n) row.found("earned-part-of-day", columns.earnedFc, exactOfFc(rest));
    }
    if (paidFc !== undefined && paidFc > earnedFc) row.found("paid-beyond-earned", columns.paidFc);
  }

  private checkEnd(row: Row): void {
    const approvedAt = row.read(columns.approvedAt);
    const endedAt = row.read(columns.endedAt);
    const isHalf = row.isEmpty(columns.endedAt) !== row.isEmpty(columns.endReason);
    const isBefore = endedAt !== undefined && approvedAt !== undefined && endedAt < approvedAt;
    if (isHalf || isBefore) row.found("end-contradicts", columns.endedAt);
  }
}

/** What a stake has earned beyond its whole days, up to its limit. */
function partOfDay(fc: Fc, terms: RosTerms, earnedFc: Fc): bigint {
  return earnedFc - rosByDayFc(fc, terms, daysEarned(fc, terms, earnedFc));
}
