import { asUsdCents } from "@fc/contract/units";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { atomically } from "../../platform/db.ts";
import { runCommand } from "../../testing/commands.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { generate, type GeneratedNetwork } from "../../testing/network/generate.ts";
import { legsOf, legsOfAll } from "./legs.ts";
import { recordTeamEvent } from "./place.ts";
import { subtree, type TreeNode } from "./subtree.ts";
import { now, connect, register } from "../../testing/network/plain-tree.ts";
import type { Figures } from "./types.ts";
import { verify } from "./verify.ts";

let network: ReturnType<typeof connect>;
let made: GeneratedNetwork;
const options = { members: 8_000, seed: 5, shape: "deep", until: new Date("2026-01-31T12:00:00Z") } as const;
beforeAll(async () => {
  network = connect(await createTestDatabase());
  made = await generate(network.url, options);
});
afterAll(() => network.close());

async function asOwner(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: network.url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

test("a generated network verifies, and goes on by registrations", async () => {
  expect(made.depth).toBeGreaterThan(8 ** 3);
  expect(await verify(network.url, { repair: false })).toEqual({
    members: 8_000,
    found: 0,
    differences: [],
    repaired: 0,
  });
  const id = await register(network.db, made.rootId, "left");
  expect(id).toBe(made.lastId + 1);
  await atomically(network.db, recordTeamEvent, {
    memberId: id,
    activeUsers: 1,
    businessUsdCents: asUsdCents(1500n),
    now,
  });
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("the same seed makes the same network", async () => {
  const other = connect(await createTestDatabase());
  await generate(other.url, { ...options, members: 500 });
  const again = connect(await createTestDatabase());
  await generate(again.url, { ...options, members: 500 });
  const [one, two] = await Promise.all([other, again].map(({ db }) => subtree(db, 1, 7)));
  expect(one).toEqual(two);
  await Promise.all([other.close(), again.close()]);
});

const planted = [
  ["a weight", "update leg_weights set users = users + 1 where level = 0 and index = 3 and run_head_id = 1"],
  [
    "a block sum",
    "update leg_weights set business_usd_cents = 0 where level = 2 and index = 1 and run_head_id = 1",
  ],
  [
    "a lost weight",
    "delete from leg_weights where level = 0 and index = 2 and run_head_id = 1 and side = 'left'",
  ],
  [
    "a lost pending event",
    "delete from leg_weights_pending where ctid = (select max(ctid) from leg_weights_pending)",
  ],
  ["a moved tail", "update placement_runs set tail_pos = tail_pos + 1 where head_id = 1 and side = 'right'"],
  ["a lost run", "delete from placement_runs where head_id = 1 and side = 'left'"],
  [
    "a wrong position",
    "update placements set pos = pos + 1 where run_head_id = 1 and side = 'left' and pos > 90",
  ],
] as const;

test.each(planted)("%s is found and repaired", async (_, statement) => {
  expect((await asOwner(statement)).rowCount).toBeGreaterThan(0);
  const { found, repaired } = await verify(network.url, { repair: true });
  expect(found).toBeGreaterThan(0);
  expect(repaired).toBe(found);
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("verifying takes no row of a member out of the database", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    expect((await verify(network.url, { repair: false })).members).toBeGreaterThan(8_000);
    const answers = await Promise.all(query.mock.results.map(({ value }) => value as unknown));
    // Of several statements in one text there are several.
    const results = answers.flat() as pg.QueryResult[];
    expect(results.length).toBeGreaterThan(20);
    expect(results.reduce((sum, { rows }) => sum + rows.length, 0)).toBeLessThan(20);
  } finally {
    query.mockRestore();
  }
});

test("of a network that is damaged as a whole all differences are counted, and the first are told", async () => {
  const damaged = await asOwner("update leg_weights set users = users + 1");
  const { found, differences } = await verify(network.url, { repair: false });
  expect(found).toBe(damaged.rowCount);
  expect(differences).toHaveLength(1000);
  await asOwner("update leg_weights set users = users - 1");
  expect((await verify(network.url, { repair: false })).found).toBe(0);
});

test("network:verify ends with 1 while there are differences, and with 0 when it has repaired them", async () => {
  await asOwner(planted[0][1]);
  const env = { DATABASE_URL: network.url };
  const found = await runCommand("verify-network", [], env);
  expect(found).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/ [1-9]\d* differences, 0 repaired\n$/),
  });
  const repaired = await runCommand("verify-network", ["--repair"], env);
  expect(repaired).toMatchObject({ code: 0, stdout: expect.stringMatching(/ [1-9]\d* repaired\n$/) });
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("what only a person can decide is reported and left alone", async () => {
  await asOwner(
    "insert into team_events (member_id, active_users, business_usd_cents, recorded_at) select 3, 1, 0, now() from generate_series(1, 2)",
  );
  const { differences } = await verify(network.url, { repair: true });
  expect(differences[0]).toMatch(/^member 3 counts as [23] active users$/);
  await asOwner("delete from team_events where member_id = 3 and recorded_at > '2026-02-04'");
  await verify(network.url, { repair: true });
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("legs of a past day leave out what came later", async () => {
  const before = new Date("2026-01-20T00:00:00Z");
  const { rows } = await legsOfAll({ before }).execute(network.db);
  const last = await asOwner(
    `select count(*)::int as count from placements where placed_at < '${before.toISOString()}'`,
  );
  expect(rows.length).toBe(last.rows[0].count);

  // A second network, of those who were there already, is what the first one was.
  const then = connect(await createTestDatabase());
  await asOwnerCopy(then.url, before);
  const past = (await legsOfAll().execute(then.db)).rows;
  const byId = <Row extends { member_id: number }>(all: Row[]) =>
    new Map(all.map((row) => [row.member_id, row]));
  expect(byId(rows)).toEqual(byId(past));
  await then.close();
});

async function asOwnerCopy(url: string, before: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const at = before.toISOString();
  for (const [table, time, override] of [
    ["members", "joined_at", "overriding system value"],
    ["placements", "placed_at", ""],
    ["team_events", "recorded_at", "overriding system value"],
  ]) {
    const { rows } = await asOwner(`select json_agg(t) as all from ${table} t where ${time} < '${at}'`);
    await client.query(
      `insert into ${table} ${override} select * from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows[0].all)],
    );
  }
  await client.end();
  await verify(url, { repair: true });
}

test("a tree shows what its figures say", async () => {
  const tree = (await subtree(network.db, made.rootId, 5))!;
  const add = (own: number, left: Figures, right: Figures) => own + left.users + right.users;
  const check = (node: TreeNode) => {
    if (!node.children) return;
    for (const side of ["left", "right"] as const) {
      const child = node.children[side];
      expect(node.legs[side].users).toBe(child ? add(1, child.legs.left, child.legs.right) : 0);
      expect(child?.side ?? side).toBe(side);
      if (child) check(child);
    }
  };
  check(tree);
  expect(tree.legs).toEqual((await legsOf(network.db, [made.rootId])).get(made.rootId));
  expect(await subtree(network.db, 2_000_000_000, 3)).toBeUndefined();
});
