import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { matchesName } from "../members/search.ts";
import { legsOf } from "./legs.ts";
import { wayUp } from "./team.ts";
import type { Side } from "./types.ts";

export interface FoundMember {
  refId: string;
  name: string;
  /** The leg of the searching member that this one is in. */
  leg: Side;
}

interface TeamSearch {
  memberId: number;
  /** What was typed: each word must begin a word of the name. */
  name: string;
  limit: number;
  /** A larger team is not read completely. */
  readsUpTo?: number;
  /** So many members with such a name are looked at in the whole network. */
  candidates?: number;
}

/**
 * Members of a team by their name. Two ways, because either alone is too slow for somebody in a network of a million: a
 * small team is read completely; for a large one the index names everybody in the network with such a name, and each is
 * in the team with a good chance. So that a common name cannot cost more, only the first candidates are looked at;
 * `hasMore` says that more letters would find others.
 */
export async function searchTeam(
  db: Db,
  { memberId, name, limit, readsUpTo = 4000, candidates = 4000 }: TeamSearch,
): Promise<{ found: FoundMember[]; hasMore: boolean }> {
  const legs = (await legsOf(db, [memberId])).get(memberId);
  const users = legs ? legs.left.users + legs.right.users : 0;
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (tx) => {
      // Planned for what was typed: a generic plan reads the whole table for a rare name.
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
      const isSmall = users <= readsUpTo;
      const way = isSmall ? inWholeTeam(memberId, name) : amongCandidates(memberId, name, candidates);
      const { rows } = await sql<FoundMember>`${way} limit ${limit + 1}`.execute(tx);
      const found = rows.slice(0, limit).toSorted(byName);
      if (isSmall || rows.length > limit) return { found, hasMore: rows.length > limit };
      const { rows: all } = await sql`
        select from members member where ${matchesName(name)} limit ${candidates + 1}`.execute(tx);
      return { found, hasMore: all.length > candidates };
    });
}

function byName(one: FoundMember, other: FoundMember): number {
  return one.name.localeCompare(other.name) || one.refId.localeCompare(other.refId);
}

/** Everybody in the team with such a name, run by run: each member heads another run, on its other side. */
function inWholeTeam(memberId: number, name: string): RawBuilder<FoundMember> {
  return sql<FoundMember>`
    with recursive team as (
      select null::int as member_id, leg.side as leg, leg.side as run_side,
        case when own.side = leg.side then own.run_head_id else own.member_id end as run_head_id,
        case when own.side = leg.side then own.pos else 0 end as pos
      from placements own cross join (values ('left'::team_side), ('right')) as leg (side)
      where own.member_id = ${memberId}
      union all
      select place.member_id, team.leg,
        case place.side when 'left' then 'right'::team_side else 'left' end, place.member_id, 0
      from team join placements place
        on place.run_head_id = team.run_head_id and place.side = team.run_side and place.pos > team.pos
    )
    select member.ref_id as "refId", member.name, team.leg
    from team join members member on member.id = team.member_id
    where ${matchesName(name)}
    order by member.name, member.id`;
}

/** The first members of the whole network with such a name, as far as they are in the team. */
function amongCandidates(memberId: number, name: string, candidates: number): RawBuilder<FoundMember> {
  return sql<FoundMember>`
    select candidate.ref_id as "refId", candidate.name, reached.side as leg
    from (
      select member.id, member.ref_id, member.name from members member where ${matchesName(name)}
      limit ${candidates}
    ) candidate
    cross join lateral (${wayUp(sql<number>`candidate.id`, memberId)} select side from reached) reached`;
}
