import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import type { QueryOf } from "@fc/contract/route";
import {
  coverageDays,
  type CoverageDay,
  type coverageReport,
  type NetResults,
  type OwnResult,
} from "@fc/contract/transparency/portal";
import { walletsFc } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { balancesOf } from "../../core/ledger/statement.ts";
import { putInByMember, tookOutByMember } from "../../core/members/lifetimes.ts";
import { atOneMoment, type ReadDb } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";
import { reservesOf } from "./reserves.ts";

type CoverageFilter = QueryOf<typeof coverageReport>;

export function transparencyOf(db: ReadDb, memberId: number, now: Date) {
  return atOneMoment(db, readTransparency, { memberId, now });
}

async function readTransparency(db: ReadDb, { memberId, now }: { memberId: number; now: Date }) {
  const newest = await closings(db, {}).limit(coverageDays).execute();
  return {
    own: await ownResultOf(db, memberId),
    days: newest.map(toDay).toReversed(),
    results: await newestResults(db),
    reserves: await reservesOf(db, now),
  };
}

async function ownResultOf(db: ReadDb, memberId: number): Promise<OwnResult> {
  const balances = await balancesOf(db, memberId);
  const { rows } = await sql<Record<"put_fc" | "put_usd_cents" | "took_fc" | "pending_usd_cents", bigint>>`
    select (select coalesce(sum(amount_usd_cents), 0)::bigint from staking_requests
        where staking_requests.member_id = own.member_id and status = 'P') as pending_usd_cents,
      coalesce(put_fc, 0)::bigint as put_fc, coalesce(put_usd_cents, 0)::bigint as put_usd_cents,
      coalesce(took_fc, 0)::bigint as took_fc
    from (select ${memberId}::int as member_id) own
    left join (${sql.raw(putInByMember)}) put_in using (member_id) left join (${sql.raw(tookOutByMember)}) took_out using (member_id)`.execute(
    db,
  );
  const { put_fc, put_usd_cents, took_fc, pending_usd_cents } = sure(rows[0]);
  return {
    putIn: fcToWire(asFc(put_fc)),
    putInUsd: usdCentsToWire(asUsdCents(put_usd_cents)),
    tookOut: fcToWire(asFc(took_fc)),
    pending: fcToWire(balances.withdraw_pending),
    pendingUsd: usdCentsToWire(asUsdCents(pending_usd_cents)),
    wallets: fcToWire(walletsFc(balances)),
    net: fcToWire(asFc(took_fc - put_fc)),
  };
}

async function newestResults(db: ReadDb): Promise<NetResults | null> {
  const row = await db
    .selectFrom("net_results")
    .selectAll()
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    day: row.day,
    members: row.members,
    putInMembers: row.put_in_members,
    tookOutMembers: row.took_out_members,
    medianNet: row.median_net_fc === null ? null : fcToWire(row.median_net_fc),
    medianNetShare: row.median_net_basis_points,
    bands: row.bands,
  };
}

export function coveragePage(db: ReadDb, query: CoverageFilter) {
  return readPage(query, { rows: closings(db, query), matching: sealed(db, query), show: toDay });
}

export function allCoverage(db: ReadDb, query: CoverageFilter) {
  return allRows(closings(db, query), toDay);
}

const sorts = {
  day: sql`day`,
  due: sql`due_fc`,
  coverage: sql`least(1, available_fc::numeric / nullif(due_fc, 0))`,
} as const;

function sealed(db: ReadDb, { from, to }: CoverageFilter) {
  let found = db.selectFrom("closings").where("state", "=", "sealed");
  if (from !== undefined) found = found.where("day", ">=", from);
  if (to !== undefined) found = found.where("day", "<=", to);
  return found;
}

function closings(db: ReadDb, query: CoverageFilter) {
  const { sort = "day", order = "desc" } = query;
  return sealed(db, query)
    .select(["day", "due_fc as dueFc", "available_fc as availableFc", "paid_fc as paidFc", "plan_version"])
    .orderBy(sorts[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
    .orderBy("day", "desc");
}

interface CoverageRow {
  day: string;
  dueFc: Fc;
  availableFc: Fc;
  paidFc: Fc;
  plan_version: number;
}

function toDay(row: CoverageRow): CoverageDay {
  return {
    day: row.day,
    due: fcToWire(row.dueFc),
    available: fcToWire(row.availableFc),
    paid: fcToWire(row.paidFc),
    coverage: coverageBasisPoints(row),
    planVersion: row.plan_version,
  };
}
