import { setImmediate as letOthersRun } from "node:timers/promises";
import { leavesPerMember, nodeBytes } from "@fc/contract/transparency/liabilities/tree";
import { leafCount, leafPlaces, memberSecrets, splitSums } from "./day-secret.ts";
import { leavesPerFile } from "./list-files.ts";
import { NodeBytes } from "./node-bytes.ts";
import type { Snapshot } from "./snapshot.ts";

/** 100 MB of leaves are in memory at a time. A longer list takes several rounds over the members. */
const leavesAtOnce = 256 * leavesPerFile;
/** Some milliseconds of work: requests that wait for this process wait no longer. */
const membersAtOnce = 500;

interface Build {
  day: string;
  snapshot: Pick<Snapshot, "highestId" | "refIdOf" | "sumsOf">;
  daySecret: Buffer;
  keepFile(number: number, leaves: Buffer): Promise<void>;
}

/** Makes all leaves, and returns the tree's node over each file of them, one after the other. */
export async function buildList(build: Build): Promise<Buffer> {
  const leaves = leafCount(build.snapshot.highestId);
  const placeOf = leafPlaces(build.daySecret, leaves);
  const tops: Buffer[] = [];
  for (let first = 0; first < leaves; first += leavesAtOnce) {
    const bytes = Buffer.alloc(Math.min(leavesAtOnce, leaves - first) * nodeBytes);
    await writeLeaves(build, placeOf, { first, nodes: new NodeBytes(bytes) });
    for (let at = 0; at < bytes.length; at += leavesPerFile * nodeBytes) {
      const file = bytes.subarray(at, at + leavesPerFile * nodeBytes);
      tops.push(new NodeBytes(file).top());
      await build.keepFile(tops.length - 1, file);
    }
  }
  return Buffer.concat(tops);
}

interface Range {
  first: number;
  nodes: NodeBytes;
}

/** Writes those leaves of all members whose places are in the range. */
async function writeLeaves(
  { day, snapshot, daySecret }: Build,
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
      const secret = secretOf(memberId);
      const refId = snapshot.refIdOf(memberId) ?? "-";
      const parts = splitSums(snapshot.sumsOf(memberId), secret);
      for (const [part, place] of places.entries()) {
        if (!isInRange(place)) continue;
        const { owedFc, lockedFc } = parts[part]!;
        nodes.setLeaf(place - first, { day, refId, part, nonce: secret.nonce, owedFc, lockedFc });
      }
    }
    await letOthersRun();
  }
}
