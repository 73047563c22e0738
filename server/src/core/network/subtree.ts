import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { legRows, legsByMember, type LegRow } from "./legs.ts";
import type { Legs, Side } from "./types.ts";

export interface TreeNode {
  memberId: number;
  refId: string;
  name: string;
  joinedAt: Date;
  /** None for the root of a network. */
  side: Side | null;
  isActive: boolean;
  /** Whether it ever staked: with `isActive`, the third token of its label. */
  hasStaked: boolean;
  legs: Legs;
  /** A free place is null. Undefined below the requested depth; the legs show whether anybody is there. */
  children?: { left: TreeNode | null; right: TreeNode | null };
}

/** Limits a request to 255 members, so that none reads the whole network. */
export const deepest = 7;

interface NodeRow extends LegRow {
  place: string;
  ref_id: string;
  name: string;
  joined_at: Date;
  side: Side | null;
  is_active: boolean;
  has_staked: boolean;
}

/**
 * A member and a number of levels below it, with everybody's legs. It is one statement, so that no figure counts a
 * member that the tree does not show yet.
 */
export async function subtree(db: ReadDb, rootId: number, depth: number): Promise<TreeNode | undefined> {
  if (depth < 0 || depth > deepest) throw new RangeError(`A depth from 0 to ${deepest}, not ${depth}`);
  const { rows } = await sql<NodeRow>`
    with recursive shown as (
      select member_id, side, run_head_id, pos, '' as place from placements where member_id = ${rootId}
      union all
      select child.member_id, child.side, child.run_head_id, child.pos, shown.place || left(step.side::text, 1)
      from shown
      cross join (values ('left'::team_side), ('right')) as step (side)
      -- The next position on the run of that side. The limit makes the planner use the index for each one.
      cross join lateral (
        select member_id, side, run_head_id, pos from placements
        where side = step.side
          and run_head_id = case when shown.side = step.side then shown.run_head_id else shown.member_id end
          and pos = case when shown.side = step.side then shown.pos else 0 end + 1
        limit 1
      ) child
      where length(shown.place) < ${depth}
    ), legs as (${legRows("shown")})
    select shown.place, shown.side, members.ref_id, members.name, members.joined_at,
      coalesce(own.active_users > 0, false) as is_active, own.active_users is not null as has_staked,
      legs.member_id, legs.leg, legs.users, legs.active_users, legs.business_usd_cents
    from shown
    join members on members.id = shown.member_id
    join legs on legs.member_id = shown.member_id
    cross join lateral (
      select sum(active_users) as active_users from team_events where team_events.member_id = shown.member_id
    ) own`.execute(db);
  return toTree(rows, depth);
}

function toTree(rows: readonly NodeRow[], depth: number): TreeNode | undefined {
  const legs = legsByMember(rows);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  const nodeAt = (place: string): TreeNode | null => {
    const row = byPlace.get(place);
    if (!row) return null;
    const node: TreeNode = {
      memberId: row.member_id,
      refId: row.ref_id,
      name: row.name,
      joinedAt: row.joined_at,
      side: row.side,
      isActive: row.is_active,
      hasStaked: row.has_staked,
      legs: sure(legs.get(row.member_id)),
    };
    if (place.length < depth) node.children = { left: nodeAt(`${place}l`), right: nodeAt(`${place}r`) };
    return node;
  };
  return nodeAt("") ?? undefined;
}
