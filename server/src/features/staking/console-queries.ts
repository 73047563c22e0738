import { type Fc, type UsdCents, asFc, asUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type {
  consoleStakingRequests,
  QueuedStakingRequest,
  ShortStakingRequest,
} from "@fc/contract/staking/console";
import { AppError } from "@fc/contract/errors";
import {
  fcForUsdInPayersFavour,
  fcToWire,
  inrPaiseForUsdInPayersFavour,
  inrPaiseToWire,
  usdCentsToWire,
} from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { RequestStatus } from "@fc/contract/request-states";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { confirmationIn, standingConfirmer } from "../../core/operators/second-person.ts";
import { currentPrice, type Price } from "../../core/prices/prices.ts";
import {
  arrivedForIt,
  doubtIn,
  hasCoinsOfOthers,
  isDoubtConfirmed,
} from "../../core/staking/payment-doubt.ts";
import { sameProofs } from "../../core/staking/same-proofs.ts";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { fitsQueue, queueOrder } from "../../core/queues/queue.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { depositIn, transfersFor } from "./deposits.ts";
import { approvingAlone, needsTwo, type ApprovingAlone } from "../../core/staking/second-operator.ts";

type QueueFilter = QueryOf<typeof consoleStakingRequests>;

const sortColumns = {
  requestedAt: "request.id",
  amount: "request.amount_usd_cents",
  respondedAt: "request.decided_at",
} as const;

export async function stakingQueue(db: Db, query: QueueFilter, operating: Operating) {
  const seen = await circumstancesOf(db, operating);
  const members = await searchMembers(db, query.search);
  const found = matching(db, query, members);
  const { sums, ...page } = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), queueOrder(sortColumns, query)),
    matching: found,
    mostCounted: members?.mostCounted,
    show: (row) => toQueued(row, seen),
    sums: { cents: sql<UsdCents>`request.amount_usd_cents` },
  });
  return { ...page, ...(sums && { totals: { amountUsd: usdCentsToWire(asUsdCents(sums.cents)) } }) };
}

/** All of the queue for its file, as the screen shows it. */
export async function wholeStakingQueue(db: Db, query: QueueFilter, operating: Operating) {
  const seen = await circumstancesOf(db, operating);
  const members = await searchMembers(db, query.search);
  return followRows({
    rows: withDetails(matching(db, query, members)),
    by: queueOrder(sortColumns, query),
    show: (row) => toQueued(row, seen),
  });
}

/** Without the members: counting does not need them. */
function matching(
  db: Db,
  query: Pick<QueueFilter, "status" | "search" | "from" | "to">,
  members?: MemberSearch,
) {
  return db
    .selectFrom("staking_requests as request")
    .where(fitsQueue(query, { alias: "request", kind: "staking-request", members }));
}

function withDetails(requests: ReturnType<typeof matching>) {
  return (
    requests
      .innerJoin("members as member", "member.id", "request.member_id")
      .innerJoin("uploads as upload", "upload.id", "request.upload_id")
      .leftJoin("operators as operator", "operator.id", "request.decided_by")
      .leftJoin("operators as confirmer", "confirmer.id", "request.confirmed_by")
      .select([
        "request.id",
        "member.id as member_id",
        "member.ref_id",
        "member.name",
        "request.amount_usd_cents",
        "request.status",
        "request.requested_at",
        "request.decided_at",
        "request.reason",
        "request.is_cancelled",
        "request.upload_id",
        "request.utr",
        "request.tx_hash",
        "request.deposit_state",
        "request.deposit_checked_at",
        "request.approved_itself",
        "upload.sha256",
        "operator.name as decided_by",
        standingConfirmer("request.confirmed_by").as("confirmed_by"),
        "request.confirmed_at",
        "request.confirmed_shortfall_fc",
        "request.confirmed_from_others",
        "request.confirmed_reason",
        "confirmer.id as confirmer_id",
        "confirmer.name as confirmer",
      ])
      // What the member was told to pay: by the price in force at the request.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("prices")
            .select(["prices.inr_per_usd", "prices.fc_for_15_usd"])
            .whereRef("prices.effective_from", "<=", "request.requested_at")
            .where("prices.withdrawn_at", "is", null)
            .orderBy("prices.effective_from", "desc")
            .orderBy("prices.id", "desc")
            .limit(1)
            .as("price"),
        (join) => join.onTrue(),
      )
      .select(["price.inr_per_usd", "price.fc_for_15_usd"])
      .select([arrivedForIt.as("arrived_fc"), hasCoinsOfOthers.as("is_from_others")])
      .select(sql<number>`(select count(*)::int from (${sameProofs}) as same)`.as("same_proofs"))
  );
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

interface Circumstances {
  /** Within which a decision is promised. */
  hours: number;
  /** Today's; undefined where there is none. */
  price: Price | undefined;
  alone: ApprovingAlone;
}

async function circumstancesOf(db: Db, operating: Operating): Promise<Circumstances> {
  const { hours } = await businessSetting(db, "staking");
  const [price, alone] = await Promise.all([currentPrice(db, operating.now), approvingAlone(db, operating)]);
  return { hours, price, alone };
}

