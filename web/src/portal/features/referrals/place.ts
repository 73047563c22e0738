import type { Side } from "@fc/contract/side";
import type { TeamPath } from "@fc/contract/tree/portal";

/**
 * By whose link the free place on a side of the path's end is filled. A newcomer takes the outermost place of the chosen
 * side below the referrer: the member's own link leads there only if the whole path goes to that side. The link of the
 * member above the place always does.
 */
export function referrerOf({ from, stretches }: Pick<TeamPath, "from" | "stretches">, side: Side): string {
  const isOutermost = stretches.length <= 1 && stretches.every((stretch) => stretch.side === side);
  return isOutermost ? from.refId : (stretches.at(-1)?.to.refId ?? from.refId);
}
