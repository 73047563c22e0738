import { noFc, minus, type Fc, asFc, asUsdCents, noUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { byWalletField, type Dashboard, type PendingRequest } from "@fc/contract/dashboard/portal";
import {
  fcToWire,
  inrPaiseForFcInPayersFavour,
  inrPaiseToWire,
  usdCentsForFcInPayersFavour,
  usdCentsToWire,
} from "@fc/contract/money";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rewardKinds } from "@fc/contract/plan/reward-kinds";
import { wallets, walletsFc, type Wallet } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { accountSql, houseAccount, memberAccount } from "../../core/ledger/accounts.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { pairStandingOf, type PairStanding } from "../../core/plan/standing.ts";
import { runningLives } from "../../core/staking/life.ts";
import { legsOf } from "../../core/network/legs.ts";
import { creditedSql } from "../../core/notifications/credited.ts";
import type { Figures } from "../../core/network/types.ts";
import { atOneMoment, plannedOnce, type ReadDb } from "../../platform/db.ts";

interface DashboardScope {
  memberId: number;
  now: Date;
}

/** How many undecided requests the dashboard lists; the rest it only counts. */
const maxPending = 2;

/** How many running stakes it shows; all of them are on the page of stakes. */
const maxStakes = 3;

/** Reads everything in one snapshot, so that it never shows half of a transfer. */
export function dashboardOf(db: ReadDb, scope: DashboardScope): Promise<Dashboard> {
  return atOneMoment(db, readDashboard, scope);
}

export async function returnOnStakingOf(db: ReadDb, scope: DashboardScope) {
  const { principalFc, dailyRosFc } = await runningStakesOf(db, scope);
  return { roiAmount: fcToWire(dailyRosFc), stackingAmount: fcToWire(principalFc) };
}

async function readDashboard(db: ReadDb, scope: DashboardScope): Promise<Dashboard> {
  const { memberId, now } = scope;
  const [standing, , facts, { dailyRosFc }, balances, allLegs, gains, stakes] = await Promise.all([
    // What came since the day's end is little, which only a plan for this day can know.
    pairStandingOf(db, scope),
    plannedOnce(db),
    factsOf(db, memberId, now),
    runningStakesOf(db, scope),
    balancesOf(db, memberId),
    legsOf(db, [memberId]),
    gainsOf(db, scope),
    runningLives(db, { ...scope, limit: maxStakes }),
  ]);
  const legs = allLegs.get(memberId);
  const totalFc = walletsFc(balances);
  return {
    cost: facts.fc_for_15_usd === null ? null : fcToWire(asFc(facts.fc_for_15_usd)),
    joiningDate: facts.joined_at.toISOString(),
    stakingDate: facts.first_staked_at?.toISOString() ?? null,
    totalStaking: fcToWire(balances.staked),
    stakes,
    dailyRos: fcToWire(dailyRosFc),
    ...byWalletField((wallet) => fcToWire(balances[wallet])),
    deduction: fcToWire(facts.deduction_fc),
    totalWallet: fcToWire(minus(totalFc, facts.deduction_fc)),
    worth: worthOf(minus(totalFc, facts.deduction_fc), facts),
    movedToday: fcToWire(gains.movedTodayFc),
    earned: {
      lastClosing: gains.lastClosing
        ? { day: gains.lastClosing.day, amount: fcToWire(gains.lastClosing.amountFc) }
        : null,
      thisMonth: fcToWire(gains.thisMonthFc),
      inAll: fcToWire(gains.inAllFc),
    },
    left: toLeg(legs?.left),
    right: toLeg(legs?.right),
    closing: toClosing(standing, now),
    pending: facts.pending.map(toPending),
    pendingCount: facts.pending_count,
    done: {
      profile: facts.has_profile,
      pan: facts.has_pan,
      bank: facts.has_bank,
      coinAddress: facts.has_address,
      stake: facts.first_staked_at !== null,
      referral: facts.has_direct,
    },
  };
}

