import type { UsdCents } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Side } from "./types.ts";

/**
 * How often the path from a new member to the top may change sides. Each event of a member writes a row for each turn
 * above it, so a branch that turns on purpose would make everything below it slow. A network of
 * a million that has grown by itself has 26.
 */
export const mostTurns = 250;

interface Placement {
  memberId: number;
  sponsorId: number;
  side: Side;
  now: Date;
}

/**
 * Puts a member at the outermost free place of that side below its sponsor, and returns its parent.
 *
 * The only row shared with other registrations is the tail of the run, which one upsert locks and moves. A second
 * registration waits until the first one commits, and then sees the new tail, or the old one after a rollback. A run
 * that nobody continued yet has no row to lock; there the unique key makes the second one wait. A placement holds only
 * this lock, so two of them cannot deadlock. The lock is held until the commit: call this once, as the last step of a
 * transaction.
 */
export async function place(
  tx: Tx,
  { memberId, sponsorId, side, now }: Placement,
): Promise<{ parentId: number }> {
  // It is one statement, so that no other round trip than the commit's happens under the lock. Its snapshot may be
  // older than the tail that it waited for, so nothing here reads the placement of the tail: the row of the run says
  // everything. The heads further up are older than the sponsor, so the snapshot has them.
  const { rows } = await sql<{ parent_id: number; pos: number; turns: number }>`
    with recursive target as (
      select case when side = ${side} then run_head_id else member_id end as head_id
      from placements where member_id = ${sponsorId}
    ), moved as (
      insert into placement_runs as run (head_id, side, tail_id, tail_pos)
      select head_id, ${side}, ${memberId}, 1 from target
      on conflict (head_id, side) do update set tail_id = excluded.tail_id, tail_pos = run.tail_pos + 1
      returning new.head_id, coalesce(old.tail_id, new.head_id) as parent_id, new.tail_pos as pos
    ), placed as (
      insert into placements (member_id, sponsor_id, parent_id, side, run_head_id, pos, placed_at)
      select ${memberId}, ${sponsorId}, parent_id, ${side}, head_id, pos, ${now} from moved
      returning parent_id, run_head_id, side, pos
    ), way_up as (
      select run_head_id, side, pos from placed
      union all
      select head.run_head_id, head.side, head.pos
      from way_up join placements head on head.member_id = way_up.run_head_id
      where head.side is not null
    ), counted as (
      insert into leg_weights_pending (run_head_id, side, pos, users, active_users, business_usd_cents)
      select run_head_id, side, pos, 1, 0, 0 from way_up
    )
    select parent_id, pos, (select count(*)::int from way_up) as turns from placed`.execute(tx);
  const placed = rows[0];
  if (!placed) throw new Error(`Sponsor ${sponsorId} has no place in the network`);
  // The first of a run is the one that turns; to go on straight is always possible.
  if (placed.pos === 1 && placed.turns > mostTurns) throw new AppError("TOO_MANY_TURNS");
  return { parentId: placed.parent_id };
}

/** Starts a new network with this member at its top. */
export async function placeRoot(tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> {
  await tx.insertInto("placements").values({ member_id: memberId, placed_at: now }).execute();
}

interface TeamEvent {
  memberId: number;
  /** 1 when a member becomes active, -1 when it is no longer active: not once for each of several stakes. */
  activeUsers: -1 | 0 | 1;
  businessUsdCents: UsdCents;
  /** The end of a stake's cooling-off time, from when on the business counts for matching; absent where it has none. */
  heldUntil?: Date | undefined;
}

/** Counts a member's activation or business for everybody above it. */
export async function recordTeamEvent(tx: Tx, { now, ...event }: TeamEvent & { now: Date }): Promise<void> {
  await recordTeamEvents(tx, [event], now);
}

/**
 * The same for several events. It only inserts new rows, so that members who share the upper tree never wait for each
 * other.
 */
export async function recordTeamEvents(tx: Tx, events: readonly TeamEvent[], now: Date): Promise<void> {
  const { rows } = await sql<{ recorded: number }>`
    with recursive event as (
      select * from unnest(${events.map(({ memberId }) => memberId)}::int[],
        ${events.map(({ activeUsers }) => activeUsers)}::smallint[],
        ${events.map(({ businessUsdCents }) => businessUsdCents)}::bigint[],
        ${events.map(({ heldUntil }) => heldUntil?.toISOString() ?? null)}::timestamptz[])
        as event (member_id, active_users, business_usd_cents, held_until)
    ), recorded as (
      insert into team_events (member_id, active_users, business_usd_cents, recorded_at, held_until)
      select member_id, active_users, business_usd_cents, ${now}, held_until from event
      returning 1
    ), way_up as (
      select run_head_id, side, pos, active_users, business_usd_cents
      from event join placements using (member_id) where side is not null
      union all
      select head.run_head_id, head.side, head.pos, way_up.active_users, way_up.business_usd_cents
      from way_up join placements head on head.member_id = way_up.run_head_id
      where head.side is not null
    ), counted as (
      insert into leg_weights_pending (run_head_id, side, pos, users, active_users, business_usd_cents)
      select run_head_id, side, pos, 0, active_users, business_usd_cents from way_up
    )
    select count(*)::int as recorded from recorded`.execute(tx);
  if (rows[0]?.recorded !== events.length) throw new Error("Not every member has a place in the network");
}
