import { asUsdCents, noUsdCents, plus, type Fc, type UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { usdText } from "@fc/contract/amount-text";
import { daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rewardKindNames, rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { percentText } from "@fc/contract/plan/difference";
import { rosDays, type PlanRules } from "@fc/contract/plan/rules";
import type { CreditReason, CreditReasons } from "@fc/contract/reports/why";
import { sql, type RawBuilder } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { memberCodes } from "../ledger/accounts.ts";
import { fcAt, ranAt, rosTerms, share, type Day, type DayRecords } from "./dues.ts";
import { planVersions } from "./versions.ts";

/** A credited reward: its entry's key, and the part of its reason that all kinds share. */
export interface RewardCredit {
  memberId: number;
  key: string;
  shared: Omit<CreditReason, "kind">;
}

/** A reward that another system would pay in another amount, with what ours follows from. */
export interface DifferenceFacts {
  ref_id: string | null;
  kind: RewardKind;
  expected_fc: Fc;
  ours_fc: Fc;
  is_member: boolean;
  /** The running stakes with their terms; null where none runs. */
  stakes: string | null;
  /** Of those that qualify; null where none does. */
  own_stake_usd_cents: UsdCents | null;
  /** Whether an active member that this one sponsored stands in the leg. */
  has_left: boolean;
  has_right: boolean;
  /** Direct bonuses that the day decides, and how many of them lapse. */
  bonuses: number;
  lapsed: number;
  /** Of the day's matching; null where there is none. */
  left_usd_cents: UsdCents | null;
  right_usd_cents: UsdCents | null;
  consumed_usd_cents: UsdCents | null;
  matched_usd_cents: UsdCents | null;
  flushed_usd_cents: UsdCents | null;
  cap_usd_cents: UsdCents | null;
  matched_before_usd_cents: UsdCents | null;
}

/** How a closing computes and posts a kind of reward, and how the reason of a credit is found again. */
interface RewardComputation<Kind extends RewardKind> {
  /**
   * `chunk`: one entry holds the rewards of a chunk of members, with one line for each member. For kinds that most
   * members get, since an entry for each reward would cost more than the closing's time allows.
   * `reward`: each reward has an entry of its own, named by what must be rewarded only once.
   */
  readonly entryPer: "chunk" | "reward";
  /**
   * Rows of member_id and due_fc. With an entry per chunk, the rows of a member are added up. With an entry per
   * reward, a row also has `name`, which follows the kind in the entry's key, and `detail`, which follows the token
   * in its message.
   */
  dues(day: Day, records: DayRecords): RawBuilder<unknown>;
  /** Undefined where no closing has recorded what the credit follows from. */
  reason(db: ReadDb, credit: RewardCredit): Promise<CreditReasons[Kind] | undefined>;
  /** Why it is paid in this amount where another system differs: a sentence without its stop. */
  difference(facts: DifferenceFacts, rules: PlanRules): string;
}

export const rewardComputations = {
  ros: {
    entryPer: "chunk",
    dues({ day, cut, versions }) {
      const dayNumber = sql`(${day}::date - stakes.started_on)`;
      const reached = sql`least(terms.daily * ${dayNumber}, terms."limit")`;
      const before = sql`(terms.daily * (${dayNumber} - 1))`;
      const principal = sql`stakes.principal_fc`;
      return sql`
        select stakes.member_id, ${share(principal, reached)} - ${share(principal, before)} as due_fc
        from stakes join ${rosTerms(versions)} on terms.version = stakes.plan_version
        -- Nothing is undone while a day is being closed, so all steps of a closing see the same.
        where ${ranAt(cut)} and not stakes.is_undone and ${dayNumber} between 1 and terms.days`;
    },
    async reason(db, { shared, memberId }) {
      return { ...shared, kind: "ros", stakes: await stakesThatEarned(db, memberId, shared.day) };
    },
    difference: ({ stakes }) =>
      stakes === null ? "No stake runs here" : `Each stake by its own terms: ${stakes}`,
  },

  direct_bonus: {
    entryPer: "reward",
    dues({ price, plan }, { directs }) {
      const bonus = sql`(stakes.principal_usd_cents * ${plan.rules.directBonus.basisPoints}::bigint / 10000)`;
      return sql`
        select direct.sponsor_id as member_id, ${fcAt(price, bonus)} as due_fc, direct.stake_id::text as name,
          members.ref_id as detail
        from (${directs}) direct join stakes on stakes.id = direct.stake_id
          join members on members.id = stakes.member_id`;
    },
    async reason(db, { shared, key }) {
      const [, stakeId] = key.split("/");
      const stake = await db
        .selectFrom("stakes")
        .innerJoin("members", "members.id", "stakes.member_id")
        .select(["members.ref_id", "stakes.principal_usd_cents"])
        .where("stakes.id", "=", Number(stakeId))
        .executeTakeFirstOrThrow();
      const principalUsdCents = String(stake.principal_usd_cents);
      return { ...shared, kind: "direct_bonus", refId: stake.ref_id, principalUsdCents };
    },
    difference({ bonuses, lapsed }, { directBonus }) {
      if (bonuses === 0)
        return "No stake that was approved here pays one; those from before the move have paid theirs";
      const lapse = lapsed === 0 ? "" : `, ${lapsed} lapse because the sponsor or the stake is not active`;
      return `${percentText(directBonus.basisPoints)} of ${bonuses === 1 ? "one stake" : `${bonuses} stakes`}${lapse}`;
    },
  },

  pair_matching: {
    entryPer: "chunk",
    dues: ({ price }, { pairs }) => sql`
      select member_id, ${fcAt(price, sql`bonus_usd_cents`)} as due_fc from (${pairs}) pair`,
    async reason(db, { shared, memberId }) {
      const pair = await recordedPair(db, memberId, shared.day);
      return (
        pair && {
          ...shared,
          kind: "pair_matching",
          leftUsdCents: String(pair.left_usd_cents),
          rightUsdCents: String(pair.right_usd_cents),
          consumedUsdCents: String(pair.consumed_usd_cents),
          ownStakeUsdCents: String(pair.own_stake_usd_cents),
        }
      );
    },
    difference: (facts, { pairMatching }) =>
      unqualified(facts) ??
      `${percentText(pairMatching.basisPoints)} of ${usd(facts.matched_usd_cents)}: left ${usd(facts.left_usd_cents)} and ` +
        `right ${usd(facts.right_usd_cents)}, of which ${usd(facts.consumed_usd_cents)} were taken here; the cap of the ` +
        `day is ${usd(facts.cap_usd_cents)}, and ${usd(facts.flushed_usd_cents)} are lost to it`,
  },

  offer_reward: {
    entryPer: "reward",
    dues({ price, plan }, { pairs }) {
      const offers = plan.rules.offers.map(
        ({ matchedUsdCents, rewardUsdCents }) =>
          sql`(${matchedUsdCents}::bigint, ${rewardUsdCents}::bigint, ${usdText(asUsdCents(BigInt(matchedUsdCents)))})`,
      );
      // A plan without offers: `values` needs a row, and this one is never reached.
      const rows = offers.length > 0 ? offers : [sql`(null::bigint, null::bigint, '')`];
      return sql`
        select member_id, ${fcAt(price, sql`reward`)} as due_fc, member_id || '/' || at as name, detail
        from (${pairs}) pair join (values ${sql.join(rows)}) as offer (at, reward, detail)
          on matched_before_usd_cents < at and at <= matched_before_usd_cents + matched_usd_cents`;
    },
    async reason(db, { shared, key, memberId }) {
      const [, , offerAtUsdCents = ""] = key.split("/");
      const pair = await recordedPair(db, memberId, shared.day);
      return (
        pair && {
          ...shared,
          kind: "offer_reward",
          offerAtUsdCents,
          matchedBeforeUsdCents: String(pair.matched_before_usd_cents),
          matchedAfterUsdCents: String(pair.matched_before_usd_cents + pair.matched_usd_cents),
        }
      );
    },
    difference(facts, { offers }) {
      const before = facts.matched_before_usd_cents ?? noUsdCents;
      const after = plus(before, facts.matched_usd_cents ?? noUsdCents);
      const steps = offers
        .map(({ matchedUsdCents }) => usdText(asUsdCents(BigInt(matchedUsdCents))))
        .join(", ");
      return (
        unqualified(facts) ??
        `Matched business goes from ${usdText(before)} to ${usdText(after)}; ${steps === "" ? "the plan has no offers" : `offers are at ${steps}`}`
      );
    },
  },
} as const satisfies { readonly [Kind in RewardKind]: RewardComputation<Kind> };

const usd = (cents: UsdCents | null) => usdText(cents ?? noUsdCents);

/** Why nothing is matched; undefined where something may be. */
function unqualified(facts: DifferenceFacts): string | undefined {
  const { own_stake_usd_cents: own, has_left, has_right, matched_usd_cents: matched } = facts;
  const missing = [
    ...(own === null ? ["no running stake of the member's own"] : []),
    ...(has_left ? [] : ["no active member that this one sponsored in the left leg"]),
    ...(has_right ? [] : ["no active member that this one sponsored in the right leg"]),
  ];
  if (missing.length > 0) return `Not qualified: ${missing.join(", ")}`;
  return matched === null ? "Nothing new in the leg that was used up" : undefined;
}

/** The kinds that are posted in one of the two ways. */
export const kindsWithEntryPer = (entryPer: "chunk" | "reward") =>
  rewardKindNames.filter((kind) => rewardComputations[kind].entryPer === entryPer);

/**
 * What a kind credits, before coverage: rows of member_id and due_fc, one for each line that is posted. Each of them
 * is rounded by itself where the pool covers less.
 */
export function creditsOf(
  kind: RewardKind,
  day: Day,
  { records, members = sql`true` }: { records: DayRecords; members?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { entryPer, dues } = rewardComputations[kind];
  if (entryPer === "reward") {
    return sql`select member_id, due_fc, name, detail from (${dues(day, records)}) due where ${members}`;
  }
  return sql`
    select member_id, sum(due_fc)::bigint as due_fc from (${dues(day, records)}) due
    where ${members} group by member_id`;
}

/** The code of the account that a kind is credited to. */
export const creditedCode = (kind: RewardKind) => memberCodes[rewardKinds[kind].wallet];

/** The member's stakes that earned on a day, as the closing saw them. */
async function stakesThatEarned(db: ReadDb, memberId: number, day: string) {
  const versions = new Map((await planVersions(db)).map(({ version, rules }) => [version, rules.ros]));
  const stakes = await db
    .selectFrom("stakes")
    .select(["id", "principal_fc", "started_at", "plan_version"])
    .where("member_id", "=", memberId)
    .where(sql<boolean>`${ranAt(endOfDay(day))}`)
    // One that was undone before the closing began earned nothing on that day.
    .where(
      sql<boolean>`(not is_undone or ended_at > (select opened_at from closings where day = ${day}::date))`,
    )
    .orderBy("id")
    .execute();
  return stakes
    .map((stake) => ({
      id: stake.id,
      startedOn: indiaDayOf(stake.started_at),
      principalFc: String(stake.principal_fc),
      dayNumber: daysBetween(indiaDayOf(stake.started_at), day),
      planVersion: stake.plan_version,
      terms: sure(versions.get(stake.plan_version)),
    }))
    .filter(({ dayNumber, terms }) => dayNumber >= 1 && dayNumber <= rosDays(terms));
}

function recordedPair(db: ReadDb, memberId: number, day: string) {
  return db
    .selectFrom("closing_pairs")
    .selectAll()
    .where("day", "=", day)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}
