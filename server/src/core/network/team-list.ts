import { type UsdCents, noUsdCents, plus } from "@fc/contract/units";
import { sql, type RawBuilder } from "kysely";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { TeamStakeState } from "@fc/contract/team/portal";
import { plannedAnew, type ReadDb } from "../../platform/db.ts";
import { matchesName } from "../members/search.ts";
import { legsOf } from "./legs.ts";
import { runsOfTeam, waysUp } from "./team.ts";
import type { Side } from "./types.ts";

export interface TeamFilter {
  memberId: number;
  leg?: Side | undefined;
  stake?: TeamStakeState | undefined;
  /** The beginning of any word of the name, or the whole user id. */
  search?: string | undefined;
}

interface PageRequest {
  /** Only members who joined before this one. */
  beforeId?: number | undefined;
  limit: number;
}

/** What is tried before a large team is read completely; tests make it small. */
export interface TeamReading {
  /** A team of up to so many members is read completely, run by run. */
  readsUpTo: number;
  /** Of a larger one, so many of the newest members of the whole network are looked at. */
  looksAt: number;
  /** A search that fits no more members of the whole network looks at exactly them. */
  candidates: number;
}
/** For more ways up in one statement the planner would read all places of the network at each turn. */
const mostAtOnce = 2000;
const usualReading: TeamReading = { readsUpTo: 10_000, looksAt: 10_000, candidates: 1000 };

export interface TeamMemberRow {
  id: number;
  refId: string;
  name: string;
  joinedAt: Date;
  leg: Side;
  level: number;
  stake: TeamStakeState;
  businessUsdCents: UsdCents;
  teamBusinessUsdCents: UsdCents;
}

export interface TeamPage {
  rows: TeamMemberRow[];
  /** Where the next page begins; undefined at the end. */
  nextBeforeId: number | undefined;
  users: number;
}

/**
 * Members of a team, newest first: by their ids, which are given in the order of registration. A page costs about as
 * much wherever it begins.
 */
export async function teamPage(
  db: ReadDb,
  filter: TeamFilter,
  { beforeId, limit }: PageRequest,
  reading: TeamReading = usualReading,
): Promise<TeamPage> {
  const legs = (await legsOf(db, [filter.memberId])).get(filter.memberId);
  const users = legs ? legs.left.users + legs.right.users : 0;
  const found = await plannedAnew(db, (planned) =>
    newestIds(planned, filter, { users, beforeId, limit: limit + 1 }, reading),
  );
  const ids = found.slice(0, limit);
  return {
    rows: await withDetails(db, filter.memberId, ids),
    nextBeforeId: found.length > limit ? ids.at(-1) : undefined,
    users,
  };
}

interface IdRequest extends PageRequest {
  users: number;
}

async function newestIds(
  db: ReadDb,
  filter: TeamFilter,
  { users, beforeId, limit }: IdRequest,
  reading: TeamReading,
): Promise<number[]> {
  if (users > reading.readsUpTo) {
    const few = await fewWith(db, filter.search, reading.candidates);
    if (few) return idsOf(db, amongSome(filter, sql`select unnest(${few}::int[]) as id`, beforeId), limit);
    const newest = await amongNewest(db, filter, { users, beforeId, limit }, reading);
    if (newest) return newest;
  }
  return idsOf(db, inWholeTeam(filter, beforeId), limit);
}

