import { deepestChart, type TeamPath } from "@fc/contract/team";

/**
 * Where to start a chart that shows a member who was searched for: at the highest place where the path turns
 * that is near enough for one request, at the member itself when the last stretch alone is too long for that.
 */
export function startFor({ from, stretches, steps }: TeamPath): string {
  let left = steps;
  if (left <= deepestChart) return from.refId;
  for (const stretch of stretches) {
    left -= stretch.steps;
    if (left <= deepestChart) return stretch.to.refId;
  }
  return from.refId;
}
