import { useState } from "react";
import { useChange } from "../../../ui/form/use-change.ts";
import { planQuery } from "./queries.ts";

/**
 * A change of the plan's draft: of the revision that was shown when its form opened. What somebody else saves
 * meanwhile must not pass for what was read.
 */
export function useDraftChange<Input extends unknown[]>(
  shown: number,
  change: (revision: number, ...input: Input) => Promise<unknown>,
  onDone: () => void,
) {
  const [revision] = useState(shown);
  return useChange(planQuery.queryKey, (...input: Input) => change(revision, ...input), onDone);
}
