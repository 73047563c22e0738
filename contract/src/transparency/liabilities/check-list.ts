import { hexOf, ownLeaf, type Checked, type OwnProof, type Published } from "./check.ts";
import {
  GrowingTree,
  mostFc,
  nodeBytes,
  nodeFrom,
  nodeText,
  rootOf,
  type Sha256,
  type TreeNode,
} from "./tree.ts";

/** What is checked of a list of leaves, in this order. */
export const listChecks = ["amounts", "length", "totals", "root", "own"] as const;
export type ListCheck = (typeof listChecks)[number];

export interface GivenList {
  /** The bytes of the list, in pieces of any size. */
  pieces: AsyncIterable<Uint8Array>;
  day: string;
  root: string;
  /** What was published beside the root. The root covers it too, so that a list can be checked without. */
  published?: Pick<Published, "leaves" | "owed" | "locked"> | undefined;
  /** The leaves of its member have to be in the list, at their places. */
  proof?: OwnProof | undefined;
}

export interface CheckedList {
  checks: Checked<ListCheck>;
  /** What the list really holds; undefined if an amount is none. */
  found: Pick<Published, "leaves" | "owed" | "locked"> | undefined;
}

/** Adds up a whole list. It needs no secret, so that everybody can do it for everybody. */
export async function checkList(
  sha256: Sha256,
  { pieces, day, root, published, proof }: GivenList,
): Promise<CheckedList> {
  const own = proof?.leaves.map(({ position }, part) => {
    return [position, nodeText(ownLeaf(sha256, proof, part))] as const;
  });
  const read = await readList(sha256, pieces, new Map(own));
  if (!read) {
    const checks = { amounts: false, length: undefined, totals: false, root: false, own: own && false };
    return { checks, found: undefined };
  }
  const { leaves, top, atPlace, isWhole } = read;
  const found = { leaves, owed: String(top?.owedFc ?? 0), locked: String(top?.lockedFc ?? 0) };
  return {
    found,
    checks: {
      amounts: true,
      length: isWhole && (published === undefined || leaves === published.leaves),
      totals: published && found.owed === published.owed && found.locked === published.locked,
      root: top !== undefined && rootOf(sha256, { day, leaves, top }) === root,
      own: own && atPlace === own.length,
    },
  };
}

interface ReadList {
  leaves: number;
  top: TreeNode | undefined;
  /** How many of the wanted leaves are at their places. */
  atPlace: number;
  /** The list does not end in the middle of a leaf. */
  isWhole: boolean;
}

/** Undefined if an amount, or a sum of them, is not one: negative amounts would be those of the upper half. */
async function readList(
  sha256: Sha256,
  pieces: AsyncIterable<Uint8Array>,
  wanted: ReadonlyMap<number, string>,
): Promise<ReadList | undefined> {
  const tree = new GrowingTree(sha256);
  let [leaves, atPlace] = [0, 0];
  let rest = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = joined(rest, piece);
    let at = 0;
    for (; at + nodeBytes <= bytes.length; at += nodeBytes) {
      const text = hexOf(bytes, at);
      const leaf = nodeFrom(text);
      if (leaf.owedFc > mostFc || leaf.lockedFc > mostFc) return undefined;
      if (wanted.get(leaves) === text) atPlace++;
      leaves++;
      try {
        tree.add(leaf);
      } catch {
        return undefined;
      }
    }
    rest = bytes.slice(at);
  }
  return { leaves, top: tree.top(), atPlace, isWhole: rest.length === 0 };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
