import type { consoleStakingRequests, QueuedStakingRequest } from "@fc/contract/staking/console";
import { AppError } from "@fc/contract/errors";
import { fcForUsdInPayersFavour, fcToWire, usdCentsToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import type { QueryOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { currentPrice, type Price } from "../../core/prices/prices.ts";
import { matchesMember } from "../../core/members/search.ts";
import { after, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import { readPage } from "../../platform/paging.ts";
import type { SecretKey } from "../../platform/secrets.ts";

type QueueFilter = QueryOf<typeof consoleStakingRequests>;

const sortColumns = {
  requestedAt: "request.id",
  amount: "request.amount_usd_cents",
  respondedAt: "request.decided_at",
} as const;

/** The queue. What waits longest comes first, unless the filter says otherwise. */
export async function stakingQueue(db: Db, query: QueueFilter, now: Date) {
  const { sort = "requestedAt" } = query;
  const { order = query.status === "P" ? "asc" : "desc" } = query;
  const { hours } = await businessSetting(db, "staking");
  const price = await currentPrice(db, now);
  return readPage(query, {
    rows: withDetails(matching(db, query))
      .orderBy(sortColumns[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
      .orderBy("request.id", order),
    matching: matching(db, query),
    show: (row) => toQueued(row, { hours, price }),
  });
}

function matching(db: Db, query: Pick<QueueFilter, "status" | "search" | "from" | "to">) {
  const { from, to } = momentsOf(query);
  let found = db
    .selectFrom("staking_requests as request")
    .innerJoin("members as member", "member.id", "request.member_id");
  if (query.status) found = found.where("request.status", "=", query.status);
  if (from) found = found.where("request.requested_at", ">=", from);
  if (to) found = found.where("request.requested_at", "<", to);
  if (query.search) found = found.where(matchesMember(query.search));
  return found;
}

function withDetails(requests: ReturnType<typeof matching>) {
  return requests
    .innerJoin("uploads as upload", "upload.id", "request.upload_id")
    .leftJoin("operators as operator", "operator.id", "request.decided_by")
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
      "upload.sha256",
      "operator.name as decided_by",
    ])
    .select((eb) =>
      eb
        .selectFrom("staking_requests as other_request")
        .innerJoin("uploads as other", "other.id", "other_request.upload_id")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("other.sha256", "=", "upload.sha256")
        .whereRef("other.id", "!=", "upload.id")
        .where(countsAsUse(sql.ref("request.member_id")))
        .as("same_proofs"),
    );
}

/** A member who took a request back may send its proof again; anybody else who sends it is reported. */
function countsAsUse(memberId: RawBuilder<unknown>) {
  return sql<boolean>`not (other_request.is_cancelled and other_request.member_id = ${memberId})`;
}

type QueueRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

interface Circumstances {
  /** Within which a decision is promised. */
  hours: number;
  /** Today's; undefined where there is none. */
  price: Price | undefined;
}

function toQueued(row: QueueRow, { hours, price }: Circumstances): QueuedStakingRequest {
  return {
    id: row.id,
    member: { id: row.member_id, refId: row.ref_id, name: row.name },
    amountUsd: usdCentsToWire(row.amount_usd_cents),
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    dueAt: after(row.requested_at, hours * hour).toISOString(),
    respondedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
    isCancelled: row.is_cancelled,
    sameProofs: row.same_proofs ?? 0,
    atToday:
      price && row.status === "P"
        ? {
            cost: fcToWire(price.fcFor15Usd),
            amountFc: fcToWire(fcForUsdInPayersFavour(row.amount_usd_cents, price.fcFor15Usd)),
          }
        : null,
  };
}

/** How many other requests were sent with the same picture. */
export async function sameProofsOf(db: Db, id: number): Promise<number> {
  const row = await withDetails(matching(db, {})).where("request.id", "=", id).executeTakeFirst();
  return row?.same_proofs ?? 0;
}

interface RequestedProof {
  id: number;
  secretKey: SecretKey;
  now: Date;
}

export async function stakingRequestOf(db: Db, { id, secretKey, now }: RequestedProof) {
  const row = await withDetails(matching(db, {})).where("request.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const { hours } = await businessSetting(db, "staking");
  const price = await currentPrice(db, now);
  const others = await db
    .selectFrom("staking_requests as other_request")
    .innerJoin("uploads as other", "other.id", "other_request.upload_id")
    .innerJoin("members as member", "member.id", "other_request.member_id")
    .select(["member.ref_id", "member.name", "other_request.requested_at"])
    .where("other.sha256", "=", row.sha256)
    .where("other.id", "!=", row.upload_id)
    .where(countsAsUse(sql`${row.member_id}`))
    .orderBy("other_request.requested_at", "desc")
    .limit(20)
    .execute();
  const { url, expiresAt } = signedAddress(secretKey, row.upload_id, now);
  return {
    ...toQueued(row, { hours, price }),
    proofUrl: url,
    proofExpiresAt: expiresAt.toISOString(),
    sameProofOf: others.map(({ ref_id, name, requested_at }) => ({
      refId: ref_id,
      name,
      sentAt: requested_at.toISOString(),
    })),
  };
}
