import { asFc, noFc, minus, type Fc, plus } from "@fc/contract/units";
import { randomBytes, randomInt } from "node:crypto";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { branchLeavesOf, sharesOf } from "@fc/contract/transparency/liabilities/branches";
import { leavesPerMember } from "@fc/contract/transparency/liabilities/tree";
import { blankLeaves, groupSizes, type GroupSize } from "./blanks.ts";
import { daySecretBytes, leafCount, leafPlaces, memberSecrets, splitSums } from "./day-secret.ts";
import type { Snapshot } from "./snapshot.ts";
import { walkTree } from "./tree-walk.ts";

/** Some milliseconds of work, so that requests to this process do not wait longer than that. */
export const membersAtOnce = 500;

/** What each leaf holds: those of member 1, then those of member 2, and so on. 48 bytes a member. */
export interface Parts {
  owedFc: BigInt64Array;
  lockedFc: BigInt64Array;
}

export interface DaySplit {
  daySecret: Buffer;
  parts: Parts;
  /** Whether each branch holds exactly its share of both totals. */
  isEven: boolean;
}

type Balances = Pick<Snapshot, "highestId" | "sumsOf" | "totals" | "parentOf">;

/** Two leaves of a large holder may be in one branch. Another order helps then. */
const mostOrders = 12;
/** Of a thousand members one may keep a leaf that somebody above sees as a part of a sum. */
const membersForOneOpen = 1000;

/** Where each leaf is in the list, and which leaves have to hold nothing. */
interface Order {
  daySecret: Buffer;
  places: Uint32Array;
  blanks: Uint8Array;
  groupSize: GroupSize;
}

/**
 * Draws a secret for the day and splits the balances by it, evenly over the branches if that is asked for. A leaf that
 * somebody above its member would see holds nothing.
 */
export async function splitForDay(snapshot: Balances, { evenly }: { evenly: boolean }): Promise<DaySplit> {
  const isAbove = await walkTree(snapshot);
  let groupSize: GroupSize = groupSizes[0];
  for (let orders = 1; ; orders++) {
    const order = await drawOrder(snapshot, isAbove, groupSize);
    ({ groupSize } = order);
    const { daySecret } = order;
    const parts = await splitBalances(snapshot, order);
    const isEven = evenly && (await spreadEvenly(parts, snapshot, order));
    if (isEven || !evenly || orders === mostOrders) return { daySecret, parts, isEven };
  }
}

/** The largest groups that leave every member a leaf, with a few draws for each size. */
async function drawOrder(
  snapshot: Balances,
  isAbove: Parameters<typeof blankLeaves>[1],
  largest: GroupSize,
): Promise<Order> {
  const sizes = groupSizes.filter((size) => size <= largest);
  for (let draw = 1; ; draw++) {
    const groupSize = sizes[0] ?? 2;
    const daySecret = randomBytes(daySecretBytes);
    const places = await placesOf(snapshot, daySecret);
    const { blanks, open } = await blankLeaves(places, isAbove, groupSize);
    const isLast = draw === mostOrders && sizes.length === 1;
    if (open * membersForOneOpen <= snapshot.highestId || isLast)
      return { daySecret, places, blanks, groupSize };
    if (draw === mostOrders) {
      sizes.shift();
      draw = 0;
    }
  }
}

async function placesOf({ highestId }: Balances, daySecret: Buffer): Promise<Uint32Array> {
  const places = new Uint32Array(leafCount(highestId));
  const placeOf = leafPlaces(daySecret, places.length);
  for (let memberId = 1; memberId <= highestId; memberId++) {
    const first = leafCount(memberId - 1);
    for (let part = 0; part < leavesPerMember; part++) places[first + part] = placeOf(memberId, part);
    if (memberId % membersAtOnce === 0) await letOthersRun();
  }
  return places;
}

/** Splits the balances of each member at random. */
async function splitBalances(snapshot: Balances, { daySecret, blanks }: Order): Promise<Parts> {
  const { highestId } = snapshot;
  const leaves = leafCount(highestId);
  const parts = { owedFc: new BigInt64Array(leaves), lockedFc: new BigInt64Array(leaves) };
  for (let firstId = 1; firstId <= highestId; firstId += membersAtOnce) {
    const count = Math.min(membersAtOnce, highestId - firstId + 1);
    const secretOf = memberSecrets(daySecret, firstId, count);
    for (let memberId = firstId; memberId < firstId + count; memberId++) {
      const at = leafCount(memberId - 1);
      for (const [part, { owedFc, lockedFc }] of splitSums(
        snapshot.sumsOf(memberId),
        secretOf(memberId),
      ).entries()) {
        parts.owedFc[at + part] = owedFc;
        parts.lockedFc[at + part] = lockedFc;
      }
      emptyBlanks(parts, blanks, at);
    }
    await letOthersRun();
  }
  return parts;
}