function toClosing(standing: PairStanding, now: Date): Dashboard["closing"] {
  const { isQualified, capUsdCents, step } = standing;
  const matchingUsdCents = isQualified ? step.bonusUsdCents : noUsdCents;
  return {
    at: endOfDay(indiaDayOf(now)).toISOString(),
    isQualified,
    cap: usdCentsToWire(capUsdCents),
    matching: usdCentsToWire(matchingUsdCents),
    headroom: usdCentsToWire(minus(capUsdCents, matchingUsdCents)),
    flushed: usdCentsToWire(isQualified ? step.flushedUsdCents : noUsdCents),
    taken: usdCentsToWire(standing.takenUsdCents),
    lastMatchedOn: standing.lastMatchedOn ?? null,
    left: toUnmatched(standing.left),
    right: toUnmatched(standing.right),
  };
}

function toUnmatched({ carriedUsdCents, freshUsdCents }: PairStanding["left"]) {
  return { carried: usdCentsToWire(carriedUsdCents), fresh: usdCentsToWire(freshUsdCents) };
}

interface MemberFacts {
  joined_at: Date;
  has_profile: boolean;
  has_pan: boolean;
  has_bank: boolean;
  /** Both are null until the first price is set. */
  fc_for_15_usd: bigint | null;
  inr_per_usd: bigint | null;
  first_staked_at: Date | null;
  deduction_fc: Fc;
  has_direct: boolean;
  has_address: boolean;
  pending: { kind: PendingRequest["kind"]; id: number; amount: string; requested_at: string }[];
  pending_count: number;
}

async function factsOf(db: ReadDb, memberId: number, now: Date): Promise<MemberFacts> {
  const { rows } = await sql<MemberFacts>`
    with pending as (
      select 'staking' as kind, id, amount_usd_cents as amount, requested_at from staking_requests
      where member_id = ${memberId} and status = 'P'
      union all
      select 'withdrawal', id, amount_fc, requested_at from withdrawals
      where member_id = ${memberId} and status = 'P'
    )
    select joined_at, price.fc_for_15_usd, price.inr_per_usd, stake.first_staked_at,
      dob is not null and phone <> '' and nominee <> '' and address <> '' and city <> '' and pin <> '' as has_profile,
      exists (select from pan_records where member_id = ${memberId}) as has_pan,
      exists (select from bank_details where member_id = ${memberId}) as has_bank,
      (select coalesce(sum(amount_fc - collected_fc), 0)::bigint from deductions
        where member_id = ${memberId} and collected_fc < amount_fc and cancelled_at is null) as deduction_fc,
      exists (select from placements where sponsor_id = ${memberId}) as has_direct,
      exists (select from coin_addresses where member_id = ${memberId}) as has_address,
      (select count(*)::int from pending) as pending_count,
      -- Amounts are text, because JSON numbers would lose digits.
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'amount', amount::text,
          'requested_at', requested_at)), '[]')
        from (select kind, id, amount, requested_at from pending order by requested_at desc limit ${maxPending}) newest) as pending
    from members cross join (
      select min(started_at) as first_staked_at from stakes
      where member_id = ${memberId} and reversal_entry_id is null
    ) stake left join (
      select fc_for_15_usd, inr_per_usd from prices where effective_from <= ${now} and withdrawn_at is null
      order by effective_from desc limit 1
    ) price on true
    where members.id = ${memberId}`.execute(db);
  return sure(rows[0]);
}

/** Rounded towards zero, for debts as well: a member who owes more than the wallets hold has a total below zero. */
function worthOf(totalFc: Fc, price: Pick<MemberFacts, "fc_for_15_usd" | "inr_per_usd">): Dashboard["worth"] {
  const { fc_for_15_usd: fcFor15Usd, inr_per_usd: inrPerUsd } = price;
  if (fcFor15Usd === null || inrPerUsd === null) return null;
  const [sign, sizeFc] = totalFc < 0n ? [-1n, minus(noFc, totalFc)] : [1n, totalFc];
  return {
    usd: usdCentsToWire(asUsdCents(sign * usdCentsForFcInPayersFavour(sizeFc, fcFor15Usd))),
    inr: inrPaiseToWire(sign * inrPaiseForFcInPayersFavour(sizeFc, { fcFor15Usd, inrPerUsd })),
  };
}

