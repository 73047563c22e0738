import { type Fc, asFc, plus } from "../../units.ts";
import { sure } from "../../sure.ts";
/**
 * The sum tree of a day over what every member is owed. It is shared by the server that builds it, by the page that
 * checks a member's part of it, and by the file that checks both without us. Everything that is hashed is plain text, so
 * that a person can repeat each step with `printf` and `sha256sum` (docs/trust.md).
 */

/** SHA-256 of a text of ASCII characters, in hex. Each side brings its own. */
export type Sha256 = (text: string) => string;

/** A member's balances are spread over this many leaves, so that no leaf shows what somebody has. */
export const leavesPerMember = 3;

/** No amount and no sum may be larger. It is half of what the fixed width holds, so nothing can overflow or wrap. */
export const mostFc = 2n ** 63n - 1n;

/** In 1/10,000 FC. Locked principal is a sum of its own, because by default it is not paid back. */
export interface Sums {
  owedFc: Fc;
  lockedFc: Fc;
}

export interface TreeNode extends Sums {
  /** All 32 bytes, in hex. */
  hash: string;
}

export interface Leaf extends Sums {
  day: string;
  /** The user id, so that one leaf cannot be shown to two members. "-" for a number that no member has. */
  refId: string;
  /** Which of the member's leaves it is, from 0. */
  part: number;
  /** 32 bytes in hex that only the member is told. Without them nobody can try out amounts until the hash fits. */
  nonce: string;
}

export function leafText({ day, refId, part, nonce, owedFc, lockedFc }: Leaf): string {
  return `fc-leaf/1 ${day} ${refId} ${part} ${nonce} ${owedFc} ${lockedFc}`;
}

export function leafNode(sha256: Sha256, leaf: Leaf): TreeNode {
  return { hash: sha256(leafText(leaf)), owedFc: leaf.owedFc, lockedFc: leaf.lockedFc };
}

/** Of the texts of both children, with their sums. */
export function parentText(left: string, right: string): string {
  return `fc-node/1 ${left} ${right}`;
}

/** The sums of both children are inside of the hash, and the node's own are their sum. */
export function parentNode(sha256: Sha256, left: TreeNode, right: TreeNode): TreeNode {
  return {
    hash: sha256(parentText(nodeText(left), nodeText(right))),
    owedFc: checkedSum(left.owedFc, right.owedFc),
    lockedFc: checkedSum(left.lockedFc, right.lockedFc),
  };
}

export function checkedSum(a: Fc, b: Fc): Fc {
  const sum = plus(a, b);
  if (a < 0n || b < 0n || sum > mostFc)
    throw new RangeError("an amount must not be negative and not above mostFc");
  return sum;
}

/** Binds the day and the number of leaves too, so that people who compare this one text compare everything. */
export function rootOf(
  sha256: Sha256,
  { day, leaves, top }: { day: string; leaves: number; top: TreeNode },
): string {
  return sha256(`fc-root/1 ${day} ${leaves} ${nodeText(top)}`);
}

export const hashBytes = 32;
const hashLength = hashBytes * 2;
const sumLength = 16;
/** A node as hex, in fixed width: the hash, what is owed, what is locked. */
const textLength = hashLength + 2 * sumLength;
/** The same as bytes: the list of leaves and the paths consist of them. */
export const nodeBytes = textLength / 2;

export function nodeText({ hash, owedFc, lockedFc }: TreeNode): string {
  return hash + fixedWidth(owedFc) + fixedWidth(lockedFc);
}

export function nodeFrom(text: string): TreeNode {
  const at = hashLength + sumLength;
  return {
    hash: text.slice(0, hashLength),
    owedFc: asFc(BigInt(`0x${text.slice(hashLength, at)}`)),
    lockedFc: asFc(BigInt(`0x${text.slice(at, textLength)}`)),
  };
}

function fixedWidth(amountFc: Fc): string {
  if (amountFc < 0n || amountFc > mostFc)
    throw new RangeError("an amount must not be negative and not above mostFc");
  return amountFc.toString(16).padStart(sumLength, "0");
}

/**
 * The tree over leaves that arrive one after the other. It keeps one node for each level, so that a list of any length
 * needs no memory. A node without a neighbour moves up as it is.
 */
export class GrowingTree {
  readonly #sha256: Sha256;
  readonly #waiting: (TreeNode | undefined)[] = [];

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  add(leaf: TreeNode): void {
    let node = leaf;
    let level = 0;
    for (let left = this.#waiting[0]; left; left = this.#waiting[level]) {
      node = parentNode(this.#sha256, left, node);
      this.#waiting[level++] = undefined;
    }
    this.#waiting[level] = node;
  }

  /** Undefined while there is no leaf. */
  top(): TreeNode | undefined {
    let top: TreeNode | undefined;
    for (const left of this.#waiting) {
      if (left) top = top ? parentNode(this.#sha256, left, top) : left;
    }
    return top;
  }
}

/**
 * On which side of a leaf's way up its neighbour is, level by level, up to the node over so many leaves; a level without
 * a neighbour is left out.
 */
export function neighbourSides(position: number, leaves: number, upTo = leaves): ("left" | "right")[] {
  const sides: ("left" | "right")[] = [];
  for (let at = position, count = leaves, below = 1; count > 1 && below < upTo; below *= 2) {
    if (at % 2 === 1) sides.push("left");
    else if (at + 1 < count) sides.push("right");
    at = Math.floor(at / 2);
    count = Math.ceil(count / 2);
  }
  return sides;
}

/** The neighbours on the way from a leaf to the top, in the order of `neighbourSides`. */
export function pathOf(sha256: Sha256, leaves: readonly TreeNode[], position: number): TreeNode[] {
  const path: TreeNode[] = [];
  let at = position;
  for (let level = leaves; level.length > 1; level = levelAbove(sha256, level)) {
    const neighbour = level[at % 2 === 1 ? at - 1 : at + 1];
    if (neighbour) path.push(neighbour);
    at = Math.floor(at / 2);
  }
  return path;
}

function levelAbove(sha256: Sha256, level: readonly TreeNode[]): TreeNode[] {
  const above: TreeNode[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [sure(level[at]), level[at + 1]];
    above.push(right ? parentNode(sha256, left, right) : left);
  }
  return above;
}
