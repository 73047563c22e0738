import { asFc, minus, noFc, type Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { rewardKindNames, type RewardKind } from "@fc/contract/plan/reward-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";
import { sql } from "kysely";
import { atOneMoment, type Db } from "../../platform/db.ts";
import { legOfSponsor } from "../network/legs.ts";
import { dayOf } from "../plan/closing.ts";
import { countsAt, ranAt, rosTerms, type Day } from "../plan/dues.ts";
import { projectedDues } from "../plan/projection.ts";
import { rewardComputations, type DifferenceFacts } from "../plan/rewards.ts";
import type { ExpectedReward } from "./read-expected.ts";

export interface ComparedSum {
  kind: RewardKind;
  expectedFc: Fc;
  oursFc: Fc;
}

export interface Difference extends ComparedSum {
  refId: string;
  /** Why we would pay this, in the terms of our plan. */
  reason: string;
}

export interface Comparison {
  day: string;
  planVersion: number;
  sums: ComparedSum[];
  /** The largest first. */
  differences: Difference[];
}

/** What a closing of the day would pay beside what another system says it would, by the closing's own queries. */
export function compareDay(
  db: Db,
  request: { day: string; expected: readonly ExpectedReward[] },
): Promise<Comparison> {
  return atOneMoment(db, readComparison, request);
}

async function readComparison(
  db: Db,
  { day: closingDay, expected }: { day: string; expected: readonly ExpectedReward[] },
): Promise<Comparison> {
  const day = await dayOf(db, { day: closingDay });
  await sql`select set_config('statement_timeout', '900000', true), set_config('work_mem', '64MB', true)`.execute(
    db,
  );
  const { rows } = await sql<DifferenceFacts & { is_sum: boolean }>`
    with ${projectedDues(day)}, expected as materialized (
      select ref_id, kind, sum(amount_fc)::bigint as expected_fc
      from unnest(${expected.map(({ refId }) => refId)}::text[], ${expected.map(({ kind }) => kind)}::text[],
        ${expected.map(({ amountFc }) => amountFc)}::bigint[]) as given (ref_id, kind, amount_fc) group by ref_id, kind
    ), ours as materialized (
      select members.ref_id, due.kind, sum(due.due_fc)::bigint as ours_fc
      from due join members on members.id = due.member_id where due.due_fc > 0 group by 1, 2
    ), compared as materialized (
      select ref_id, kind, coalesce(expected_fc, 0) as expected_fc, coalesce(ours_fc, 0) as ours_fc
      from expected full join ours using (ref_id, kind)
    ), sums as (
      select kind, sum(expected_fc)::bigint as expected_fc, sum(ours_fc)::bigint as ours_fc from compared group by kind
    )
    select true as is_sum, null as ref_id, kind, expected_fc, ours_fc, ${noFacts} from sums
    union all
    select false, ref_id, kind, expected_fc, ours_fc, ${factsOf(day)}
    from compared left join members using (ref_id) left join matched on matched.member_id = members.id
    where expected_fc <> ours_fc`.execute(db);
  const size = ({ ours_fc, expected_fc }: DifferenceFacts) =>
    ours_fc > expected_fc ? ours_fc - expected_fc : expected_fc - ours_fc;
  const differing = rows
    .filter((row) => !row.is_sum)
    .toSorted((a, b) => bySize(size(b), size(a)) || byName(a, b));
  return {
    day: closingDay,
    planVersion: day.plan.version,
    sums: rewardKindNames.map((kind) => {
      const sum = rows.find((row) => row.is_sum && row.kind === kind);
      return { kind, expectedFc: sum?.expected_fc ?? noFc, oursFc: sum?.ours_fc ?? noFc };
    }),
    differences: differing.map((row) => ({
      refId: row.ref_id ?? "",
      kind: row.kind,
      expectedFc: row.expected_fc,
      oursFc: row.ours_fc,
      reason: reasonOf(row, day.plan.rules),
    })),
  };
}

/** Why our plan would pay what it would pay. */
function reasonOf(facts: DifferenceFacts, rules: PlanRules): string {
  if (!facts.is_member) return "No member here has this user id";
  const difference = minus(facts.ours_fc, facts.expected_fc);
  const small = difference < 0n ? minus(noFc, difference) : difference;
  const rounding =
    small <= roundingFc ? `Less than ${fcText(asFc(roundingFc + 1n))} apart, as by rounding. ` : "";
  return `${rounding}${rewardComputations[facts.kind].difference(facts, rules)}`;
}

/** In units: systems with fewer decimals round a hundredth of a coin. */
const roundingFc = 99n;

const bySize = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: DifferenceFacts, b: DifferenceFacts) =>
  `${a.ref_id} ${a.kind}`.localeCompare(`${b.ref_id} ${b.kind}`, "en");

const noFacts = sql`false as is_member, null::text as stakes, null::bigint as own_stake_usd_cents, false as has_left,
  false as has_right, 0 as bonuses, 0 as lapsed, null::bigint as left_usd_cents, null::bigint as right_usd_cents,
  null::bigint as consumed_usd_cents, null::bigint as matched_usd_cents, null::bigint as flushed_usd_cents,
  null::bigint as cap_usd_cents, null::bigint as matched_before_usd_cents`;

/** What our plan pays a member by. It is read only for the few who differ. */
function factsOf({ day, cut, versions }: Day) {
  const activeIn = (leg: "left" | "right") => sql`exists (
    select from placements sponsored where sponsored.sponsor_id = members.id and ${legOfSponsor("sponsored")} = ${leg}
      and exists (select from stakes where stakes.member_id = sponsored.member_id and ${countsAt(cut)}))`;
  return sql`members.id is not null,
    (select string_agg(format('%s FC at %s %% a day, day %s of %s', trim_scale(principal_fc / 10000.0),
        trim_scale(terms.daily / 100.0), ${day}::date - started_on, terms.days), '; ' order by stakes.id)
      from stakes join ${rosTerms(versions)} on terms.version = stakes.plan_version
      where stakes.member_id = members.id and ${ranAt(cut)}),
    (select sum(principal_usd_cents)::bigint from stakes where stakes.member_id = members.id and ${countsAt(cut)}),
    ${activeIn("left")}, ${activeIn("right")},
    (select count(*)::int from bonus where bonus.sponsor_id = members.id),
    (select count(bonus.lapsed_because)::int from bonus where bonus.sponsor_id = members.id),
    matched.left_usd_cents, matched.right_usd_cents, matched.consumed_usd_cents, matched.matched_usd_cents,
    matched.flushed_usd_cents, matched.cap_usd_cents, matched.matched_before_usd_cents`;
}
