import { asFc, type Fc } from "../../units.ts";
import { isPublished, type Published } from "./check.ts";
import { mostFc, nodeFrom, type TreeNode } from "./tree.ts";

/**
 * The list that everybody may read. It shows the tree's nodes over many leaves each, its branches, and no leaf: a leaf's
 * amounts can be added up to what somebody knows of a member (docs/decisions/0073-branches-instead-of-leaves.md).
 */
export const listFormat = "fc-list/2";

/**
 * With fewer members who have coins no list is shown. It is above the size from which all simulated networks could be
 * spread evenly, so that whether there is a list says nothing about who holds how much. `npm run bench -- unlinked`
 * measures it.
 */
export const fewestMembers = 1000;

/** More branches would need smaller shares, which the parts of a large holder would not fit into. */
export const mostBranches = 8;

/** A last branch of fewer leaves holds nothing: the few members in it may not have its share. */
const fewestLeaves = 128;

/** Why a day's list is not shown, or that it is. "earlier" was made with leaves, before there were branches. */
export const listStates = ["shown", "few", "uneven", "earlier"] as const;
export type ListState = (typeof listStates)[number];

export interface BranchList {
  format: typeof listFormat;
  published: Published;
  /** How many leaves a branch has; the last one may have fewer. A power of two, so that it is a level of the tree. */
  branchLeaves: number;
  /** Each as the text of its node: the hash, what is owed and what is locked, in hex. */
  branches: string[];
}

export function branchLeavesOf(leaves: number): number {
  let size = 1;
  while (leaves > size * mostBranches) size *= 2;
  return size;
}

/**
 * What each branch holds of a total: as much as it has of the leaves that count. It depends on nothing but the total and the number
 * of leaves, so the amounts of the branches tell nothing about any member.
 */
export function sharesOf(totalFc: Fc, leaves: number): Fc[] {
  const size = branchLeavesOf(leaves);
  const last = leaves % size;
  const counted = last < Math.min(fewestLeaves, size) ? leaves - last : leaves;
  const upTo = (branch: number) => (totalFc * BigInt(Math.min(branch * size, counted))) / BigInt(counted);
  return Array.from({ length: Math.ceil(leaves / size) }, (_, branch) =>
    asFc(upTo(branch + 1) - upTo(branch)),
  );
}

/** The list in a value of any shape; undefined if it is none. */
export function branchListFrom(given: unknown): BranchList | undefined {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every field is checked before it is returned
  const list = given as BranchList;
  try {
    const isFormed =
      list.format === listFormat &&
      isPublished(list.published) &&
      list.branchLeaves === branchLeavesOf(list.published.leaves) &&
      list.branches.length <= mostBranches &&
      list.branches.every((text) => typeof text === "string" && /^[0-9a-f]{96}$/.test(text));
    return isFormed ? list : undefined;
  } catch {
    // Something is missing on the way to a field.
    return undefined;
  }
}

/** Undefined if an amount is none: negative amounts would be those of the upper half. */
export function branchNodes({ branches }: BranchList): TreeNode[] | undefined {
  const nodes = branches.map(nodeFrom);
  return nodes.every(({ owedFc, lockedFc }) => owedFc <= mostFc && lockedFc <= mostFc) ? nodes : undefined;
}
