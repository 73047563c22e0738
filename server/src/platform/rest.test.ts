import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { restOfThread } from "./rest.ts";

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("a busy thread rests until it was idle for its share of the time", async () => {
  const rest = restOfThread({ busyShare: 0.5, longestMs: 60_000 });
  const before = performance.eventLoopUtilization();
  work(50);
  await rest();
  // Not the share that was idle: a thread that waits for a processor after its rest counts as busy.
  expect(performance.eventLoopUtilization(before).idle).toBeGreaterThanOrEqual(50);
});

test("a thread that stays busy rests for its longest time and no longer", async () => {
  const rest = restOfThread({ busyShare: 0, longestMs: 20 });
  const began = performance.now();
  await rest();
  expect(performance.now() - began).toBeGreaterThanOrEqual(20);
});

test("a thread that was idle does not rest", async () => {
  const rest = restOfThread({ busyShare: 1, longestMs: 60_000 });
  const nextTurn = new Promise((resolve) => setImmediate(resolve, "rested"));
  expect(await Promise.race([rest().then(() => "went on"), nextTurn])).toBe("went on");
});
