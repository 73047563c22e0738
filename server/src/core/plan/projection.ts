import type { Fc, UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { rewardKindNames, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { sql, type RawBuilder } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { nextDayToClose } from "./calendar.ts";
import { dayOf } from "./closing.ts";
import { decidedBy, lapsedBecause, type Day, type DayRecords } from "./dues.ts";
import { pairsOf, type MoreBusiness } from "./pairs.ts";
import { paid } from "./paying.ts";
import { pooledAt } from "./pool.ts";
import { creditsOf } from "./rewards.ts";

/** Whose dues are projected: everybody's, or those of one member, and with what more. */
interface ProjectedFor {
  memberId?: number | undefined;
  /** Who may match, where not everybody who may have something to match is wanted. */
  members?: RawBuilder<unknown> | undefined;
  more?: MoreBusiness | undefined;
}

/**
 * What a day would record and pay if it were closed as it stands, by the closing's own queries: the common tables
 * `matched` (like closing_pairs), `bonus` and `due`, to be read by the query that follows them.
 */
export function projectedDues(day: Day, { memberId, members, more }: ProjectedFor = {}): RawBuilder<unknown> {
  const isAlone = memberId !== undefined;
  const matching = isAlone ? sql`select ${memberId}::int as member_id` : members;
  const records: DayRecords = {
    // Columns by name, because a statement with all columns is planned anew each time (`prepared.ts`).
    pairs: sql`
      select member_id, matched_usd_cents, bonus_usd_cents, matched_before_usd_cents from matched
      where taken_usd_cents > 0`,
    directs: sql`select sponsor_id, stake_id from bonus where lapsed_because is null`,
  };
  const credits = rewardKindNames.map(
    (kind) => sql`
      select ${kind}::text as kind, member_id, due_fc
      from (${creditsOf(kind, day, { records, ...(isAlone && { members: sql`member_id = ${memberId}` }) })}) of_kind`,
  );
  return sql`
    matched as materialized (${pairsOf(day, { members: matching, more })}
    ), bonus as materialized (
      select due.sponsor_id, due.stake_id, ${lapsedBecause(day.cut)} as lapsed_because
      from direct_bonuses_due due join stakes on stakes.id = due.stake_id
      where ${decidedBy(day.cut)} ${isAlone ? sql`and due.sponsor_id = ${memberId}` : sql``}
    ), due as materialized (
      ${sql.join(credits, sql` union all `)}
    )`;
}

/** The day that the coming closing closes; undefined while one is running, or before the first. */
export async function comingDay(db: ReadDb): Promise<Day | undefined> {
  const day = await nextDayToClose(db);
  if (day === undefined) return undefined;
  const opened = await db.selectFrom("closings").select("day").where("day", "=", day).executeTakeFirst();
  return opened ? undefined : dayOf(db, { day });
}

/** A member's matching of the coming closing; absent unless the member is qualified. */
export interface ProjectedPair {
  left_usd_cents: UsdCents;
  right_usd_cents: UsdCents;
  consumed_usd_cents: UsdCents;
  matched_usd_cents: UsdCents;
  flushed_usd_cents: UsdCents;
  bonus_usd_cents: UsdCents;
  cap_usd_cents: UsdCents;
}

export interface Projection {
  /** Before coverage, and as the closing would credit it. A kind that pays nothing is absent. */
  kinds: { kind: RewardKind; due_fc: Fc; paid_fc: Fc }[];
  pair: ProjectedPair | undefined;
}

interface ProjectionRequest {
  memberId: number;
  /** What the pool covers; everything where it is not known yet. */
  coverage: { due_fc: Fc; available_fc: Fc };
  more?: MoreBusiness | undefined;
}

/** What the coming closing would pay a member as everything stands now. */
export async function projectionOf(
  db: ReadDb,
  day: Day,
  { memberId, coverage, more }: ProjectionRequest,
): Promise<Projection> {
  const { rows } = await sql<ProjectionRow>`
    with ${projectedDues(day, { memberId, more })}
    select kind, sum(due_fc)::bigint as due_fc, sum(${paid(coverage)})::bigint as paid_fc,
      null::bigint as left_usd_cents, null::bigint as right_usd_cents, null::bigint as consumed_usd_cents,
      null::bigint as matched_usd_cents, null::bigint as flushed_usd_cents, null::bigint as bonus_usd_cents,
      null::bigint as cap_usd_cents
    from due where due_fc > 0 group by kind
    union all
    select null, 0, 0, left_usd_cents, right_usd_cents, consumed_usd_cents, matched_usd_cents, flushed_usd_cents,
      bonus_usd_cents, cap_usd_cents
    from matched`.execute(db);
  return {
    kinds: rows.flatMap(({ kind, due_fc, paid_fc }) => (kind === null ? [] : [{ kind, due_fc, paid_fc }])),
    pair: rows.find(({ kind }) => kind === null),
  };
}

/** A kind of reward, or the matching. */
interface ProjectionRow extends ProjectedPair {
  kind: RewardKind | null;
  due_fc: Fc;
  paid_fc: Fc;
}

/** What the pool has for a day, as a closing would find it. */
export async function availableFor(db: ReadDb, { cut }: Day): Promise<bigint> {
  const { rows } = await sql<{ fc: Fc }>`select ${pooledAt(cut)} as fc`.execute(db);
  return sure(rows[0]).fc;
}
