import type { Log } from "../logger.ts";
import type { OtlpPlace } from "./otlp.ts";
import { setTracer } from "./spans.ts";

/** Begins to send spans, if they are wanted; otherwise nothing of it is loaded. Returns what ends it. */
export async function startTracing(
  place: OtlpPlace | undefined,
  log: Log,
  stopWithinMs?: number,
): Promise<() => Promise<void>> {
  if (!place) return async () => {};
  const { startOtlp } = await import("./otlp.ts");
  const { tracer, stop } = startOtlp(place, log, stopWithinMs);
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await stop();
  };
}
