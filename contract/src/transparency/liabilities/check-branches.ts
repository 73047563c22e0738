import { branchLeavesOf, branchListFrom, branchNodes, sharesOf } from "./branches.ts";
import { ownBranch, type Checked, type OwnProof, type Published } from "./check.ts";
import type { CheckedList } from "./check-list.ts";
import { GrowingTree, nodeText, rootOf, type Sha256, type TreeNode } from "./tree.ts";

/** What is checked of a list of branches, in this order. */
export const branchChecks = ["amounts", "length", "totals", "even", "root", "own"] as const;
export type BranchCheck = (typeof branchChecks)[number];

export interface GivenBranches {
  given: unknown;
  day: string;
  root: string;
  /** What was published beside the root. The root covers it too, so that a list can be checked without. */
  published?: Pick<Published, "leaves" | "owed" | "locked"> | undefined;
  /** The leaves of its member have to be below branches of the list. */
  proof?: OwnProof | undefined;
}

export interface CheckedBranches {
  checks: Checked<BranchCheck>;
  found: CheckedList["found"];
}

/** Whatever somebody may have written into the file, the answer is which checks it passes, and never an exception. */
export function checkBranches(
  sha256: Sha256,
  { given, day, root, published, proof }: GivenBranches,
): CheckedBranches {
  const list = branchListFrom(given);
  const nodes = list && branchNodes(list);
  const top = nodes && topOf(sha256, nodes);
  if (!list || !nodes || !top) {
    const none = { length: false, totals: false, even: false, root: false, own: proof && false };
    return { checks: { amounts: false, ...none }, found: undefined };
  }
  const { leaves } = list.published;
  const found = { leaves, owed: String(top.owedFc), locked: String(top.lockedFc) };
  const told = published ?? list.published;
  return {
    found,
    checks: {
      amounts: true,
      length: nodes.length === Math.ceil(leaves / list.branchLeaves) && leaves === told.leaves,
      totals: found.owed === told.owed && found.locked === told.locked,
      even: isEven(nodes, top, leaves),
      root: rootOf(sha256, { day, leaves, top }) === root,
      own: proof && isBelow(sha256, proof, list.branches),
    },
  };
}

/** Undefined if there is no branch, or a sum is too large. */
function topOf(sha256: Sha256, nodes: readonly TreeNode[]): TreeNode | undefined {
  try {
    const tree = new GrowingTree(sha256);
    for (const node of nodes) tree.add(node);
    return tree.top();
  } catch {
    return undefined;
  }
}

function isEven(nodes: readonly TreeNode[], top: TreeNode, leaves: number): boolean {
  const owed = sharesOf(top.owedFc, leaves);
  const locked = sharesOf(top.lockedFc, leaves);
  return nodes.every(({ owedFc, lockedFc }, at) => owedFc === owed[at] && lockedFc === locked[at]);
}

/** Each leaf of the proof leads to the branch of the list that is at its place. */
function isBelow(sha256: Sha256, proof: OwnProof, branches: readonly string[]): boolean {
  const size = branchLeavesOf(proof.published.leaves);
  return proof.leaves.every(({ position }, part) => {
    try {
      return (
        nodeText(ownBranch(sha256, proof, { part, branchLeaves: size })) ===
        branches[Math.floor(position / size)]
      );
    } catch {
      // The path is shorter than the branch is high, or a sum is too large.
      return false;
    }
  });
}
