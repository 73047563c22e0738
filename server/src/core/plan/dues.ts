import { usdText } from "@fc/contract/amount-text";
import { rosDays, type PlanVersion } from "@fc/contract/plan/rules";
import { sql, type RawBuilder } from "kysely";
import type { Price } from "../prices/prices.ts";

/** A day with all that its rewards follow from, apart from the members'. */
export interface Day {
  day: string;
  /** Whether no day was closed before. */
  isFirst: boolean;
  /** The day's end: what was recorded from then on does not count. */
  cut: Date;
  plan: PlanVersion;
  /** None before the first price; then there is no stake either. */
  price: Price | undefined;
  /** Every version, for stakes keep the terms they were bought under. */
  versions: readonly PlanVersion[];
}

/**
 * The rules of contract/src/plan.ts once more, as queries over everybody: a million members never leave the
 * database. Simulations hold the two together, to the unit.
 */

/** floor(amount × parts / 10,000), in parts so small that no product is ever too large for a bigint. */
const share = (amount: RawBuilder<unknown>, parts: RawBuilder<unknown>) =>
  sql`(${amount} / 10000 * ${parts} + ${amount} % 10000 * ${parts} / 10000)`;

const fcAt = (price: Price | undefined, usdCents: RawBuilder<unknown>) =>
  sql`div(${usdCents} * ${price?.fcFor15Usd ?? 0n}::numeric, 1500)::bigint`;

/** Whether a stake earned at the day's end. Compared with moments alone, so that a day closed late sees the same. */
export const ranAt = (cut: Date, stakes = "stakes") => {
  const [started, ended] = [sql.ref(`${stakes}.started_at`), sql.ref(`${stakes}.ended_at`)];
  return sql`${started} < ${cut} and (${ended} is null or ${ended} >= ${cut})`;
};

/** Each version's terms of return: the share a day, the limit, and after how many days it is reached. */
export const rosTerms = (versions: readonly PlanVersion[]) =>
  sql`(values ${sql.join(
    versions.map(
      ({ version, rules: { ros } }) =>
        sql`(${version}::int, ${ros.dailyBasisPoints}::bigint, ${ros.limitBasisPoints}::bigint, ${rosDays(ros)}::int)`,
    ),
  )}) as terms (version, daily, "limit", days)`;

/** What each stake that earned on the day is due: member_id and due_fc. */
function rosOfStakes({ day, cut, versions }: Day, members: RawBuilder<unknown>): RawBuilder<unknown> {
  const dayNumber = sql`(${day}::date - stakes.started_on)`;
  const reached = sql`least(terms.daily * ${dayNumber}, terms."limit")`;
  const before = sql`(terms.daily * (${dayNumber} - 1))`;
  const principal = sql`stakes.principal_fc`;
  return sql`
    select stakes.member_id, ${share(principal, reached)} - ${share(principal, before)} as due_fc
    from stakes join ${rosTerms(versions)} on terms.version = stakes.plan_version
    where ${ranAt(cut)} and ${dayNumber} between 1 and terms.days and ${members}`;
}

/** member_id, due_fc: the day's return of each member's stakes together. */
export function rosDues(day: Day, members: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select member_id, sum(due_fc)::bigint as due_fc from (${rosOfStakes(day, members)}) of_stake group by member_id`;
}

/** The returns of everybody's stakes, as one sum. */
export const rosTotal = (day: Day) =>
  sql`select coalesce(sum(due_fc), 0)::bigint from (${rosOfStakes(day, sql`true`)}) of_stake`;

/** Why a direct bonus is not paid, or null. Of `due`, a row of direct_bonuses_due, and `stakes`, its stake. */
export const lapsedBecause = (cut: Date) => sql`
  case when stakes.ended_at < ${cut} then 'stake_reversed'
    when not exists (
      select from stakes of_sponsor where of_sponsor.member_id = due.sponsor_id and ${ranAt(cut, "of_sponsor")}
    ) then 'sponsor_inactive' end`;

/** Rows as of closing_pairs, of the day alone: the table's, or what a dry run makes instead. */
export type Pairs = RawBuilder<unknown>;

/** member_id, due_fc: the day's matching bonus of each member. */
export function pairDues({ price }: Day, pairs: Pairs, members: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select member_id, ${fcAt(price, sql`bonus_usd_cents`)} as due_fc from (${pairs}) pair where ${members}`;
}

/**
 * Bonuses and offers of a day: kind, member_id, due_fc, what the entry is named by after its kind, and its message.
 * They are few and have an entry each, named by what is to be rewarded once. `directs` are sponsor_id and stake_id of
 * what is to be paid.
 */
export function singleDues(day: Day, pairs: Pairs, directs: RawBuilder<unknown>): RawBuilder<unknown> {
  const { price, plan } = day;
  const bonus = sql`(stakes.principal_usd_cents * ${plan.rules.directBonus.basisPoints}::bigint / 10000)`;
  const direct = sql`
    select 'direct_bonus' as kind, direct.sponsor_id as member_id, ${fcAt(price, bonus)} as due_fc,
      direct.stake_id::text as name, 'DIRECT/' || members.ref_id as message
    from (${directs}) direct join stakes on stakes.id = direct.stake_id join members on members.id = stakes.member_id`;
  if (plan.rules.offers.length === 0) return direct;
  const offers = plan.rules.offers.map(
    ({ matchedUsdCents, rewardUsdCents }) =>
      sql`(${matchedUsdCents}::bigint, ${rewardUsdCents}::bigint, ${`OFFER/${usdText(BigInt(matchedUsdCents))}`})`,
  );
  return sql`${direct}
    union all
    select 'offer_reward', member_id, ${fcAt(price, sql`reward`)}, member_id || '/' || at, message
    from (${pairs}) pair join (values ${sql.join(offers)}) as offer (at, reward, message)
      on matched_before_usd_cents < at and at <= matched_before_usd_cents + matched_usd_cents`;
}

/** What a closing has recorded of a day, for `pairDues` and `singleDues`. */
export const recordedPairs = (day: string) => sql`select * from closing_pairs where day = ${day}`;
export const recordedDirects = (day: string) => sql`
  select sponsor_id, stake_id from direct_bonuses_due where decided_on = ${day} and lapsed_because is null`;
