import { asUsdCents } from "@fc/contract/units";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically, type Db } from "../../platform/db.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { seededRandom } from "../../../seeds/random.ts";
import { legsOf, legsOfAll } from "./legs.ts";
import { recordTeamEvent } from "./place.ts";
import { rollUp } from "./roll-up.ts";
import { isInTeam, pathBetween } from "./team.ts";
import { now, connect, PlainTree, register, registerIn } from "../../testing/network/plain-tree.ts";
import { verify } from "./verify.ts";

// Each round is 16 sequences. `NETWORK_ROUNDS=125 npx vitest run core/network/network` takes three times as many.
const rounds = Number(process.env["NETWORK_ROUNDS"] ?? 40);

let network: ReturnType<typeof connect>;
let db: Db;
beforeAll(async () => {
  network = connect(await createTestDatabase());
  db = network.db;
});
afterAll(() => network.close());

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ join: fc.nat(), side: fc.constantFrom("left" as const, "right" as const) }),
  },
  { weight: 3, arbitrary: fc.record({ stake: fc.nat(), usd: fc.constantFrom(15n, 45n, 1000n) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat(), reversedUsd: fc.constantFrom(0n, 15n) }) },
  { weight: 1, arbitrary: fc.constant({ rollUp: true as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does the same to the database and to the plain tree. */
async function take(tree: PlainTree, at: Step): Promise<void> {
  const pick = (number: number) => tree.members[number % tree.members.length]!;
  if ("join" in at) {
    const sponsor = pick(at.join);
    const { memberId, parentId } = await atomically(db, registerIn, { sponsorId: sponsor.id, side: at.side });
    expect(parentId).toBe(tree.add(memberId, sponsor, at.side));
  } else if ("rollUp" in at) {
    await rollUp(db);
  } else {
    const member = pick("stake" in at ? at.stake : at.end);
    const activeUsers = "stake" in at ? (member.isActive ? 0 : 1) : member.isActive ? -1 : 0;
    const businessUsdCents = "stake" in at ? asUsdCents(at.usd * 100n) : asUsdCents(-at.reversedUsd * 100n);
    tree.record(member, activeUsers, businessUsdCents);
    await atomically(db, recordTeamEvent, { memberId: member.id, activeUsers, businessUsdCents, now });
  }
}

async function expectSame(members: PlainTree["members"]): Promise<void> {
  const found = await legsOf(
    db,
    members.map(({ id }) => id),
  );
  expect(members.map(({ id }) => ({ id, legs: found.get(id) }))).toEqual(
    members.map(({ id, legs }) => ({ id, legs })),
  );
}

test("counts and sums equal those of a plain tree at every step of any sequence", async () => {
  const sequence = fc.array(step, { minLength: 1, maxLength: 12 });
  await fc.assert(
    // Sixteen sequences at once, each in a network of its own, among each other's pending events and roll-ups.
    fc.asyncProperty(fc.array(sequence, { minLength: 16, maxLength: 16 }), async (sequences) => {
      const trees = await Promise.all(
        sequences.map(async () => {
          const tree = new PlainTree();
          tree.addRoot(await register(db));
          return tree;
        }),
      );
      for (let at = 0; sequences.some((steps) => at < steps.length); at++) {
        await Promise.all(
          sequences.flatMap((steps, of) => steps.slice(at, at + 1).map((one) => take(trees[of]!, one))),
        );
        await expectSame(trees.flatMap(({ members }) => members));
      }
    }),
    { numRuns: rounds, seed: 20260203 },
  );
});

test("they stay equal in one network with long legs, and it verifies", async () => {
  const random = seededRandom(7);
  const tree = new PlainTree();
  tree.addRoot(await register(db));
  for (let round = 0; round < 150; round++) {
    // Old members recruit more, so that their outer legs grow long enough for several levels of blocks.
    const member = () => Math.floor(random() ** 4 * tree.members.length);
    for (let i = 0; i < 8; i++) await take(tree, { join: member(), side: random() < 0.8 ? "left" : "right" });
    await take(tree, { stake: member(), usd: 45n });
    await take(tree, { end: member(), reversedUsd: 15n });
    if (random() < 0.3) await take(tree, { rollUp: true });
    const some = Array.from({ length: 12 }, () => tree.members[Math.floor(random() * tree.members.length)]!);
    await expectSame([...new Set([tree.members[0]!, ...some])]);
  }
  await expectSame(tree.members);
  const longest = await sql<{ length: number }>`select max(tail_pos) as length from placement_runs`.execute(
    db,
  );
  expect(longest.rows[0]!.length).toBeGreaterThan(8 ** 2);

  const [root, ...others] = tree.members;
  for (const member of others.filter((_, at) => at % 40 === 0)) {
    const other = others[Math.floor(random() * others.length)]!;
    expect(await isInTeam(db, other.id, member.id)).toBe(tree.isBelow(member, other));
    expect((await pathBetween(db, other.id, member.id)) !== undefined).toBe(tree.isBelow(member, other));
    const path = await pathBetween(db, root!.id, member.id);
    let end = root!;
    for (const { side, steps, to } of path!.stretches) {
      for (let i = 0; i < steps; i++) end = end[side]!;
      expect(to.memberId).toBe(end.id);
    }
    expect(end).toBe(member);
  }
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("the legs of all members at once are those of each one", async () => {
  const { rows } = await legsOfAll().execute(db);
  expect(rows.length).toBeGreaterThan(1000);
  const legs = await legsOf(
    db,
    rows.map((row) => row.member_id),
  );
  for (const row of rows) {
    expect(legs.get(row.member_id)).toEqual({
      left: {
        users: row.left_users,
        activeUsers: row.left_active_users,
        businessUsdCents: row.left_business_usd_cents,
      },
      right: {
        users: row.right_users,
        activeUsers: row.right_active_users,
        businessUsdCents: row.right_business_usd_cents,
      },
    });
  }
});