/** What a blank leaf of a member would hold goes to the next one that may hold something. There always is one. */
function emptyBlanks({ owedFc, lockedFc }: Parts, blanks: Uint8Array, first: number): void {
  for (let blank = first; blank < first + leavesPerMember; blank++) {
    if (blanks[blank] !== 1) continue;
    let leaf = blank;
    while (blanks[leaf] === 1) leaf = leaf + 1 < first + leavesPerMember ? leaf + 1 : first;
    for (const amounts of [owedFc, lockedFc]) {
      amounts[leaf] = (amounts[leaf] ?? 0n) + (amounts[blank] ?? 0n);
      amounts[blank] = 0n;
    }
  }
}

/**
 * Moves coins between the leaves of the same member until each branch of the tree holds exactly its share of both
 * totals. False if that is not possible, because somebody has more than three branches may hold, for instance. The
 * leaves hold what their members have all the same.
 */
async function spreadEvenly(parts: Parts, { totals }: Balances, order: Order): Promise<boolean> {
  const leaves = parts.owedFc.length;
  const isOwedEven = await spread(parts.owedFc, sharesOf(totals.owedFc, leaves), order);
  return isOwedEven && (await spread(parts.lockedFc, sharesOf(totals.lockedFc, leaves), order));
}

async function spread(
  amounts: BigInt64Array,
  shares: readonly Fc[],
  { places, blanks }: Order,
): Promise<boolean> {
  const size = branchLeavesOf(amounts.length);
  const branchOf = (leaf: number) => Math.floor((places[leaf] ?? 0) / size);
  /** How much more a branch holds than its share; less, if it is below zero. */
  const surplus = shares.map((share) => minus(noFc, share));
  const add = (branch: number, byFc: Fc) => (surplus[branch] = plus(surplus[branch] ?? noFc, byFc));
  const leavesAtOnce = leafCount(membersAtOnce);
  for (let first = 0; first < amounts.length; first += leavesAtOnce) {
    for (let leaf = first; leaf < Math.min(first + leavesAtOnce, amounts.length); leaf++) {
      const amount = amounts[leaf] ?? noFc;
      if (amount > 0n) add(branchOf(leaf), asFc(amount));
    }
    await letOthersRun();
  }
  // From a random member on, so that the parts of the first ones are not always those that are moved.
  const members = amounts.length / leavesPerMember;
  const firstMember = randomInt(members);
  for (let step = 0; step < mostPasses * members && surplus.some((fc) => fc !== 0n); step++) {
    const first = leafCount((firstMember + step) % members);
    const own = Array.from({ length: leavesPerMember }, (_, part) => first + part).filter(
      (leaf) => blanks[leaf] !== 1,
    );
    evenOut(
      amounts,
      surplus,
      own.map((leaf) => ({ leaf, branch: branchOf(leaf) })),
    );
    if (step % membersAtOnce === 0) await letOthersRun();
  }
  return surplus.every((fc) => fc === 0n);
}

/** Some dozens of members are enough for most branches. Where parts of a large holder are in the way it takes longer. */
const mostPasses = 20;

/** Moves parts of one member, so that two branches that hold some of them differ less from their shares. */
function evenOut(
  amounts: BigInt64Array,
  surplus: Fc[],
  own: readonly { leaf: number; branch: number }[],
): void {
  for (const from of own) {
    for (const to of own) {
      const [over, under] = [surplus[from.branch] ?? 0n, surplus[to.branch] ?? 0n];
      const [given, taken] = [amounts[from.leaf] ?? 0n, amounts[to.leaf] ?? 0n];
      const wantedFc = halfOf(
        asFc(over - under),
        over > 0n ? to.branch < from.branch : from.branch < to.branch,
      );
      const movedFc = wantedFc < given ? wantedFc : given;
      if (movedFc <= 0n) continue;
      amounts[from.leaf] = given - movedFc;
      amounts[to.leaf] = taken + movedFc;
      surplus[from.branch] = asFc(over - movedFc);
      surplus[to.branch] = asFc(under + movedFc);
    }
  }
}

/** The last unit goes on to an earlier branch until it meets one that lacks it. */
function halfOf(differenceFc: Fc, goesToEarlier: boolean): Fc {
  return differenceFc === 1n && goesToEarlier ? asFc(1n) : asFc(differenceFc / 2n);
}
