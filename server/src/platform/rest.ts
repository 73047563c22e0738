import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

interface RestOptions {
  /** How much of the time the thread of JavaScript may have been at work. */
  busyShare: number;
  /** After this time it is enough, however busy the thread is. */
  longestMs: number;
}

const lookEveryMs = 5;

/**
 * Waits until the thread of JavaScript was idle for a part of the time since the rest before this one. A thread that
 * wants to work and gets no processor is not idle, so this also leaves processors to the database.
 */
export function restOfThread({ busyShare, longestMs }: RestOptions): () => Promise<void> {
  let before = performance.eventLoopUtilization();
  return async () => {
    const end = performance.now() + longestMs;
    const isBusy = () => performance.eventLoopUtilization(before).utilization > busyShare;
    while (isBusy() && performance.now() < end) await sleep(lookEveryMs);
    before = performance.eventLoopUtilization();
  };
}
