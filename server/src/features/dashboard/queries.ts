import { historyDays, type Dashboard, type PendingRequest } from "@fc/contract/dashboard/portal";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { memberAccount } from "../../core/ledger/accounts.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { runningStakesOf } from "../../core/plan/running-stakes.ts";
import { pairStandingOf, type PairStanding } from "../../core/plan/standing.ts";
import { legsOf } from "../../core/network/legs.ts";
import type { Figures } from "../../core/network/types.ts";
import { day } from "../../platform/clock.ts";
import { atOneMoment, type Db } from "../../platform/db.ts";

interface Asked {
  memberId: number;
  now: Date;
}

/** What the dashboard lists of what waits for a decision; the rest it only counts. */
const mostPending = 4;

/** Everything from one snapshot: no transfer is seen half, whatever runs meanwhile. */
export function dashboardOf(db: Db, asked: Asked): Promise<Dashboard> {
  return atOneMoment(db, readDashboard, asked);
}

export async function returnOnStakingOf(db: Db, asked: Asked) {
  const { principalFc, dailyRosFc } = await runningStakesOf(db, asked);
  return { roiAmount: fcToWire(dailyRosFc), stackingAmount: fcToWire(principalFc) };
}

// One after the other: it is one connection, and one statement at a time is all that it can do.
async function readDashboard(db: Db, { memberId, now }: Asked): Promise<Dashboard> {
  const facts = await factsOf(db, memberId, now);
  const { dailyRosFc } = await runningStakesOf(db, { memberId, now });
  const balances = await balancesOf(db, memberId);
  const legs = (await legsOf(db, [memberId])).get(memberId);
  const walletsFc = balances.staking + balances.earning + balances.offer + balances.transfer;
  return {
    cost: facts.fc_for_15_usd === null ? null : fcToWire(facts.fc_for_15_usd),
    joiningDate: facts.joined_at.toISOString(),
    stakingDate: facts.first_staked_at?.toISOString() ?? null,
    totalStaking: fcToWire(balances.staked),
    dailyRos: fcToWire(dailyRosFc),
    stakingWallet: fcToWire(balances.staking),
    earningWallet: fcToWire(balances.earning),
    transferWallet: fcToWire(balances.transfer),
    offerWallet: fcToWire(balances.offer),
    deduction: fcToWire(facts.deduction_fc),
    totalWallet: fcToWire(walletsFc - facts.deduction_fc),
    left: toLeg(legs?.left),
    right: toLeg(legs?.right),
    closing: await closingOf(db, { memberId, now }),
    history: await historyOf(db, { memberId, now, walletsFc }),
    pending: facts.pending.map(toPending),
    pendingCount: facts.pending_count,
    done: {
      stake: facts.first_staked_at !== null,
      referral: facts.has_direct,
      coinAddress: facts.has_address,
    },
  };
}

async function closingOf(db: Db, asked: Asked): Promise<Dashboard["closing"]> {
  const standing = await pairStandingOf(db, asked);
  const { isQualified, capUsdCents, step } = standing;
  const matchingUsdCents = isQualified ? step.bonusUsdCents : 0n;
  return {
    at: endOfDay(indiaDayOf(asked.now)).toISOString(),
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

interface Facts {
  joined_at: Date;
  fc_for_15_usd: bigint | null;
  first_staked_at: Date | null;
  deduction_fc: bigint;
  has_direct: boolean;
  has_address: boolean;
  pending: { kind: PendingRequest["kind"]; id: number; amount: string; requested_at: string }[];
  pending_count: number;
}

async function factsOf(db: Db, memberId: number, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
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
      -- Amounts as text, as JSON's numbers would lose digits.
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'amount', amount::text,
          'requested_at', requested_at)), '[]')
        from (select * from pending order by requested_at desc limit ${mostPending}) newest) as pending
    from members, (
      select min(started_at) as first_staked_at from stakes
      where member_id = ${memberId} and reversal_entry_id is null
    ) stake
    where members.id = ${memberId}`.execute(db);
  return rows[0]!;
}

function toPending({ kind, id, amount, requested_at }: Facts["pending"][number]): PendingRequest {
  const toWire = kind === "staking" ? usdCentsToWire : fcToWire;
  return { kind, id, amount: toWire(BigInt(amount)), requestedAt: new Date(requested_at).toISOString() };
}

function toLeg(
  { users, activeUsers, businessUsdCents }: Figures = { users: 0, activeUsers: 0, businessUsdCents: 0n },
) {
  return { users, activeUsers, business: usdCentsToWire(businessUsdCents) };
}

/** From the balance of now, each day's changes taken back: nothing has to be stored day by day. */
async function historyOf(
  db: Db,
  { memberId, now, walletsFc }: Asked & { walletsFc: bigint },
): Promise<Dashboard["history"]> {
  const ids = (["staking", "earning", "offer", "transfer"] as const).map((name) =>
    memberAccount(memberId, name),
  );
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
  // What counts from a later day on is in the balance already, and in no day of these.
  let balanceFc = walletsFc - sumAfter(rows, historyDays - 1);
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
