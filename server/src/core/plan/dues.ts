import { usdText } from "@fc/contract/amount-text";
import type { PlanVersion } from "@fc/contract/plan";
import { rosDays } from "@fc/contract/plan";
import { sql, type RawBuilder } from "kysely";
import { memberCodes } from "../ledger/accounts.ts";
import { rewards, type RewardKind } from "../ledger/posting.ts";
import { legsOfAll } from "../network/legs.ts";
import type { Price } from "../prices/prices.ts";

/** A day with all that its rewards follow from, apart from the members'. */
export interface Day {
  day: string;
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
export const ranAt = (cut: Date) =>
  sql`stakes.started_at < ${cut} and (stakes.ended_at is null or stakes.ended_at >= ${cut})`;

/** Each version's terms of return: the share a day, the limit, and after how many days it is reached. */
export const rosTerms = (versions: readonly PlanVersion[]) =>
  sql`(values ${sql.join(
    versions.map(
      ({ version, rules: { ros } }) =>
        sql`(${version}::int, ${ros.dailyBasisPoints}::bigint, ${ros.limitBasisPoints}::bigint, ${rosDays(ros)}::int)`,
    ),
  )}) as terms (version, daily, "limit", days)`;

/** member_id, due_fc: the day's return of each member's stakes together. */
export function rosDues({ day, cut, versions }: Day, members: RawBuilder<unknown>): RawBuilder<unknown> {
  const reached = sql`least(terms.daily * at.day_number, terms."limit")`;
  const before = sql`terms.daily * (at.day_number - 1)`;
  const principal = sql`stakes.principal_fc`;
  return sql`
    select stakes.member_id, sum(${share(principal, reached)} - ${share(principal, before)})::bigint as due_fc
    from stakes join ${rosTerms(versions)} on terms.version = stakes.plan_version
    cross join lateral (
      select ${day}::date - (stakes.started_at at time zone 'Asia/Kolkata')::date as day_number
    ) at
    where ${ranAt(cut)} and at.day_number between 1 and terms.days and ${members}
    group by stakes.member_id`;
}

/** The rows of closing_pairs that a day makes: everybody who qualifies and has business on both legs to match. */
export function pairsOf({ day, cut, plan }: Day): RawBuilder<unknown> {
  const { basisPoints, capOwnStakeBasisPoints, capUsdCents } = plan.rules.pairMatching;
  return sql`
    with own as materialized (
      select member_id, sum(principal_usd_cents)::bigint as stake from stakes where ${ranAt(cut)} group by member_id
    ), qualified as materialized (
      -- Somebody sponsored stands in the leg of the side that was chosen for them: below the sponsor, on its run.
      select placements.sponsor_id as member_id, own_of_sponsor.stake
      from placements join own using (member_id) join own own_of_sponsor on own_of_sponsor.member_id = sponsor_id
      group by placements.sponsor_id, own_of_sponsor.stake
      having bool_or(side = 'left') and bool_or(side = 'right')
    )
    select ${day}::date as day, member_id, left_business_usd_cents as left_usd_cents,
      right_business_usd_cents as right_usd_cents, consumed as consumed_usd_cents, stake as own_stake_usd_cents,
      matched as matched_usd_cents, taken - matched as flushed_usd_cents, bonus as bonus_usd_cents,
      matched_before as matched_before_usd_cents
    from qualified
    join (${legsOfAll({ before: cut })}) legs using (member_id)
    left join pair_memory memory using (member_id)
    cross join lateral (
      select coalesce(memory.consumed_usd_cents, 0) as consumed, coalesce(memory.matched_usd_cents, 0) as matched_before
    ) remembered
    cross join lateral (
      select least(left_business_usd_cents, right_business_usd_cents) - consumed as taken,
        least(stake * ${capOwnStakeBasisPoints}::bigint / 10000, ${capUsdCents}::bigint) as cap
    ) weaker
    cross join lateral (
      select case when taken * ${basisPoints}::bigint / 10000 > cap then cap * 10000 / ${basisPoints}::bigint
        else taken end as matched, least(taken * ${basisPoints}::bigint / 10000, cap) as bonus
    ) earned
    where taken > 0`;
}

/** Why a direct bonus is not paid, or null. Of `due`, a row of direct_bonuses_due, and `stakes`, its stake. */
export const lapsedBecause = (cut: Date) => sql`
  case when stakes.ended_at < ${cut} then 'stake_reversed'
    when not exists (
      select from stakes of_sponsor where of_sponsor.member_id = due.sponsor_id and of_sponsor.started_at < ${cut}
        and (of_sponsor.ended_at is null or of_sponsor.ended_at >= ${cut})
    ) then 'sponsor_inactive' end`;

/** Where a day's matching and decided bonuses are read from: the tables, or what a dry run makes instead. */
export interface Reckoned {
  /** Rows as of closing_pairs, of the day alone. */
  pairs: RawBuilder<unknown>;
  /** sponsor_id and stake_id of what is to be paid. */
  directs: RawBuilder<unknown>;
  /** A condition on member_id, for a part of all. */
  members: (column: string) => RawBuilder<unknown>;
}

/**
 * All rewards of a day: kind, member_id, due_fc, what the entry is named by after its kind, and the message.
 * Return and matching are a line a member in the entry of its chunk; bonuses and offers are few, and have an entry
 * with a message each, named by what is to be rewarded once.
 */
export function duesOf(day: Day, { pairs, directs, members }: Reckoned): RawBuilder<unknown> {
  const { price, plan } = day;
  const offers = plan.rules.offers.map(
    ({ matchedUsdCents, rewardUsdCents }) =>
      sql`(${matchedUsdCents}::bigint, ${rewardUsdCents}::bigint, ${`OFFER/${usdText(BigInt(matchedUsdCents))}`})`,
  );
  const bonus = sql`(stakes.principal_usd_cents * ${plan.rules.directBonus.basisPoints}::bigint / 10000)`;
  const parts = [
    sql`select 'ros' as kind, member_id, due_fc, null::text as name, 'ROI' as message
      from (${rosDues(day, members("stakes.member_id"))}) ros`,
    sql`select 'pair_matching', member_id, ${fcAt(price, sql`bonus_usd_cents`)}, null, 'PAIR'
      from (${pairs}) pair where ${members("member_id")}`,
    sql`select 'direct_bonus', direct.sponsor_id, ${fcAt(price, bonus)}, direct.stake_id::text,
        'DIRECT/' || members.ref_id
      from (${directs}) direct join stakes on stakes.id = direct.stake_id join members on members.id = stakes.member_id
      where ${members("direct.sponsor_id")}`,
  ];
  if (offers.length > 0) {
    parts.push(sql`select 'offer_reward', member_id, ${fcAt(price, sql`reward`)}, member_id || '/' || at, message
      from (${pairs}) pair join (values ${sql.join(offers)}) as offer (at, reward, message)
        on matched_before_usd_cents < at and at <= matched_before_usd_cents + matched_usd_cents
      where ${members("member_id")}`);
  }
  return sql.join(parts, sql` union all `);
}

/** The wallet that each kind of reward goes to, as the code of its account. */
export const walletCodes = sql`(values ${sql.join(
  (Object.keys(rewards) as RewardKind[]).map(
    (kind) => sql`(${kind}, ${memberCodes[rewards[kind].wallet]}::bigint)`,
  ),
)}) as wallet (kind, code)`;
