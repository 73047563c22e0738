import { asFc, type Fc, type UsdCents } from "@fc/contract/units";
import { cancelledByYou } from "@fc/contract/receipts/kinds";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import { fcForUsdInPayersFavour, fcToWire, usdCentsToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import type { Stake, stakingInvestment, stakingReport, StakingRequest } from "@fc/contract/staking/portal";
import { proofImageUrlOf } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { closedDaysOf, lifeOf, type ClosedDay } from "../../core/staking/life.ts";
import { earningDays, undoReason, undoUntilOf } from "../../core/staking/stakes.ts";
import type { Db, ReadDb } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";

type StakingRequestFilter = QueryOf<typeof stakingReport>;
type StakeFilter = QueryOf<typeof stakingInvestment>;

/** Whose, and the moment whose price counts for what is not decided yet. */
interface Scope {
  memberId: number;
  now: Date;
}

export function stakingReportPage(db: ReadDb, scope: Scope, query: StakingRequestFilter) {
  return readPage(query, {
    rows: requests(db, scope, query),
    matching: matchingRequests(db, scope, query),
    show: toRequest,
  });
}

export async function newestStakingRequests(db: Db, scope: Scope, limit: number): Promise<StakingRequest[]> {
  return (await requests(db, scope, {}).limit(limit).execute()).map(toRequest);
}

export function allStakingRequests(db: ReadDb, scope: Scope, query: StakingRequestFilter) {
  return allRows(requests(db, scope, query), toRequest);
}

const requestSorts = {
  requestedAt: "request.id",
  amount: "request.amount_usd_cents",
  status: "request.status",
  respondedAt: "request.decided_at",
} as const;

function matchingRequests(db: ReadDb, { memberId }: Scope, { status, ...query }: StakingRequestFilter) {
  const { from, to } = momentsOf(query);
  let found = db.selectFrom("staking_requests as request").where("request.member_id", "=", memberId);
  if (status) found = found.where("request.status", "=", status);
  if (from) found = found.where("request.requested_at", ">=", from);
  if (to) found = found.where("request.requested_at", "<", to);
  return found;
}

function requests(db: ReadDb, scope: Scope, query: StakingRequestFilter) {
  const { sort = "requestedAt", order = "desc" } = query;
  return matchingRequests(db, scope, query)
    .innerJoin("members", "members.id", "request.member_id")
    .leftJoin("stakes", "stakes.request_id", "request.id")
    .leftJoin("plan_versions", "plan_versions.version", "stakes.plan_version")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("prices")
          .select("prices.fc_for_15_usd")
          .where("prices.effective_from", "<=", sql<Date>`coalesce(request.decided_at, ${scope.now})`)
          .where("prices.withdrawn_at", "is", null)
          .orderBy("prices.effective_from", "desc")
          .limit(1)
          .as("price"),
      (join) => join.onTrue(),
    )
    .select([
      "request.id",
      "members.ref_id",
      "members.name",
      "request.amount_usd_cents",
      "request.status",
      "request.requested_at",
      "request.decided_at",
      "request.reason",
      "request.is_cancelled",
      "request.upload_id",
      "request.tx_hash",
      "request.deposit_state",
      "stakes.principal_fc",
      "stakes.started_at",
      "stakes.ended_at",
      "stakes.reversal_entry_id",
      "plan_versions.rules",
      "price.fc_for_15_usd",
    ])
    .select(undoReason({ id: "request.id", memberId: "request.member_id" }).as("undo_reason"))
    .orderBy(requestSorts[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
    .orderBy("request.id", order);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number];

function toRequest(row: RequestRow): StakingRequest {
  return {
    id: row.id,
    reference: referenceOf("staking-request", row.id),
    refId: row.ref_id,
    name: row.name,
    amountUsd: usdCentsToWire(row.amount_usd_cents),
    amount: fcToWire(row.principal_fc ?? fcForUsdInPayersFavour(row.amount_usd_cents, row.fc_for_15_usd)),
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    reason: row.is_cancelled ? cancelledByYou : (row.reason ?? row.undo_reason),
    isCancelled: row.is_cancelled,
    stakeEarns: row.started_at && earningDays(row.started_at, row.rules),
    stakeEndedAt: row.ended_at?.toISOString() ?? null,
    isStakeReversed: row.reversal_entry_id !== null,
    proofImageUrl: proofImageUrlOf(row.upload_id),
    ...(row.tx_hash !== null &&
      row.deposit_state !== null && { deposit: { hash: row.tx_hash, state: row.deposit_state } }),
  };
}

export async function stakesPage(db: ReadDb, { memberId, now }: Scope, query: StakeFilter) {
  const { data, total } = await readPage(query, {
    rows: stakes(db, memberId, query),
    matching: matchingStakes(db, memberId, query),
    show: (row) => row,
  });
  const closed = await closedDaysOf(
    db,
    data.flatMap(({ started_on }) => (started_on === null ? [] : [{ started_on }])),
  );
  return { data: data.map((row) => toStake(row, closed, now)), total };
}

/** The file has no column for how far a stake is. */
export function allStakes(db: ReadDb, { memberId, now }: Scope, query: StakeFilter) {
  return allRows(stakes(db, memberId, query), (row) => toStake(row, [], now));
}

const stakeSorts = {
  topUpAt: "stake.top_up_at",
  amount: "stake.principal_fc",
  status: "stake.ended_at",
} as const;

interface StakeRow {
  /** Below zero for one that has never been here. */
  id: number;
  request_id: number | null;
  entry_id: bigint | null;
  top_up_at: Date;
  principal_fc: Fc;
  principal_usd_cents: UsdCents;
  ended_at: Date | null;
  held_until: Date | null;
  payer_id: number | null;
  is_reversed: boolean;
  fc_for_15_usd: Fc | null;
  started_on: string | null;
  rules: unknown;
  is_moved: boolean;
  earned_before: Fc | null;
  paid_before: Fc | null;
}

/** With those that had ended in the system before: they have no place among the stakes, and earn nothing here. */
function everyStake(memberId: number) {
  return sql<StakeRow>`(
    select stakes.id, stakes.request_id, stakes.entry_id, coalesce(moved.approved_at, stakes.started_at) as top_up_at,
      stakes.principal_fc, stakes.principal_usd_cents, stakes.ended_at, stakes.held_until, stakes.payer_id,
      stakes.reversal_entry_id is not null as is_reversed, fc_for_15_usd, stakes.started_on, rules,
      moved.id is not null as is_moved, moved.earned_fc as earned_before, moved.paid_fc as paid_before
    from stakes join prices on prices.id = stakes.price_id join plan_versions on version = stakes.plan_version
    left join moved_stakes moved on moved.stake_id = stakes.id
    where stakes.member_id = ${memberId}
    union all
    select -id, null, null, approved_at, principal_fc, principal_usd_cents, ended_at, null, null,
      end_reason = 'undone', null, null, null, true, earned_fc, paid_fc
    from moved_stakes where stake_id is null and member_id = ${memberId})`.as("stake");
}

function matchingStakes(db: ReadDb, memberId: number, query: StakeFilter) {
  const { from, to } = momentsOf(query);
  let found = db.selectFrom(everyStake(memberId));
  if (from) found = found.where("stake.top_up_at", ">=", from);
  if (to) found = found.where("stake.top_up_at", "<", to);
  return found;
}

function stakes(db: ReadDb, memberId: number, query: StakeFilter) {
  const { sort = "topUpAt", order = "desc" } = query;
  return matchingStakes(db, memberId, query)
    .selectAll("stake")
    .orderBy(stakeSorts[sort], order)
    .orderBy("stake.id", order);
}

function toStake(row: StakeRow, closed: readonly ClosedDay[], now: Date): Stake {
  const { ended_at: endedAt, started_on: startedOn } = row;
  const undoUntil = endedAt === null ? undoUntilOf(row, now) : null;
  return {
    id: row.id,
    reference: referenceOfStake(row),
    topUpAt: row.top_up_at.toISOString(),
    amount: fcToWire(row.principal_fc),
    amountUsd: usdCentsToWire(row.principal_usd_cents),
    cost: row.is_moved || row.fc_for_15_usd === null ? null : fcToWire(asFc(row.fc_for_15_usd)),
    status: endedAt === null ? "active" : row.is_reversed ? "undone" : "ended",
    endedAt: endedAt?.toISOString() ?? null,
    undoUntil: undoUntil?.toISOString() ?? null,
    life:
      row.is_reversed || startedOn === null ? null : lifeOf({ ...row, started_on: startedOn }, closed, now),
  };
}

function referenceOfStake({ is_moved, request_id, entry_id }: StakeRow): string | null {
  if (is_moved || entry_id === null) return null;
  return request_id === null ? referenceOf("top-up", entry_id) : referenceOf("staking-request", request_id);
}
