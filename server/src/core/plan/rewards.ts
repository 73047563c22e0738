import { sure } from "@fc/contract/sure";
import { usdText } from "@fc/contract/amount-text";
import { daysBetween, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rewardKindNames, rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { rosDays } from "@fc/contract/plan/rules";
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
  },

  offer_reward: {
    entryPer: "reward",
    dues({ price, plan }, { pairs }) {
      const offers = plan.rules.offers.map(
        ({ matchedUsdCents, rewardUsdCents }) =>
          sql`(${matchedUsdCents}::bigint, ${rewardUsdCents}::bigint, ${usdText(BigInt(matchedUsdCents))})`,
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
  },
} as const satisfies { readonly [Kind in RewardKind]: RewardComputation<Kind> };

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
