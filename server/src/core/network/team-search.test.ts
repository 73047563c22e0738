import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../platform/db.ts";
import { generate } from "../../testing/network/generate.ts";
import { connect } from "../../testing/network/plain-tree.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { searchTeam } from "./team-search.ts";
import { isInTeam } from "./team.ts";

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

/** What a look at every member of the network finds. */
async function expected(memberId: number, name: RegExp): Promise<string[]> {
  const { rows } = await sql<{ id: number; ref_id: string; name: string }>`
    select id, ref_id, name from members order by name, id`.execute(db);
  const found: string[] = [];
  for (const row of rows)
    if (row.id !== memberId && name.test(row.name) && (await isInTeam(db, memberId, row.id)))
      found.push(row.ref_id);
  return found.toSorted();
}

test("a search finds exactly those of the team with such a name, however large the team is", async () => {
  const { rows } = await sql<{ name: string }>`select name from members order by id limit 40`.execute(db);
  const first = rows[0]!.name.slice(0, 2);
  const last = rows[20]!.name.split(" ").at(-1)!;
  for (const memberId of ids) {
    for (const [typed, name] of [
      [first.toUpperCase(), new RegExp(`(^| )${first}`, "i")],
      [`${last} `, new RegExp(`(^| )${last}`, "i")],
      ["nobody at all", /^$/],
    ] as const) {
      const search = { memberId, name: typed, limit: 600 };
      const wanted = await expected(memberId, name);
      for (const readsUpTo of [600, -1]) {
        const { found, hasMore } = await searchTeam(db, { ...search, readsUpTo });
        expect(found.map(({ refId }) => refId).toSorted()).toEqual(wanted);
        expect(hasMore).toBe(false);
      }
    }
  }
});

test("what was left out is admitted", async () => {
  const { rows } = await sql<{ name: string }>`
    select name from members where id = ${ids[4]!}`.execute(db);
  const search = { memberId: ids[0]!, name: rows[0]!.name.slice(0, 1), limit: 2 };
  expect(await searchTeam(db, search)).toMatchObject({ found: [{}, {}], hasMore: true });
  expect(await searchTeam(db, { ...search, readsUpTo: -1 })).toMatchObject({
    found: [{}, {}],
    hasMore: true,
  });
  // Nobody below the last one: all candidates were looked at in vain, and there are more of them.
  const nobody = await searchTeam(db, { ...search, memberId: ids[5]!, readsUpTo: -1, candidates: 3 });
  expect(nobody).toEqual({ found: [], hasMore: true });
});
