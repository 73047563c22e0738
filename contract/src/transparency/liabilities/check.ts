import { asFc } from "../../units.ts";
import { sure } from "../../sure.ts";
import {
  leafNode,
  leavesPerMember,
  mostFc,
  neighbourSides,
  nodeBytes,
  nodeFrom,
  parentNode,
  rootOf,
  type Sha256,
  type TreeNode,
} from "./tree.ts";

/** What was published of a day. Amounts are whole numbers of 1/10,000 FC, as text, because JSON would round them. */
export interface Published {
  day: string;
  takenAt: string;
  root: string;
  leaves: number;
  owed: string;
  locked: string;
}

/** All accounts of a member. Every one of them is counted. */
export const countedAccounts = [
  "staking",
  "earning",
  "offer",
  "transfer",
  "withdraw_pending",
  "staked",
] as const;
export type CountedAccount = (typeof countedAccounts)[number];
/** The one whose balance is locked principal; the others are owed. */
export const lockedAccount = "staked" satisfies CountedAccount;

export interface ProofLeaf {
  position: number;
  owed: string;
  locked: string;
  /** The neighbours on the way up, as base64 of their bytes. */
  path: string;
}

/** A member's proof of a day, as it is sent and saved. */
export interface OwnProof {
  format: typeof proofFormat;
  refId: string;
  nonce: string;
  /** The balances at the moment, by the lines of the ledger. */
  accounts: Record<CountedAccount, string>;
  leaves: ProofLeaf[];
  published: Published;
}

export const proofFormat = "fc-proof/1";

/** What is checked of a proof, in this order. */
export const proofChecks = ["form", "owner", "amount", "path", "root"] as const;
export type ProofCheck = (typeof proofChecks)[number];

/** What the checker knows from elsewhere, and the proof has to agree with. */
export interface Expected {
  refId?: string | undefined;
  day?: string | undefined;
  root?: string | undefined;
}

/** Whether each check is passed; undefined for one that had nothing to compare with. */
export type Checked<Check extends string> = Readonly<Record<Check, boolean | undefined>>;

/** Whatever somebody may have written into the file, the answer is which checks it passes, and never an exception. */
export function checkProof(sha256: Sha256, given: unknown, expected: Expected): Checked<ProofCheck> {
  const proof = proofFrom(given);
  if (!proof) return { form: false, owner: false, amount: false, path: false, root: false };
  const { published, refId } = proof;
  const { day = published.day, root } = expected;
  return {
    form: true,
    owner: expected.refId === undefined ? undefined : refId === expected.refId && published.day === day,
    amount: isWholeAmount(proof),
    path: leadsToRoot(sha256, proof),
    root: root === undefined ? undefined : published.root === root,
  };
}

export function passes(checks: Checked<string>): boolean {
  return Object.values(checks).every((isPassed) => isPassed !== false);
}

/** The proof in a value of any shape; undefined if a part is missing, negative, too large or there twice. */
export function proofFrom(given: unknown): OwnProof | undefined {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every field is checked before it is returned
  const proof = given as OwnProof;
  try {
    const { published, leaves, accounts } = proof;
    const positions = new Set(leaves.map(({ position }) => position));
    const isFormed =
      proof.format === proofFormat &&
      isText(proof.refId, /^[A-Z0-9]{1,32}$/) &&
      isText(proof.nonce, hashPattern) &&
      isPublished(published) &&
      countedAccounts.every((account) => isAmount(accounts[account])) &&
      leaves.length === leavesPerMember &&
      positions.size === leavesPerMember &&
      leaves.every(
        ({ position, owed, locked, path }) =>
          isCount(position) &&
          position < published.leaves &&
          isAmount(owed) &&
          isAmount(locked) &&
          isText(path, /^[A-Za-z0-9+/]*={0,2}$/),
      );
    return isFormed ? proof : undefined;
  } catch {
    // Something is missing on the way to a field.
    return undefined;
  }
}

