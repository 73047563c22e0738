import { setImmediate as letOthersRun } from "node:timers/promises";
import { leavesPerMember } from "@fc/contract/transparency/liabilities/tree";

/**
 * A proof shows the leaf beside each own one, then the sum of two, of four and so on. Who is above a member in the tree
 * knows the member's principal from the team's page, and would recognise it there. So a leaf that stands in one group
 * with a leaf of somebody above its member holds nothing, and the member's other leaves hold all. Larger groups hide
 * more, and in a small network they leave some members without any leaf.
 */
export const groupSizes = [8, 4, 2] as const;
export type GroupSize = (typeof groupSizes)[number];

interface Blanks {
  /** For each leaf 1 if it has to hold nothing. */
  blanks: Uint8Array;
  /** How many members have no other leaf. They keep one that is seen as a part of a sum, or as it is if need be. */
  open: number;
}

export async function blankLeaves(
  places: Uint32Array,
  isAbove: (upperId: number, lowerId: number) => boolean,
  largest: GroupSize,
): Promise<Blanks> {
  const memberAt = new Int32Array(places.length);
  for (let leaf = 0; leaf < places.length; leaf++) {
    memberAt[places[leaf] ?? 0] = Math.floor(leaf / leavesPerMember) + 1;
  }
  /** Bits, because this is done three million times. */
  const seenOf = (memberId: number, size: number) => {
    let seen = 0;
    for (let part = 0; part < leavesPerMember; part++) {
      const place = places[(memberId - 1) * leavesPerMember + part] ?? 0;
      const from = place - (place % size);
      const end = Math.min(from + size, places.length);
      for (let at = from; at < end; at++) {
        if (isAbove(memberAt[at] ?? 0, memberId)) seen |= 1 << part;
      }
    }
    return seen;
  };
  const all = (1 << leavesPerMember) - 1;
  const found = { blanks: new Uint8Array(places.length), open: 0 };
  const members = places.length / leavesPerMember;
  for (let memberId = 1; memberId <= members; memberId++) {
    let seen = seenOf(memberId, largest);
    if (seen === all) {
      found.open++;
      for (const size of groupSizes) if (size < largest && seen === all) seen = seenOf(memberId, size);
    }
    if (seen > 0 && seen < all) {
      for (let part = 0; part < leavesPerMember; part++)
        found.blanks[(memberId - 1) * leavesPerMember + part] = (seen >> part) & 1;
    }
    if (memberId % 2000 === 0) await letOthersRun();
  }
  return found;
}
