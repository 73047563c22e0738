import { asFc, noFc, plus, type Fc, type UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { daysBetween } from "@fc/contract/period";
import { byRewardKind, type RewardKind } from "@fc/contract/plan/reward-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";
import { sql } from "kysely";
import { minute } from "../../platform/clock.ts";
import { atOneMoment, type Db } from "../../platform/db.ts";
import { nextDayToClose } from "./calendar.ts";
import { dayOf } from "./closing.ts";
import { pooledAt } from "./pool.ts";
import { projectedDues } from "./projection.ts";

export interface DryRun {
  day: string;
  planVersion: number;
  /** Days that must be closed before it, and whose closings change these figures. */
  unclosedDaysBefore: number;
  dueFc: Readonly<Record<RewardKind, Fc>>;
  totalDueFc: Fc;
  /** What the pool holds for it. */
  availableFc: Fc;
  lapsedBonuses: number;
  flushedUsdCents: UsdCents;
  /** Before coverage. */
  topEarners: { memberId: number; refId: string; name: string; dueFc: Fc }[];
  /** Members by what they would get: from `fromFc` up to ten times as much. The first row is those with nothing. */
  distribution: { fromFc: Fc; members: number; dueFc: Fc }[];
}

const mostEarners = 10;
const limitMs = 15 * minute;

interface DryRunRequest {
  day: string;
  /** Used instead of the plan in force. Stakes still keep the terms they were bought under. */
  rules?: PlanRules | undefined;
}

/**
 * What a closing of a day would pay, by the closing's own queries, without writing anything. For today or a day to
 * come it shows what is known by now.
 */
export async function dryRun(db: Db, request: DryRunRequest): Promise<DryRun> {
  return atOneMoment(db, readDryRun, request);
}

interface Totals {
  dues: { kind: RewardKind; due_fc: string }[];
  available_fc: Fc;
  lapsed: number;
  flushed: UsdCents;
  top: { member_id: number; due_fc: string }[];
  spread: { digits: number; members: number; due_fc: string }[];
}

async function readDryRun(db: Db, { day: closingDay, rules }: DryRunRequest): Promise<DryRun> {
  const closed = await db
    .selectFrom("closings")
    .select("state")
    .where("day", "=", closingDay)
    .executeTakeFirst();
  if (closed) throw new Error(`${closingDay} is being closed already, or is closed`);
  const inForce = await dayOf(db, { day: closingDay });
  const day = rules === undefined ? inForce : { ...inForce, plan: { ...inForce.plan, rules } };
  const next = (await nextDayToClose(db)) ?? closingDay;
  await sql`select set_config('statement_timeout', ${String(limitMs)}, true), set_config('work_mem', '64MB', true)`.execute(
    db,
  );
  const { rows } = await sql<Totals>`
    with ${projectedDues(day)}, of_member as materialized (
      select member_id, sum(due_fc)::bigint as due_fc from due where due_fc > 0 group by member_id
    ), spread as (
      -- By the number of digits of the whole coins.
      select length((due_fc / 10000)::text) as digits, count(*)::int as members, sum(due_fc)::bigint as due_fc
      from of_member group by 1
      union all
      select 0, (select count(*) from members where joined_at < ${day.cut})::int - (select count(*) from of_member)::int, 0
    )
    select ${pooledAt(day.cut)} as available_fc, (select count(lapsed_because)::int from bonus) as lapsed,
      (select coalesce(sum(flushed_usd_cents), 0)::bigint from matched) as flushed,
      -- Amounts as text, because JSON's numbers would lose digits.
      (select coalesce(json_agg(json_build_object('kind', kind, 'due_fc', due_fc::text)), '[]')
        from (select kind, sum(due_fc)::bigint as due_fc from due group by kind) of_kind) as dues,
      (select coalesce(json_agg(json_build_object('member_id', member_id, 'due_fc', due_fc::text)
          order by due_fc desc, member_id), '[]')
        from (select * from of_member order by due_fc desc, member_id limit ${mostEarners}) most) as top,
      (select json_agg(json_build_object('digits', digits, 'members', members, 'due_fc', due_fc::text) order by digits)
        from spread) as spread`.execute(db);
  const found = sure(rows[0]);
  const dueFc = byRewardKind((kind) =>
    asFc(BigInt(found.dues.find((due) => due.kind === kind)?.due_fc ?? 0)),
  );
  return {
    day: closingDay,
    planVersion: day.plan.version,
    unclosedDaysBefore: Math.max(0, daysBetween(next, closingDay)),
    dueFc,
    totalDueFc: plus(noFc, ...Object.values(dueFc)),
    availableFc: found.available_fc,
    lapsedBonuses: found.lapsed,
    flushedUsdCents: found.flushed,
    topEarners: await named(db, found.top),
    distribution: found.spread.map(({ digits, members, due_fc }) => ({
      fromFc: digits <= 1 ? noFc : asFc(10n ** BigInt(digits - 1) * 10_000n),
      members,
      dueFc: asFc(BigInt(due_fc)),
    })),
  };
}

async function named(db: Db, top: Totals["top"]): Promise<DryRun["topEarners"]> {
  const members = await db
    .selectFrom("members")
    .select(["id", "ref_id", "name"])
    .where("id", "in", top.map(({ member_id }) => member_id).concat(0))
    .execute();
  const byId = new Map(members.map((member) => [member.id, member]));
  return top.map(({ member_id, due_fc }) => {
    const { ref_id: refId, name } = sure(byId.get(member_id));
    return { memberId: member_id, refId, name, dueFc: asFc(BigInt(due_fc)) };
  });
}
