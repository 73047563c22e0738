import { type Fc, asFc, noFc, plus } from "../../units.ts";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  GrowingTree,
  leafNode,
  mostFc,
  neighbourSides,
  nodeFrom,
  nodeText,
  parentNode,
  pathOf,
  rootOf,
  type TreeNode,
} from "./tree.ts";

const sha256 = (text: string) => hash("sha256", text);

/** The same tree in the plainest way: the left half is the largest power of two below the number of leaves. */
function plainTop(leaves: readonly TreeNode[]): TreeNode {
  if (leaves.length === 1) return leaves[0]!;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [plainTop(leaves.slice(0, half)), plainTop(leaves.slice(half))];
  const hex = (node: TreeNode) =>
    node.hash + [node.owedFc, node.lockedFc].map((sum) => sum.toString(16).padStart(16, "0")).join("");
  return {
    hash: sha256(`fc-node/1 ${hex(left)} ${hex(right)}`),
    owedFc: plus(left.owedFc, right.owedFc),
    lockedFc: plus(left.lockedFc, right.lockedFc),
  };
}

const amount = fc.bigInt(0n, 10n ** 16n).map((units) => asFc(units));
const leaf = fc.record({
  hash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  owedFc: amount,
  lockedFc: amount,
});
const leaves = fc.array(leaf, { minLength: 1, maxLength: 70 });

test("a tree that grows leaf by leaf is the plain one, of any number of leaves", () => {
  fc.assert(
    fc.property(leaves, (nodes) => {
      const tree = new GrowingTree(sha256);
      for (const node of nodes) tree.add(node);
      expect(tree.top()).toEqual(plainTop(nodes));
    }),
  );
});

test("from every leaf its neighbours lead to the top of the plain tree, and no other leaf fits there", () => {
  fc.assert(
    fc.property(leaves, fc.nat(), leaf, (nodes, number, other) => {
      const position = number % nodes.length;
      const path = pathOf(sha256, nodes, position);
      const sides = neighbourSides(position, nodes.length);
      expect(path).toHaveLength(sides.length);
      const upFrom = (start: TreeNode) =>
        sides.reduce((node, side, level) => {
          const neighbour = path[level]!;
          return side === "left" ? parentNode(sha256, neighbour, node) : parentNode(sha256, node, neighbour);
        }, start);
      expect(upFrom(nodes[position]!)).toEqual(plainTop(nodes));
      fc.pre(nodeText(other) !== nodeText(nodes[position]!));
      expect(upFrom(other).hash).not.toBe(plainTop(nodes).hash);
    }),
  );
});

test("a node is 48 bytes of fixed width, and reads back as it was", () => {
  fc.assert(
    fc.property(leaf, (node) => {
      expect(nodeText(node)).toMatch(/^[0-9a-f]{96}$/);
      expect(nodeFrom(nodeText(node))).toEqual(node);
    }),
  );
});

test("an amount below zero, and a sum that does not fit, are refused", () => {
  const of = (owedFc: Fc) => ({ hash: "0".repeat(64), owedFc, lockedFc: noFc });
  expect(() => parentNode(sha256, of(asFc(-1n)), of(asFc(5n)))).toThrow(RangeError);
  expect(() => parentNode(sha256, of(asFc(mostFc)), of(asFc(1n)))).toThrow(RangeError);
  expect(parentNode(sha256, of(asFc(mostFc)), of(noFc)).owedFc).toBe(mostFc);
});

test("the root is another one for another day, number of leaves or total", () => {
  const top = { hash: "ab".repeat(32), owedFc: asFc(7n), lockedFc: asFc(3n) };
  const root = rootOf(sha256, { day: "2026-02-03", leaves: 9, top });
  for (const other of [
    { day: "2026-02-04", leaves: 9, top },
    { day: "2026-02-03", leaves: 10, top },
    { day: "2026-02-03", leaves: 9, top: { ...top, owedFc: asFc(6n) } },
    { day: "2026-02-03", leaves: 9, top: { ...top, lockedFc: asFc(4n) } },
  ]) {
    expect(rootOf(sha256, other)).not.toBe(root);
  }
});

test("the example of docs/trust.md is what the program computes, line by line", () => {
  const text = readFileSync(new URL("../../../../docs/trust.md", import.meta.url), "utf8");
  const steps = [...text.matchAll(/^printf '%s' '(.+)' \| sha256sum\n([0-9a-f]{64})$/gm)];
  expect(steps).toHaveLength(5);
  for (const [, line = "", expected] of steps) expect(sha256(line)).toBe(expected);
  const [leafLine, ...nodeLines] = steps.map(([, line = ""]) => line);
  const [, day = "", refId = "", part, nonce = "", owed = "", locked = ""] = leafLine!.split(" ");
  const own = leafNode(sha256, {
    day,
    refId,
    part: Number(part),
    nonce,
    owedFc: asFc(BigInt(owed)),
    lockedFc: asFc(BigInt(locked)),
  });
  const top = ["right", "left", "right"].reduce((node, side, level) => {
    const [, left = "", right = ""] = nodeLines[level]!.split(" ");
    expect(side === "left" ? right : left).toBe(nodeText(node));
    return parentNode(sha256, nodeFrom(left), nodeFrom(right));
  }, own);
  expect(rootOf(sha256, { day, leaves: 6, top })).toBe(steps.at(-1)![2]);
});