interface Gains {
  movedTodayFc: Fc;
  lastClosing: { day: string; amountFc: Fc } | undefined;
  thisMonthFc: Fc;
  inAllFc: Fc;
}

const rewardWallets = [...new Set(Object.values(rewardKinds).map(({ wallet }) => wallet))];

interface GainsRow {
  changed: bigint;
  today: bigint;
  this_month: bigint;
  in_all: bigint;
  last_day: string | null;
  last_fc: Fc | null;
}

/** By the dates of the ledger, as every report and the activity have them. */
async function gainsOf(db: ReadDb, { memberId, now }: DashboardScope): Promise<Gains> {
  const today = indiaDayOf(now);
  const todayFrom = endOfDay(daysAfter(today, -1));
  const monthFrom = endOfDay(daysAfter(`${today.slice(0, 7)}-01`, -1));
  const pool = houseAccount("rewards_pool");
  const idsOf = (names: readonly Wallet[]) => names.map((wallet) => memberAccount(memberId, wallet));
  const changed = (own: PostingSide) => sql`
    (select coalesce(sum(amount), 0)::bigint from ledger_postings
      where ${isOwn(own, idsOf(wallets))} and effective_at >= ${todayFrom})`;
  const rewards = (own: PostingSide, other: PostingSide) => sql`
    (select coalesce(sum(amount) filter (where effective_at >= ${todayFrom}), 0)::bigint as today,
      coalesce(sum(amount) filter (where effective_at >= ${monthFrom}), 0)::bigint as this_month,
      coalesce(sum(amount), 0)::bigint as in_all
    from ledger_postings where ${isOwn(own, idsOf(rewardWallets))} and ${sql.ref(other)} = ${pool})`;
  const { rows } = await sql<GainsRow>`
    select ${changed("credit_id")} - ${changed("debit_id")} as changed,
      paid.today - undone.today as today, paid.this_month - undone.this_month as this_month,
      paid.in_all - undone.in_all as in_all, closing.day as last_day, closing.credited as last_fc
    from ${rewards("credit_id", "debit_id")} paid, ${rewards("debit_id", "credit_id")} undone
    left join lateral (
      select last.day, ${creditedSql({ memberId: "reader.id", day: "last.day" })} as credited
      from (select day from closings where sealed_at is not null order by day desc limit 1) last
      join members reader
        on reader.id = ${memberId} and (reader.joined_at at time zone 'Asia/Kolkata')::date <= last.day
    ) closing on true`.execute(db);
  const { changed: change, today: rewardsToday, this_month, in_all, last_day, last_fc } = sure(rows[0]);
  return {
    movedTodayFc: asFc(change - rewardsToday),
    lastClosing: last_day === null || last_fc === null ? undefined : { day: last_day, amountFc: last_fc },
    thisMonthFc: asFc(this_month),
    inAllFc: asFc(in_all),
  };
}

type PostingSide = "credit_id" | "debit_id";

function isOwn(side: PostingSide, ids: readonly bigint[]) {
  return sql`${sql.ref(side)} = any (${ids}::bigint[]) and ${sql.raw(accountSql.isMembers(side))}`;
}

function toPending({ kind, id, amount, requested_at }: MemberFacts["pending"][number]): PendingRequest {
  const size = BigInt(amount);
  const onWire = kind === "staking" ? usdCentsToWire(asUsdCents(size)) : fcToWire(asFc(size));
  return { kind, id, amount: onWire, requestedAt: new Date(requested_at).toISOString() };
}

function toLeg(
  { users, activeUsers, businessUsdCents }: Figures = {
    users: 0,
    activeUsers: 0,
    businessUsdCents: noUsdCents,
  },
) {
  return { users, activeUsers, business: usdCentsToWire(businessUsdCents) };
}
