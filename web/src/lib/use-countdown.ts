import { useEffect, useState } from "react";

/** The milliseconds left, in steps of a second; 0 once it is over. */
export function useCountdown(until: string | null): number {
  const [{ now, ...counted }, setCounted] = useState(() => ({ until, now: Date.now() }));
  // The time of the first render may be minutes ago when there is something new to count.
  if (counted.until !== until) setCounted(() => ({ until, now: Date.now() }));
  const left = until === null ? 0 : Math.max(0, Date.parse(until) - now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = setInterval(() => setCounted({ until, now: Date.now() }), 1000);
    return () => clearInterval(tick);
  }, [isRunning, until]);
  return left;
}

/** 47:03:09, as a clock counts down. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