const hashPattern = /^[0-9a-f]{64}$/;

export function isPublished({ day, takenAt, root, leaves, owed, locked }: Published): boolean {
  return (
    isText(day, /^\d{4}-\d{2}-\d{2}$/) &&
    isText(takenAt, /^[\dTZ:.-]{1,30}$/) &&
    isText(root, hashPattern) &&
    isCount(leaves) &&
    isAmount(owed) &&
    isAmount(locked)
  );
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isAmount(value: unknown): boolean {
  return isText(value, /^(0|[1-9]\d{0,18})$/) && BigInt(value) <= mostFc;
}

/** The leaves hold what the accounts hold, all of them together: nothing was left out. */
function isWholeAmount({ leaves, accounts }: OwnProof): boolean {
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const owed = countedAccounts.filter((account) => account !== lockedAccount);
  return (
    sum(leaves.map((leaf) => leaf.owed)) === sum(owed.map((account) => accounts[account])) &&
    sum(leaves.map((leaf) => leaf.locked)) === BigInt(accounts[lockedAccount])
  );
}

/** Each leaf leads, hash by hash and sum by sum, to the published totals and, with them, to the root. */
function leadsToRoot(sha256: Sha256, proof: OwnProof): boolean {
  const { published } = proof;
  return proof.leaves.every((leaf, part) => {
    try {
      const top = topOver(sha256, ownLeaf(sha256, proof, part), leaf, published.leaves);
      return (
        String(top.owedFc) === published.owed &&
        String(top.lockedFc) === published.locked &&
        rootOf(sha256, { day: published.day, leaves: published.leaves, top }) === published.root
      );
    } catch {
      // The path has another length than the tree is high, or a sum is too large.
      return false;
    }
  });
}

/** One of the member's leaves, as it has to be in the list. */
export function ownLeaf(
  sha256: Sha256,
  { refId, nonce, leaves, published }: OwnProof,
  part: number,
): TreeNode {
  const { owed, locked } = sure(leaves[part]);
  const amounts = { owedFc: asFc(BigInt(owed)), lockedFc: asFc(BigInt(locked)) };
  return leafNode(sha256, { day: published.day, refId, part, nonce, ...amounts });
}

/** The branch over one of the member's leaves. */
export function ownBranch(
  sha256: Sha256,
  proof: OwnProof,
  { part, branchLeaves }: { part: number; branchLeaves: number },
): TreeNode {
  const { position, path } = sure(proof.leaves[part]);
  const sides = neighbourSides(position, proof.published.leaves, branchLeaves);
  return nodeOver(sha256, ownLeaf(sha256, proof, part), { sides, bytes: bytesOf(path) });
}

/** The verifier adds up itself: a sum that the builder made otherwise leads to another root. */
function topOver(sha256: Sha256, leaf: TreeNode, { position, path }: ProofLeaf, leaves: number): TreeNode {
  const bytes = bytesOf(path);
  const sides = neighbourSides(position, leaves);
  if (bytes.length !== sides.length * nodeBytes)
    throw new RangeError("the path has another length than the tree is high");
  return nodeOver(sha256, leaf, { sides, bytes });
}

function nodeOver(
  sha256: Sha256,
  leaf: TreeNode,
  { sides, bytes }: { sides: readonly ("left" | "right")[]; bytes: Uint8Array },
): TreeNode {
  return sides.reduce((node, side, level) => {
    const neighbour = nodeFrom(hexOf(bytes, level * nodeBytes));
    return side === "left" ? parentNode(sha256, neighbour, node) : parentNode(sha256, node, neighbour);
  }, leaf);
}

function bytesOf(path: string): Uint8Array {
  return Uint8Array.from(atob(path), (character) => character.charCodeAt(0));
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The text of the node that begins at a byte. */
export function hexOf(bytes: Uint8Array, from: number): string {
  let text = "";
  for (let at = from; at < from + nodeBytes; at++) text += sure(hexOfByte[sure(bytes[at])]);
  return text;
}
