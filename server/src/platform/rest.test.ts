import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { restOfThread } from "./rest.ts";

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("a busy thread rests until it was idle for its share of the time", async () => {
  const rest = restOfThread({ busyShare: 0.5, longestMs: 60_000 });
  const before = performance.eventLoopUtilization();
  work(100);
  await rest();
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
});

test("a thread that stays busy rests for its longest time and no longer", async () => {
  const rest = restOfThread({ busyShare: 0, longestMs: 20 });
  const ended = rest().then(() => "ended");
  expect(await Promise.race([ended, sleep(10_000, "too long")])).toBe("ended");
});

test("a thread that was idle does not rest", async () => {
  const rest = restOfThread({ busyShare: 1, longestMs: 60_000 });
  expect(await Promise.race([rest().then(() => "ended"), sleep(10_000, "too long")])).toBe("ended");
});
