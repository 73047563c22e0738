import { sql, type RawBuilder } from "kysely";
import { minute } from "../../platform/clock.ts";
import { plannedAnew, type ReadDb } from "../../platform/db.ts";
import { matchesName } from "../members/search.ts";
import { legsOf } from "./legs.ts";
import { runsOfTeam, waysUp } from "./team.ts";
import type { Side } from "./types.ts";

export interface FoundMember {
  refId: string;
  name: string;
  /** The leg of the searching member that this one is in. */
  leg: Side;
}

/** One for each pause while somebody types: enough for a long evening, too few to read out a large team. */
export const teamSearchLimit = { name: "team-search", points: 60, windowMs: minute } as const;

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
  db: ReadDb,
  { memberId, name, limit, readsUpTo = 5000, candidates = 2000 }: TeamSearch,
): Promise<{ found: FoundMember[]; hasMore: boolean }> {
  const legs = (await legsOf(db, [memberId])).get(memberId);
  const users = legs ? legs.left.users + legs.right.users : 0;
  const way = users <= readsUpTo ? inWholeTeam(memberId, name) : amongCandidates(memberId, name, candidates);
  const { rows } = await plannedAnew(db, (planned) =>
    sql<FoundRow>`${way} limit ${limit + 1}`.execute(planned),
  );
  const found = rows.flatMap(({ refId, name: ofMember, leg }) =>
    refId === null ? [] : [{ refId, name: ofMember, leg }],
  );
  const hasMore = found.length > limit || (rows[0]?.candidates ?? 0) > candidates;
  return { found: found.slice(0, limit).toSorted(byName), hasMore };
}

/** At least one row, with the number of candidates; its other columns are null if none of them is in the team. */
type FoundRow = { candidates: number } & (FoundMember | { refId: null; name: null; leg: null });

function byName(one: FoundMember, other: FoundMember): number {
  return one.name.localeCompare(other.name) || one.refId.localeCompare(other.refId);
}

/** Everybody in the team with such a name. */
function inWholeTeam(memberId: number, name: string): RawBuilder<FoundRow> {
  return sql<FoundRow>`
    ${runsOfTeam(memberId)}
    -- One by one: the planner does not know how small the team is, and would read everybody with such a name.
    select 0 as candidates, member.ref_id as "refId", member.name, team.leg
    from team cross join lateral (
      select id, ref_id, name from members where members.id = team.member_id offset 0
    ) member
    where ${matchesName(name)}
    order by member.name, member.id`;
}

/** The first members of the whole network with such a name, as far as they are in the team. */
function amongCandidates(memberId: number, name: string, candidates: number): RawBuilder<FoundRow> {
  const first = sql`
    select member.id from members member where ${matchesName(name)} limit ${candidates + 1}`;
  return sql<FoundRow>`
    ${waysUp(first, memberId)}
    select looked.candidates, found."refId", found.name, found.leg
    from (select count(*)::int as candidates from start) looked
    left join (
      select members.ref_id as "refId", members.name, reached.side as leg
      from reached join members on members.id = reached.start_id
    ) found on true`;
}
