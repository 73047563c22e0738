import { rosDays, type PlanVersion } from "@fc/contract/plan/rules";
import { sql, type RawBuilder } from "kysely";
import type { Price } from "../prices/prices.ts";
import type { TaxRule } from "../taxes/rules.ts";

/** A day with everything that its rewards follow from, apart from the members' own figures. */
export interface Day {
  day: string;
  /** Whether no day was closed before. */
  isFirst: boolean;
  /** The day's end: what was recorded from then on does not count. */
  cut: Date;
  plan: PlanVersion;
  /** Undefined before the first price; then there is no stake either. */
  price: Price | undefined;
  /** Every version, because stakes keep the terms they were bought under. */
  versions: readonly PlanVersion[];
  /** The rule by which tax is taken of this day's credits; undefined where none is. */
  taxRule: TaxRule | undefined;
}

/**
 * The rules of contract/src/plan/rules.ts a second time, as queries over all members, so that a million members
 * never leave the database. Simulations hold the two together, to the unit.
 */

/** floor(amount × parts / 10,000), in steps so small that no product overflows a bigint. */
export const share = (amount: RawBuilder<unknown>, parts: RawBuilder<unknown>) =>
  sql`(${amount} / 10000 * ${parts} + ${amount} % 10000 * ${parts} / 10000)`;

/** Dollars in FC at the day's price, rounded down. */
export const fcAt = (price: Price | undefined, usdCents: RawBuilder<unknown>) =>
  sql`div(${usdCents} * ${price?.fcFor15Usd ?? 0n}::numeric, 1500)::bigint`;

/** Whether a stake earned at the day's end. It compares only moments, so that a day closed late sees the same. */
export const ranAt = (cut: Date, stakes = "stakes") => {
  const [started, ended] = [sql.ref(`${stakes}.started_at`), sql.ref(`${stakes}.ended_at`)];
  return sql`${started} < ${cut} and (${ended} is null or ${ended} >= ${cut})`;
};

/**
 * Whether a running stake counts for bonuses, that is qualifies somebody or raises a cap: one that can still be undone
 * does not.
 */
export const countsAt = (cut: Date, stakes = "stakes") => {
  const held = sql.ref(`${stakes}.held_until`);
  return sql`${ranAt(cut, stakes)} and (${held} is null or ${held} < ${cut})`;
};

/** Each version's terms of return: the share of a day, the limit, and after how many days it is reached. */
export const rosTerms = (versions: readonly PlanVersion[]) =>
  sql`(values ${sql.join(
    versions.map(
      ({ version, rules: { ros } }) =>
        sql`(${version}::int, ${ros.dailyBasisPoints}::bigint, ${ros.limitBasisPoints}::bigint, ${rosDays(ros)}::int)`,
    ),
  )}) as terms (version, daily, "limit", days)`;

/** Why a direct bonus is not paid, or null. It reads `due`, a row of direct_bonuses_due, and `stakes`, its stake. */
export const lapsedBecause = (cut: Date) => sql`
  case when stakes.ended_at < ${cut} then 'stake_reversed'
    when not exists (
      select from stakes of_sponsor where of_sponsor.member_id = due.sponsor_id and ${ranAt(cut, "of_sponsor")}
    ) then 'sponsor_inactive' end`;

/**
 * Which bonuses a closing decides. It reads `due`, a row of direct_bonuses_due. A bonus is due when the cooling-off time
 * of its stake has ended, and waits for that of the sponsor's stake, where the sponsor has no other one.
 */
export const decidedBy = (cut: Date) => sql`due.decided_on is null and due.due_at < ${cut} and (
  not exists (select from stakes held where held.member_id = due.sponsor_id and held.held_until >= ${cut}
    and ${ranAt(cut, "held")})
  or exists (select from stakes counted where counted.member_id = due.sponsor_id and ${countsAt(cut, "counted")}))`;

/** What a day's rewards are computed from besides stakes: recorded by a closing, or only projected. */
export interface DayRecords {
  /** Rows like those of closing_pairs, of this day alone. */
  pairs: RawBuilder<unknown>;
  /** sponsor_id and stake_id of the direct bonuses to be paid. */
  directs: RawBuilder<unknown>;
}

/** What a closing has recorded of a day. */
export const recordsOf = (day: string): DayRecords => ({
  pairs: sql`select * from closing_pairs where day = ${day}`,
  directs: sql`
    select sponsor_id, stake_id from direct_bonuses_due where decided_on = ${day} and lapsed_because is null`,
});

/** `rosDays` in SQL, of a column with the rules of a version. */
export function rosDaysSql(rules: string): RawBuilder<number> {
  const ros = (term: string) => sql`(${sql.ref(rules)} -> 'ros' ->> ${sql.lit(term)})::numeric`;
  return sql<number>`ceil(${ros("limitBasisPoints")} / ${ros("dailyBasisPoints")})::int`;
}