async function idsOf(db: ReadDb, found: RawBuilder<{ id: number }>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${found} order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everybody in the whole network whom the search finds, if they are few. */
async function fewWith(
  db: ReadDb,
  search: string | undefined,
  candidates: number,
): Promise<number[] | undefined> {
  if (!search) return undefined;
  const { rows } = await sql<{ id: number }>`
    select member.id from members member where ${matchesSearch(search)} limit ${candidates + 1}`.execute(db);
  return rows.length > candidates ? undefined : rows.map(({ id }) => id);
}

/**
 * A large team has many of the newest members of the network, so they are looked at from the newest on, more of them
 * each time. Undefined if the page is not full after that: the team stopped growing, or the filter fits almost nobody.
 */
async function amongNewest(
  db: ReadDb,
  filter: TeamFilter,
  { beforeId, limit }: IdRequest,
  { looksAt }: TeamReading,
): Promise<number[] | undefined> {
  const found: number[] = [];
  let before = beforeId;
  for (
    let looked = 0, batch = Math.min(4 * limit, mostAtOnce);
    looked < looksAt;
    batch = Math.min(4 * batch, mostAtOnce)
  ) {
    const newest = sql`
      select member_id as id from placements ${before === undefined ? sql`` : sql`where member_id < ${before}`}
      order by member_id desc limit ${batch}`;
    const { rows } = await sql<{ least: number | null; ids: number[] }>`
      with newest as materialized (${newest}),
        found as (${amongSome(filter, sql`select id from newest`, undefined)})
      select (select min(id) from newest) as least,
        array(select id from found order by id desc limit ${limit - found.length}) as ids`.execute(db);
    const [row] = rows;
    found.push(...(row?.ids ?? []));
    if (found.length === limit || !row || row.least === null) return found;
    before = row.least;
    looked += batch;
  }
  return undefined;
}

/** Of the members of a select with the column `id`, those in the team whom the filter fits. */
function amongSome(
  { memberId, ...filter }: TeamFilter,
  ids: RawBuilder<unknown>,
  beforeId: number | undefined,
): RawBuilder<{ id: number }> {
  // The filter first: a way up costs more.
  const fitting = sql`
    select picked.id from (${ids}) picked where true ${conditions(filter, sql.ref("picked.id"), beforeId)}`;
  return sql<{ id: number }>`
    select start_id as id from (${waysUp(fitting, memberId)} select start_id, side from reached) reached
    ${filter.leg === undefined ? sql`` : sql`where reached.side = ${filter.leg}`}`;
}

function inWholeTeam(
  { memberId, ...filter }: TeamFilter,
  beforeId: number | undefined,
): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    ${runsOfTeam(memberId, filter.leg)}
    select team.member_id as id from team
    where team.member_id is not null ${conditions(filter, sql.ref("team.member_id"), beforeId)}`;
}

function conditions(
  { stake, search }: Pick<TeamFilter, "stake" | "search">,
  id: RawBuilder<unknown>,
  beforeId: number | undefined,
): RawBuilder<unknown> {
  // One by one: the planner does not know how few they are, and would read everybody with such a name.
  const found = sql`
    and exists (select from members member where member.id = ${id} and ${search ? matchesSearch(search) : sql`true`} offset 0)`;
  return sql`
    ${beforeId === undefined ? sql`` : sql`and ${id} < ${beforeId}`}
    ${stake === undefined ? sql`` : sql`and ${stakeStateOf(id)} = ${stake}`}
    ${search ? found : sql``}`;
}

function matchesSearch(search: string): RawBuilder<boolean> {
  return sql<boolean>`(${matchesName(search)} or member.ref_id = ${normaliseRefId(search)})`;
}

/** As the tree says it (`subtree`). */
function stakeStateOf(id: RawBuilder<unknown>): RawBuilder<TeamStakeState> {
  return sql<TeamStakeState>`(
    select case when sum(event.active_users) > 0 then 'active' when count(*) > 0 then 'ended' else 'none' end
    from team_events event where event.member_id = ${id})`;
}

async function withDetails(db: ReadDb, memberId: number, ids: number[]): Promise<TeamMemberRow[]> {
  if (ids.length === 0) return [];
  const [{ rows }, legs] = await Promise.all([
    sql<Omit<TeamMemberRow, "teamBusinessUsdCents">>`
      ${waysUp(sql`select unnest(${ids}::int[]) as id`, memberId)}
      select member.id, member.ref_id as "refId", member.name, member.joined_at as "joinedAt", way.leg, way.level,
        ${stakeStateOf(sql.ref("member.id"))} as stake,
        (select coalesce(sum(event.business_usd_cents), 0)::bigint from team_events event
          where event.member_id = member.id) as "businessUsdCents"
      from (
        select reached.start_id, reached.side as leg, (sum(way_up.pos) - reached.from_pos)::int as level
        from reached join way_up on way_up.start_id = reached.start_id and way_up.turn <= reached.turn
        group by reached.start_id, reached.side, reached.from_pos
      ) way join members member on member.id = way.start_id
      order by member.id desc`.execute(db),
    legsOf(db, ids),
  ]);
  return rows.map((row) => {
    const below = legs.get(row.id);
    return {
      ...row,
      teamBusinessUsdCents: below
        ? plus(below.left.businessUsdCents, below.right.businessUsdCents)
        : noUsdCents,
    };
  });
}
