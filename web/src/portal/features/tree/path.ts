import { deepestChart, type TeamPath } from "@fc/contract/tree/portal";

/**
 * Where to start a chart that shows a member who was searched for: at the highest place where the path turns
 * that is near enough for one request, a few steps above the member when the last stretch is too long for that.
 */
export function startFor({ from, stretches, steps, above }: TeamPath): string {
  if (steps <= deepestChart) return from.refId;
  if (above) return above.refId;
  let left = steps;
  for (const stretch of stretches) {
    left -= stretch.steps;
    if (left <= deepestChart) return stretch.to.refId;
  }
  return from.refId;
}
