import { asFc } from "@fc/contract/units";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { branchLeavesOf } from "@fc/contract/transparency/liabilities/branches";
import { leavesPerMember, nodeBytes } from "@fc/contract/transparency/liabilities/tree";
import { leafCount, leafPlaces, memberSecrets } from "./day-secret.ts";
import { leavesPerFile } from "./list-files.ts";
import { NodeBytes } from "./node-bytes.ts";
import { membersAtOnce, type Parts } from "./parts.ts";
import type { Snapshot } from "./snapshot.ts";

/** 100 MB of leaves are in memory at a time. A longer list takes several rounds over the members. */
const leavesAtOnce = 256 * leavesPerFile;

interface Build {
  day: string;
  snapshot: Pick<Snapshot, "highestId" | "refIdOf">;
  daySecret: Buffer;
  parts: Parts;
  keepFile(number: number, leaves: Buffer): Promise<void>;
}

export interface BuiltTree {
  /** The tree's nodes over each file of leaves, one after the other. */
  partNodes: Buffer;
  /** Its branches. */
  branches: Buffer;
}

/** Makes all leaves, and the tree's nodes over many of them. */
export async function buildTree(build: Build): Promise<BuiltTree> {
  const leaves = leafCount(build.snapshot.highestId);
  const placeOf = leafPlaces(build.daySecret, leaves);
  const branchLeaves = branchLeavesOf(leaves);
  const tops: Buffer[] = [];
  const smallBranches: Buffer[] = [];
  for (let first = 0; first < leaves; first += leavesAtOnce) {
    const bytes = Buffer.alloc(Math.min(leavesAtOnce, leaves - first) * nodeBytes);
    await writeLeaves(build, placeOf, { first, nodes: new NodeBytes(bytes) });
    for (let at = 0; at < bytes.length; at += leavesPerFile * nodeBytes) {
      const file = bytes.subarray(at, at + leavesPerFile * nodeBytes);
      tops.push(new NodeBytes(file).top());
      if (branchLeaves < leavesPerFile) smallBranches.push(topsOver(file, branchLeaves));
      await build.keepFile(tops.length - 1, file);
    }
  }
  const partNodes = Buffer.concat(tops);
  const branches =
    branchLeaves < leavesPerFile
      ? Buffer.concat(smallBranches)
      : topsOver(partNodes, branchLeaves / leavesPerFile);
  return { partNodes, branches };
}

/** The nodes over each group of so many. */
function topsOver(nodes: Buffer, count: number): Buffer {
  const tops: Buffer[] = [];
  for (let at = 0; at < nodes.length; at += count * nodeBytes) {
    tops.push(new NodeBytes(nodes.subarray(at, at + count * nodeBytes)).top());
  }
  return Buffer.concat(tops);
}

interface Range {
  first: number;
  nodes: NodeBytes;
}

/** Writes those leaves of all members whose places are in the range. */
async function writeLeaves(
  { day, snapshot, daySecret, parts }: Build,
  placeOf: (memberId: number, part: number) => number,
  { first, nodes }: Range,
): Promise<void> {
  const numbers = Array.from({ length: leavesPerMember }, (_, part) => part);
  const isInRange = (place: number) => place >= first && place < first + nodes.count;
  for (let firstId = 1; firstId <= snapshot.highestId; firstId += membersAtOnce) {
    const count = Math.min(membersAtOnce, snapshot.highestId - firstId + 1);
    const secretOf = memberSecrets(daySecret, firstId, count);
    for (let memberId = firstId; memberId < firstId + count; memberId++) {
      const places = numbers.map((part) => placeOf(memberId, part));
      if (!places.some(isInRange)) continue;
      const { nonce } = secretOf(memberId);
      const refId = snapshot.refIdOf(memberId) ?? "-";
      for (const [part, place] of places.entries()) {
        if (!isInRange(place)) continue;
        const at = leafCount(memberId - 1) + part;
        const [owedFc, lockedFc] = [parts.owedFc[at] ?? 0n, parts.lockedFc[at] ?? 0n];
        nodes.setLeaf(place - first, {
          day,
          refId,
          part,
          nonce,
          owedFc: asFc(owedFc),
          lockedFc: asFc(lockedFc),
        });
      }
    }
    await letOthersRun();
  }
}
