import { type Fc, asFc, noFc } from "@fc/contract/units";
import { createHash } from "node:crypto";
import { sharesOf } from "@fc/contract/transparency/liabilities/branches";
import {
  GrowingTree,
  leafNode,
  leavesPerMember,
  nodeBytes,
  nodeFrom,
  nodeText,
  type Sums,
} from "@fc/contract/transparency/liabilities/tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTree } from "./build.ts";
import { leafCount, leafPlaces, memberSecrets, splitSums } from "./day-secret.ts";
import { fileCount, leavesPerFile } from "./list-files.ts";
import { NodeBytes, sha256 } from "./node-bytes.ts";
import { splitForDay } from "./parts.ts";
import { walkTree } from "./tree-walk.ts";

const day = "2026-02-03";
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const amount = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n)).map((units) => asFc(units));
const sums = fc.record({ owedFc: amount, lockedFc: amount });

interface Wanted {
  evenly?: boolean;
  parentOf?: (id: number) => number | undefined;
}

async function built(
  members: readonly (Sums | undefined)[],
  { evenly = false, parentOf = () => undefined }: Wanted = {},
) {
  const files: Buffer[] = [];
  const total = (sum: keyof Sums) => members.reduce((all, member) => all + (member?.[sum] ?? 0n), 0n);
  const totals = { owedFc: asFc(total("owedFc")), lockedFc: asFc(total("lockedFc")) };
  const snapshot = {
    highestId: members.length,
    refIdOf: (id: number) => members[id - 1] && `FC${id}`,
    sumsOf: (id: number) => members[id - 1] ?? { owedFc: noFc, lockedFc: noFc },
    totals,
    parentOf,
  };
  const split = await splitForDay(snapshot, { evenly });
  const { partNodes, branches } = await buildTree({
    day,
    snapshot,
    ...split,
    keepFile: async (_, bytes) => void files.push(Buffer.from(bytes)),
  });
  const top = nodeFrom(new NodeBytes(partNodes).top().toString("hex"));
  return { files, list: Buffer.concat(files), top, totals, branches: new NodeBytes(branches), ...split };
}

/** The tree of the contract, leaf by leaf. */
function plainTop(list: Buffer) {
  const tree = new GrowingTree((text) => createHash("sha256").update(text).digest("hex"));
  for (let at = 0; at < list.length; at += nodeBytes) {
    tree.add(nodeFrom(list.toString("hex", at, at + nodeBytes)));
  }
  return tree.top();
}