function toQueued(row: QueueRow, { hours, price, alone }: Circumstances): QueuedStakingRequest {
  const paidAt = row.inr_per_usd;
  const neededFcFor15Usd = row.fc_for_15_usd ?? price?.fcFor15Usd;
  const doubt =
    row.status === "P" && neededFcFor15Usd !== undefined
      ? doubtIn(row, fcForUsdInPayersFavour(row.amount_usd_cents, neededFcFor15Usd))
      : undefined;
  const todaysFc =
    price && row.status === "P" ? fcForUsdInPayersFavour(row.amount_usd_cents, price.fcFor15Usd) : undefined;
  return {
    id: row.id,
    reference: referenceOf("staking-request", row.id),
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    amountUsd: usdCentsToWire(row.amount_usd_cents),
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    dueAt: after(row.requested_at, hours * hour).toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
    isCancelled: row.is_cancelled,
    utr: row.utr,
    ...depositIn(row),
    ...(row.approved_itself && { approvedItself: true as const }),
    sameProofs: row.same_proofs,
    atToday:
      price && todaysFc !== undefined
        ? { cost: fcToWire(asFc(price.fcFor15Usd)), amountFc: fcToWire(todaysFc) }
        : null,
    needsSecond: doubt !== undefined || (todaysFc !== undefined && needsTwo(todaysFc, alone)),
    ...(doubt && {
      doubt: {
        shortfallFc: fcToWire(doubt.shortfallFc),
        isFromOthers: doubt.isFromOthers,
        isConfirmed: isDoubtConfirmed(row, doubt),
      },
    }),
    confirmedReason: row.confirmed_reason,
    ...confirmationIn(row),
    amountInr: paidAt ? inrPaiseToWire(inrPaiseForUsdInPayersFavour(row.amount_usd_cents, paidAt)) : null,
  };
}

interface RequestedProof {
  id: number;
  secretKey: SecretKey;
  operating: Operating;
}

export async function stakingRequestOf(db: Db, { id, secretKey, operating }: RequestedProof) {
  const { now } = operating;
  const row = await withDetails(matching(db, {})).where("request.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const seen = await circumstancesOf(db, operating);
  const { rows: others } = await sql<
    OtherRequest & { ref_id: string; name: string; same: "picture" | "UTR" }
  >`
    select ${shortColumns}, member.ref_id, member.name, same.same
    from staking_requests as request
    join uploads as upload on upload.id = request.upload_id
    cross join lateral (${sameProofs}) as same
    join staking_requests as other on other.id = same.id
    join members as member on member.id = other.member_id
    where request.id = ${id}
    order by other.id desc limit 20`.execute(db);
  const { url, expiresAt } = signedAddress(secretKey, row.upload_id, now);
  return {
    ...toQueued(row, seen),
    proofUrl: url,
    proofExpiresAt: expiresAt.toISOString(),
    sameProofOf: others.map(({ ref_id: refId, name, same, ...other }) => ({
      ...toShort(other),
      member: { refId, name },
      same,
    })),
    transfers: await transfersFor(db, { id, memberId: row.member_id }),
    history: await historyOf(db, { id, memberId: row.member_id }),
  };
}

interface OtherRequest {
  id: number;
  amount_usd_cents: UsdCents;
  status: RequestStatus;
  is_cancelled: boolean;
  requested_at: Date;
}
const shortColumns = sql`other.id, other.amount_usd_cents, other.status, other.is_cancelled, other.requested_at`;

function toShort(other: OtherRequest): ShortStakingRequest {
  return {
    reference: referenceOf("staking-request", other.id),
    amountUsd: usdCentsToWire(other.amount_usd_cents),
    status: other.status,
    isCancelled: other.is_cancelled,
    requestedAt: other.requested_at.toISOString(),
  };
}

/** How many other requests of the member are shown. */
const shownRequests = 5;

async function historyOf(db: Db, { id, memberId }: { id: number; memberId: number }) {
  const { rows: sums } = await sql<{
    joined_at: Date;
    approved: number;
    rejected: number;
    staked_cents: bigint;
    withdrawn_fc: Fc;
  }>`
    select member.joined_at,
      (select count(*)::int from staking_requests as other
       where other.member_id = member.id and other.status = 'A' and other.id <> ${id}) as approved,
      (select count(*)::int from staking_requests as other
       where other.member_id = member.id and other.status = 'R' and not other.is_cancelled
         and other.id <> ${id}) as rejected,
      (select coalesce(sum(principal_usd_cents), 0)::bigint from stakes
       where stakes.member_id = member.id and ended_at is null and reversal_entry_id is null) as staked_cents,
      (select coalesce(sum(amount_fc - fee_fc - tax_fc - coalesce(deduction_fc, 0)), 0)::bigint from withdrawals
       where withdrawals.member_id = member.id and status = 'A'
         and currency_type = any (${withdrawTypesWhere("isPayout", true)}::text[])) as withdrawn_fc
    from members as member where member.id = ${memberId}`.execute(db);
  const { rows: requests } = await sql<OtherRequest>`
    select ${shortColumns} from staking_requests as other
    where other.member_id = ${memberId} and other.id <> ${id}
    order by other.id desc limit ${shownRequests}`.execute(db);
  const { joined_at, approved, rejected, staked_cents, withdrawn_fc } = sure(sums[0]);
  return {
    joinedAt: joined_at.toISOString(),
    approved,
    rejected,
    stakedUsd: usdCentsToWire(asUsdCents(staked_cents)),
    withdrawnFc: fcToWire(withdrawn_fc),
    requests: requests.map(toShort),
  };
}
