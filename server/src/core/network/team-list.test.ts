import { asUsdCents, noUsdCents, plus } from "@fc/contract/units";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TeamStakeState } from "@fc/contract/team/portal";
import type { Db } from "../../platform/db.ts";
import { generate } from "../../testing/network/generate.ts";
import { connect } from "../../testing/network/plain-tree.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { legsOf } from "./legs.ts";
import { teamPage, type TeamFilter, type TeamMemberRow } from "./team-list.ts";
import { pathBetween } from "./team.ts";

let network: ReturnType<typeof connect>;
let db: Db;
let ids: number[];
beforeAll(async () => {
  const database = await createTestDatabase();
  network = connect(database);
  db = network.db;
  const until = new Date("2026-02-03T04:05:06Z");
  const { firstId } = await generate(database.url, { members: 600, seed: 4, shape: "deep", until });
  // Heads of large, middle and small teams.
  ids = [0, 2, 7, 60, 300, 599].map((at) => firstId + at);
});
afterAll(() => network.close());

/** Everybody below a member, by one way down to each member of the network. */
async function everybodyBelow(memberId: number): Promise<TeamMemberRow[]> {
  const { rows } = await sql<{
    id: number;
    refId: string;
    name: string;
    joinedAt: Date;
    stake: TeamStakeState;
    business: bigint;
  }>`
    select members.id, ref_id as "refId", name, joined_at as "joinedAt",
      case when sum(active_users) > 0 then 'active' when count(event.member_id) > 0 then 'ended' else 'none' end as stake,
      coalesce(sum(business_usd_cents), 0)::bigint as business
    from members left join team_events event on event.member_id = members.id
    group by members.id order by members.id desc`.execute(db);
  const below: TeamMemberRow[] = [];
  for (const { business, ...row } of rows) {
    const path = row.id === memberId ? undefined : await pathBetween(db, memberId, row.id);
    const [first] = path?.stretches ?? [];
    if (!path || !first) continue;
    const legs = (await legsOf(db, [row.id])).get(row.id);
    const teamBusinessUsdCents = plus(
      legs?.left.businessUsdCents ?? noUsdCents,
      legs?.right.businessUsdCents ?? noUsdCents,
    );
    below.push({
      ...row,
      leg: first.side,
      level: path.steps,
      businessUsdCents: asUsdCents(business),
      teamBusinessUsdCents,
    });
  }
  return below;
}

/** Each way of reading: the whole team, the newest of the network, and those whom a search finds in the network. */
const readings = [
  { readsUpTo: 600, looksAt: 600, candidates: 600 },
  { readsUpTo: -1, looksAt: 600, candidates: 0 },
  { readsUpTo: -1, looksAt: 0, candidates: 600 },
] as const;

async function allPages(filter: TeamFilter, reading: (typeof readings)[number]): Promise<TeamMemberRow[]> {
  const found: TeamMemberRow[] = [];
  let beforeId: number | undefined;
  do {
    const { rows, nextBeforeId } = await teamPage(db, filter, { beforeId, limit: 41 }, reading);
    found.push(...rows);
    beforeId = nextBeforeId;
  } while (beforeId !== undefined);
  return found;
}

test("the pages have everybody below a member once, newest first, however a team is read", async () => {
  for (const memberId of ids) {
    const below = await everybodyBelow(memberId);
    for (const reading of readings) {
      expect(await allPages({ memberId }, reading)).toEqual(below);
      const { users } = await teamPage(db, { memberId }, { limit: 1 }, reading);
      expect(users).toBe(below.length);
    }
  }
});

test("leg, stake, name and user ID narrow the pages to exactly those who fit", async () => {
  for (const memberId of ids.slice(0, 3)) {
    const below = await everybodyBelow(memberId);
    const [one] = below;
    if (!one) throw new Error(`Member ${memberId} has no team`);
    const word = one.name.slice(0, 2);
    const fitting: [Omit<TeamFilter, "memberId">, (row: TeamMemberRow) => boolean][] = [
      [{ leg: "left" }, ({ leg }) => leg === "left"],
      [{ stake: "active" }, ({ stake }) => stake === "active"],
      [{ leg: "right", stake: "none" }, ({ leg, stake }) => leg === "right" && stake === "none"],
      [{ stake: "ended" }, ({ stake }) => stake === "ended"],
      [{ search: word.toUpperCase() }, ({ name }) => new RegExp(`(^| )${word}`, "i").test(name)],
      [{ search: one.refId.toLowerCase() }, ({ refId }) => refId === one.refId],
      [{ search: "nobody at all" }, () => false],
    ];
    for (const [filter, fits] of fitting) {
      const wanted = below.filter(fits);
      for (const reading of readings)
        expect(await allPages({ memberId, ...filter }, reading)).toEqual(wanted);
    }
  }
});
