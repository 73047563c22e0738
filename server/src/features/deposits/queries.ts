import { type Fc, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type {
  CoinComparison,
  CoinComparisons,
  consoleDeposits,
  Deposit,
  DepositMatch,
} from "@fc/contract/deposits/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { askedComparison, compareTaskName } from "../../core/chain/compare-task.ts";
import { isDeposit } from "../../core/chain/transfers.ts";
import type { Db } from "../../platform/db.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";

type DepositFilter = QueryOf<typeof consoleDeposits>;

const sortColumns = { arrivedAt: "transfer.block_time", amount: "transfer.amount_fc" } as const;

function orderOf({ sort = "arrivedAt", order = "desc" }: DepositFilter) {
  return { column: sortColumns[sort], order } as const;
}

export async function depositsPage(db: Db, query: DepositFilter) {
  const found = matching(db, query);
  const { sums, ...page } = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), orderOf(query)),
    matching: found,
    show: toDeposit,
    sums: { amountFc: sql<Fc>`transfer.amount_fc` },
  });
  return { ...page, ...(sums && { totals: { amount: fcToWire(asFc(sums.amountFc)) } }) };
}

/** All of them for their file, as the screen shows them. */
export function wholeDeposits(db: Db, query: DepositFilter) {
  return followRows({ rows: withDetails(matching(db, query)), by: orderOf(query), show: toDeposit });
}

/** A request that was rejected has no coins any more: they wait for another one. */
const isHeld = sql<boolean>`exists (select from staking_requests as holder
  where holder.id = transfer.request_id and holder.status <> 'R')`;
const conditions = {
  waiting: sql<boolean>`transfer.set_aside_at is null and not ${isHeld}`,
  matched: isHeld,
  aside: sql<boolean>`transfer.set_aside_at is not null`,
} as const satisfies Record<DepositMatch, unknown>;

function matching(db: Db, query: DepositFilter) {
  const { from, to } = momentsOf(query);
  let found = db.selectFrom("chain_transfers as transfer").where(isDeposit);
  if (query.match) found = found.where(conditions[query.match]);
  if (from) found = found.where("transfer.block_time", ">=", from);
  if (to) found = found.where("transfer.block_time", "<", to);
  if (query.search) found = found.where(searched(query.search));
  return found;
}

/** By hash, by the address that it came from, by the reference of its request, or by the user id of its member. */
function searched(search: string) {
  const record = recordOfReference(search);
  if (record?.kind === "staking-request") return sql<boolean>`transfer.request_id = ${record.id}`;
  const text = search.toLowerCase();
  return sql<boolean>`(transfer.tx_hash = ${text} or lower(transfer.from_address) = ${text}
    or exists (select from staking_requests as claim join members as claimer on claimer.id = claim.member_id
      where claim.id = transfer.request_id and lower(claimer.ref_id) = ${text})
    or exists (select from coin_addresses as own join members as owner on owner.id = own.member_id
      where lower(own.address) = lower(transfer.from_address) and lower(owner.ref_id) = ${text}))`;
}

function withDetails(deposits: ReturnType<typeof matching>) {
  return deposits
    .leftJoin("staking_requests as request", (join) =>
      join.onRef("request.id", "=", "transfer.request_id").on("request.status", "<>", "R"),
    )
    .leftJoin("members as member", "member.id", "request.member_id")
    .leftJoin("operators as operator", (join) =>
      join.on(sql<boolean>`operator.id = coalesce(transfer.set_aside_by, transfer.matched_by)`),
    )
    .select([
      "transfer.id",
      "transfer.tx_hash",
      "transfer.log_index",
      "transfer.from_address",
      "transfer.to_address",
      "transfer.amount_fc",
      "transfer.block_number",
      "transfer.block_time",
      "transfer.set_aside_at",
      "transfer.set_aside_reason",
      "transfer.matched_at",
      "request.id as request_id",
      "request.status",
      "request.amount_usd_cents",
      "member.ref_id",
      "member.name",
      "operator.name as decided_by",
    ])
    .select(
      sql<{ refId: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('refId', owner.ref_id, 'name', owner.name) order by owner.id), '[]')
        from coin_addresses as own join members as owner on owner.id = own.member_id
        where lower(own.address) = lower(transfer.from_address))`.as("from_members"),
    );
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

function toDeposit(row: DepositRow): Deposit {
  const isHeldNow = row.request_id !== null;
  const decidedAt = row.set_aside_at ?? (isHeldNow ? row.matched_at : null);
  return {
    id: row.id,
    hash: row.tx_hash,
    logIndex: row.log_index,
    from: row.from_address,
    to: row.to_address,
    amount: fcToWire(row.amount_fc),
    blockNumber: Number(row.block_number),
    arrivedAt: row.block_time.toISOString(),
    match: row.set_aside_at ? "aside" : isHeldNow ? "matched" : "waiting",
    fromMembers: row.from_members,
    request: isHeldNow
      ? {
          id: sure(row.request_id),
          reference: referenceOf("staking-request", sure(row.request_id)),
          member: { refId: sure(row.ref_id), name: sure(row.name) },
          status: sure(row.status),
          amountUsd: usdCentsToWire(sure(row.amount_usd_cents)),
        }
      : null,
    decidedBy: decidedAt === null ? null : row.decided_by,
    decidedAt: decidedAt?.toISOString() ?? null,
    reason: row.set_aside_reason,
  };
}

/** So many comparisons are shown: a day of them. */
const shownComparisons = 24;

export async function comparisonsOf(db: Db): Promise<CoinComparisons> {
  const rows = await db
    .selectFrom("chain_comparisons as comparison")
    .leftJoin("operators as operator", "operator.id", "comparison.asked_by")
    .select(["comparison.id", "comparison.at", "comparison.problem", "comparison.wallets"])
    .select("operator.name as asked_by")
    .orderBy("comparison.id", "desc")
    .limit(shownComparisons)
    .execute();
  const underWay = await db
    .selectFrom("jobs")
    .select("id")
    .where("task", "=", compareTaskName)
    .where("dedupe_key", "=", askedComparison)
    .where("failed_at", "is", null)
    .executeTakeFirst();
  return {
    comparisons: rows.map((row): CoinComparison => ({
      id: row.id,
      at: row.at.toISOString(),
      askedBy: row.asked_by,
      problem: row.problem,
      wallets: row.wallets,
    })),
    isUnderWay: underWay !== undefined,
  };
}
