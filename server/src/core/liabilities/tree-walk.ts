import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Snapshot } from "./snapshot.ts";

/** Some milliseconds of work. */
const stepsAtOnce = 50_000;

/**
 * Tells who is above whom in the members' tree. A walk through the tree numbers everybody, so that those below a member
 * have the numbers that follow the member's own.
 */
export async function walkTree({
  highestId,
  parentOf,
}: Pick<Snapshot, "highestId" | "parentOf">): Promise<(upperId: number, lowerId: number) => boolean> {
  const firstBelow = new Int32Array(highestId + 1);
  const nextBeside = new Int32Array(highestId + 1);
  for (let id = 1; id <= highestId; id++) {
    // Those without a parent hang below 0, which no member is.
    const parent = parentOf(id) ?? 0;
    nextBeside[id] = firstBelow[parent] ?? 0;
    firstBelow[parent] = id;
    if (id % stepsAtOnce === 0) await letOthersRun();
  }
  const first = new Int32Array(highestId + 1);
  const last = new Int32Array(highestId + 1);
  let numbered = 0;
  const path: number[] = [];
  const goDown = (from: number) => {
    for (let id = from; id > 0; id = firstBelow[id] ?? 0) {
      first[id] = ++numbered;
      path.push(id);
    }
  };
  goDown(firstBelow[0] ?? 0);
  for (let id = path.pop(), steps = 1; id !== undefined; id = path.pop(), steps++) {
    last[id] = numbered;
    goDown(nextBeside[id] ?? 0);
    if (steps % stepsAtOnce === 0) await letOthersRun();
  }
  return (upperId, lowerId) => {
    const [upper, lower] = [first[upperId] ?? 0, first[lowerId] ?? 0];
    return upper < lower && lower <= (last[upperId] ?? 0);
  };
}
