import { createHash, randomBytes } from "node:crypto";
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
import { buildList } from "./build.ts";
import { leafCount, leafPlaces, memberSecrets, splitSums } from "./day-secret.ts";
import { fileCount, leavesPerFile } from "./list-files.ts";
import { NodeBytes, sha256 } from "./node-bytes.ts";

const day = "2026-02-03";
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const amount = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n));
const sums = fc.record({ owedFc: amount, lockedFc: amount });

async function built(members: readonly (Sums | undefined)[], daySecret: Buffer) {
  const files: Buffer[] = [];
  const snapshot = {
    highestId: members.length,
    refIdOf: (id: number) => members[id - 1] && `FC${id}`,
    sumsOf: (id: number) => members[id - 1] ?? { owedFc: 0n, lockedFc: 0n },
  };
  const tops = await buildList({
    day,
    snapshot,
    daySecret,
    keepFile: async (_, bytes) => void files.push(Buffer.from(bytes)),
  });
  return { files, list: Buffer.concat(files), top: nodeFrom(new NodeBytes(tops).top().toString("hex")) };
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
      secret,
      async (members, daySecret) => {
        const { list, top } = await built(members, daySecret);
        expect(top).toEqual(plainTop(list));
        const total = (sum: keyof Sums) => members.reduce((all, member) => all + (member?.[sum] ?? 0n), 0n);
        expect([top.owedFc, top.lockedFc]).toEqual([total("owedFc"), total("lockedFc")]);
        const nodes = new NodeBytes(list);
        const placeOf = leafPlaces(daySecret, nodes.count);
        for (const [at, member] of members.entries()) {
          const memberSecret = memberSecrets(daySecret, at + 1, 1)(at + 1);
          const parts = splitSums(member ?? { owedFc: 0n, lockedFc: 0n }, memberSecret);
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
  const members = Array.from({ length: leavesPerFile }, (_, at) => ({ owedFc: BigInt(at), lockedFc: 1n }));
  const { files, list, top } = await built(members, randomBytes(32));
  expect(files).toHaveLength(fileCount({ leaves: leafCount(members.length) }));
  expect(files.length).toBe(leavesPerMember);
  expect(top).toEqual(plainTop(list));
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