test("the list of any members has their leaves at their places, and the sums and hashes of the plain tree", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(sums, { nil: undefined }), { minLength: 1, maxLength: 40 }),
      async (members) => {
        const { list, top, totals, daySecret } = await built(members);
        expect(top).toEqual(plainTop(list));
        expect([top.owedFc, top.lockedFc]).toEqual([totals.owedFc, totals.lockedFc]);
        const nodes = new NodeBytes(list);
        const placeOf = leafPlaces(daySecret, nodes.count);
        for (const [at, member] of members.entries()) {
          const memberSecret = memberSecrets(daySecret, at + 1, 1)(at + 1);
          const parts = splitSums(member ?? { owedFc: noFc, lockedFc: noFc }, memberSecret);
          for (const [part, amounts] of parts.entries()) {
            const refId = member ? `FC${at + 1}` : "-";
            const leaf = leafNode(sha256, { day, refId, part, nonce: memberSecret.nonce, ...amounts });
            expect(nodes.textAt(placeOf(at + 1, part))).toBe(nodeText(leaf));
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("a list of several files has the same root as one of a single file would", async () => {
  const members = Array.from({ length: leavesPerFile }, (_, at) => ({
    owedFc: asFc(BigInt(at)),
    lockedFc: asFc(1n),
  }));
  const { files, list, top } = await built(members);
  expect(files).toHaveLength(fileCount({ leaves: leafCount(members.length) }));
  expect(files.length).toBe(leavesPerMember);
  expect(top).toEqual(plainTop(list));
});

test("spread evenly, each branch holds just its share, and each member's leaves hold what the member has", async () => {
  // A third has nothing, and one member a tenth of everything.
  const members = Array.from({ length: 1400 }, (_, at) => {
    const lockedFc = at % 3 === 0 ? noFc : asFc(BigInt((at % 97) + 1) * 1_000_003n);
    return { owedFc: asFc(lockedFc / 7n), lockedFc };
  });
  members[700] = { owedFc: asFc(900_000_000n), lockedFc: asFc(5_000_000_000n) };
  const { list, branches, totals, isEven, parts, top } = await built(members, { evenly: true });
  expect(isEven).toBe(true);
  const nodes = Array.from({ length: branches.count }, (_, at) => nodeFrom(branches.textAt(at)));
  for (const sum of ["owedFc", "lockedFc"] as const) {
    expect(nodes.map((node) => node[sum])).toEqual(sharesOf(totals[sum], leafCount(members.length)));
    for (const [at, member] of members.entries()) {
      const own = [...parts[sum].subarray(leafCount(at), leafCount(at + 1))];
      expect(own.every((amountFc) => amountFc >= 0n)).toBe(true);
      expect(own.reduce((all, amountFc) => all + amountFc, 0n)).toBe(member[sum]);
    }
  }
  expect(top).toEqual(plainTop(list));
  expect(top).toEqual(plainTop(branches.bytes));
});

test("what one member has is too much for three branches: it is split at random, and said to be uneven", async () => {
  const members = Array.from({ length: 1000 }, () => ({ owedFc: asFc(1000n), lockedFc: asFc(1000n) }));
  members[5] = { owedFc: asFc(1_000_000n), lockedFc: asFc(1n) };
  const { isEven, top, list } = await built(members, { evenly: true });
  expect(isEven).toBe(false);
  expect(top).toEqual(plainTop(list));
});

/** A tree in which everybody has two below, but for a run of some who have one. */
const parentInTree = (id: number) => (id === 1 ? undefined : id % 50 === 0 ? id - 1 : Math.floor(id / 2));

function isAboveInTree(upperId: number, lowerId: number): boolean {
  for (let id = parentInTree(lowerId); id !== undefined; id = parentInTree(id))
    if (id === upperId) return true;
  return false;
}

test("the walk through the tree says of any two members who is above the other one", async () => {
  // Two trees, and numbers that nobody has.
  const parentOf = (id: number) => (id === 201 || id > 280 ? undefined : parentInTree(id));
  const isAbove = await walkTree({ highestId: 300, parentOf });
  for (let upperId = 1; upperId <= 200; upperId++) {
    for (let lowerId = 1; lowerId <= 200; lowerId++)
      expect(isAbove(upperId, lowerId)).toBe(isAboveInTree(upperId, lowerId));
  }
  expect(isAbove(1, 201)).toBe(false);
  expect(isAbove(1, 290)).toBe(false);
});

test("no member's proof shows coins of somebody below in the leaves beside, nor in the sums of two and four", async () => {
  const members = Array.from({ length: 1000 }, (_, at) => ({
    owedFc: asFc(BigInt(at + 7)),
    lockedFc: asFc(BigInt(at + 1)),
  }));
  for (const evenly of [false, true]) {
    const { list, daySecret, parts, top, totals } = await built(members, { evenly, parentOf: parentInTree });
    expect(top).toEqual(plainTop(list));
    expect([top.owedFc, top.lockedFc]).toEqual([totals.owedFc, totals.lockedFc]);
    const placeOf = leafPlaces(daySecret, leafCount(members.length));
    const leafAt = new Map<number, { id: number; heldFc: Fc }>();
    for (const [at] of members.entries()) {
      for (let part = 0; part < leavesPerMember; part++) {
        const leaf = leafCount(at) + part;
        const heldFc = asFc((parts.owedFc[leaf] ?? 0n) + (parts.lockedFc[leaf] ?? 0n));
        leafAt.set(placeOf(at + 1, part), { id: at + 1, heldFc });
      }
    }
    const open = new Set<number>();
    for (const [place, { id }] of leafAt) {
      for (let near = place - (place % 8); near < place - (place % 8) + 8; near++) {
        const other = leafAt.get(near);
        if (other && other.heldFc > 0n && isAboveInTree(id, other.id)) open.add(other.id);
      }
    }
    // One of a thousand may be left without another leaf.
    expect(open.size).toBeLessThanOrEqual(1);
  }
});

test("in a run in which everybody is above the next one, each has all coins in the leaves all the same", async () => {
  const members = Array.from({ length: 60 }, () => ({ owedFc: asFc(5n), lockedFc: asFc(9n) }));
  const parentOf = (id: number) => (id === 1 ? undefined : id - 1);
  const { parts, top, list } = await built(members, { parentOf });
  expect(top).toEqual(plainTop(list));
  for (const [at] of members.entries()) {
    const own = parts.lockedFc.subarray(leafCount(at), leafCount(at + 1));
    expect(own.reduce((sum, lockedFc) => sum + lockedFc, 0n)).toBe(9n);
  }
});

test("every place is taken once, whatever the secret", () => {
  fc.assert(
    fc.property(secret, fc.integer({ min: 1, max: 300 }), (daySecret, highestId) => {
      const placeOf = leafPlaces(daySecret, leafCount(highestId));
      const places = new Set<number>();
      for (let id = 1; id <= highestId; id++) {
        for (let part = 0; part < leavesPerMember; part++) places.add(placeOf(id, part));
      }
      expect(places.size).toBe(leafCount(highestId));
      expect(Math.max(...places)).toBe(leafCount(highestId) - 1);
    }),
  );
});

test("parts of an amount are never negative and add up to it", () => {
  fc.assert(
    fc.property(sums, secret, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (amounts, daySecret, id) => {
      const parts = splitSums(amounts, memberSecrets(daySecret, id, 1)(id));
      expect(parts).toHaveLength(leavesPerMember);
      for (const sum of ["owedFc", "lockedFc"] as const) {
        expect(parts.every((part) => part[sum] >= 0n)).toBe(true);
        expect(parts.reduce((total, part) => total + part[sum], 0n)).toBe(amounts[sum]);
      }
    }),
  );
});
