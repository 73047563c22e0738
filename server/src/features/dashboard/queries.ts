import {
  byWalletField,
  historyDays,
  type Dashboard,
  type PendingRequest,
} from "@fc/contract/dashboard/portal";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { wallets, walletsFc } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { memberAccount } from "../../core/ledger/accounts.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { pairStandingOf, type PairStanding } from "../../core/plan/standing.ts";
import { legsOf } from "../../core/network/legs.ts";
import type { Figures } from "../../core/network/types.ts";
import { day } from "../../platform/clock.ts";
import { atOneMoment, type Db } from "../../platform/db.ts";

interface DashboardScope {
  memberId: number;
  now: Date;
}

/** How many undecided requests the dashboard lists; the rest it only counts. */
const maxPending = 4;

/** Reads everything in one snapshot, so that it never shows half of a transfer. */
export function dashboardOf(db: Db, scope: DashboardScope): Promise<Dashboard> {
  return atOneMoment(db, readDashboard, scope);
}

export async function returnOnStakingOf(db: Db, scope: DashboardScope) {
  const { principalFc, dailyRosFc } = await runningStakesOf(db, scope);
  return { roiAmount: fcToWire(dailyRosFc), stackingAmount: fcToWire(principalFc) };
}

// One query after the other, because a snapshot has one connection, which runs one statement at a time.
async function readDashboard(db: Db, { memberId, now }: DashboardScope): Promise<Dashboard> {
  const facts = await factsOf(db, memberId, now);
  const { dailyRosFc } = await runningStakesOf(db, { memberId, now });
  const balances = await balancesOf(db, memberId);
  const legs = (await legsOf(db, [memberId])).get(memberId);
  const totalFc = walletsFc(balances);
  return {
    cost: facts.fc_for_15_usd === null ? null : fcToWire(facts.fc_for_15_usd),
    joiningDate: facts.joined_at.toISOString(),
    stakingDate: facts.first_staked_at?.toISOString() ?? null,
    totalStaking: fcToWire(balances.staked),
    dailyRos: fcToWire(dailyRosFc),
    ...byWalletField((wallet) => fcToWire(balances[wallet])),
    deduction: fcToWire(facts.deduction_fc),
    totalWallet: fcToWire(totalFc - facts.deduction_fc),
    left: toLeg(legs?.left),
    right: toLeg(legs?.right),
    closing: await closingOf(db, { memberId, now }),
    history: await historyOf(db, { memberId, now, totalFc }),
    pending: facts.pending.map(toPending),
    pendingCount: facts.pending_count,
    done: {
      stake: facts.first_staked_at !== null,
      referral: facts.has_direct,
      coinAddress: facts.has_address,
    },
  };
}

async function closingOf(db: Db, scope: DashboardScope): Promise<Dashboard["closing"]> {
  const standing = await pairStandingOf(db, scope);
  const { isQualified, capUsdCents, step } = standing;
  const matchingUsdCents = isQualified ? step.bonusUsdCents : 0n;
  return {
    at: endOfDay(indiaDayOf(scope.now)).toISOString(),
    isQualified,
    cap: usdCentsToWire(capUsdCents),
    matching: usdCentsToWire(matchingUsdCents),
    headroom: usdCentsToWire(capUsdCents - matchingUsdCents),
    flushed: usdCentsToWire(isQualified ? step.flushedUsdCents : 0n),
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
  fc_for_15_usd: bigint | null;
  first_staked_at: Date | null;
  deduction_fc: bigint;
  has_direct: boolean;
  has_address: boolean;
  pending: { kind: PendingRequest["kind"]; id: number; amount: string; requested_at: string }[];
  pending_count: number;
}

async function factsOf(db: Db, memberId: number, now: Date): Promise<MemberFacts> {
  const { rows } = await sql<MemberFacts>`
    with pending as (
      select 'staking' as kind, id, amount_usd_cents as amount, requested_at from staking_requests
      where member_id = ${memberId} and status = 'P'
      union all
      select 'withdrawal', id, amount_fc, requested_at from withdrawals
      where member_id = ${memberId} and status = 'P'
    )
    select joined_at,
      (select fc_for_15_usd from prices where effective_from <= ${now} and withdrawn_at is null
        order by effective_from desc limit 1),
      stake.first_staked_at,
      (select coalesce(sum(amount_fc - collected_fc), 0)::bigint from deductions
        where member_id = ${memberId} and collected_fc < amount_fc and cancelled_at is null) as deduction_fc,
      exists (select from placements where sponsor_id = ${memberId}) as has_direct,
      exists (select from coin_addresses where member_id = ${memberId}) as has_address,
      (select count(*)::int from pending) as pending_count,
      -- Amounts are text, because JSON numbers would lose digits.
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'amount', amount::text,
          'requested_at', requested_at)), '[]')
        from (select * from pending order by requested_at desc limit ${maxPending}) newest) as pending
    from members, (
      select min(started_at) as first_staked_at from stakes
      where member_id = ${memberId} and reversal_entry_id is null
    ) stake
    where members.id = ${memberId}`.execute(db);
  return rows[0]!;
}

function toPending({ kind, id, amount, requested_at }: MemberFacts["pending"][number]): PendingRequest {
  const toWire = kind === "staking" ? usdCentsToWire : fcToWire;
  return { kind, id, amount: toWire(BigInt(amount)), requestedAt: new Date(requested_at).toISOString() };
}

function toLeg(
  { users, activeUsers, businessUsdCents }: Figures = { users: 0, activeUsers: 0, businessUsdCents: 0n },
) {
  return { users, activeUsers, business: usdCentsToWire(businessUsdCents) };
}

/** Computed backwards from the current balance by undoing each day's changes, so that nothing is stored per day. */
async function historyOf(
  db: Db,
  { memberId, now, totalFc }: DashboardScope & { totalFc: bigint },
): Promise<Dashboard["history"]> {
  const ids = wallets.map((wallet) => memberAccount(memberId, wallet));
  const lastDay = indiaDayOf(now);
  const from = new Date(Date.parse(`${lastDay}T00:00:00+05:30`) - (historyDays - 1) * day);
  const changes = (side: "credit_id" | "debit_id") => sql`
    select floor(extract(epoch from effective_at - ${from}) / 86400)::int as at,
      ${sql.raw(side === "credit_id" ? "amount" : "-amount")} as change
    from ledger_postings where ${sql.ref(side)} = any (${ids}::bigint[]) and ${sql.ref(side)} > 16
      and effective_at >= ${from}`;
  const { rows } = await sql<{ at: number; change: bigint }>`
    select at, sum(change)::bigint as change
    from (${changes("credit_id")} union all ${changes("debit_id")}) posting group by at`.execute(db);
  const changeOf = new Map(rows.map(({ at, change }) => [at, change]));
  // Postings dated after today are already in the balance, but belong to none of these days.
  let balanceFc = totalFc - sumAfter(rows, historyDays - 1);
  const balances: number[] = [];
  for (let at = historyDays - 1; at >= 0; at--) {
    balances.unshift(fcToWire(balanceFc));
    balanceFc -= changeOf.get(at) ?? 0n;
  }
  return { lastDay, balances };
}

function sumAfter(rows: readonly { at: number; change: bigint }[], last: number): bigint {
  return rows.reduce((sum, { at, change }) => (at > last ? sum + change : sum), 0n);
}
