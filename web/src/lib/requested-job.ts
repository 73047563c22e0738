import type { RequestedJob } from "@fc/contract/jobs/requested-jobs";

/** How often the state of a running job is requested. */
export const soonMs = 2000;

export function isUnderWay(run: RequestedJob<unknown> | null | undefined): boolean {
  return run?.state === "waiting" || run?.state === "running";
}

/** 0.4 s, 12 s, 3 min 5 s. */
export function durationText(seconds: number): string {
  if (seconds < 1) return "under 1 s";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
