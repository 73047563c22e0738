import { useState } from "react";
import { useChange } from "../../../ui/form/use-change.ts";
import { planQuery } from "./queries.ts";

/**
 * A change of the plan's draft. It names the revision that was shown when its form opened, so the server refuses it
 * if somebody else has saved the draft since then.
 */
export function useDraftChange<Input extends unknown[]>(
  shown: number,
  change: (revision: number, ...input: Input) => Promise<unknown>,
  onDone: () => void,
) {
  const [revision] = useState(shown);
  return useChange(planQuery.queryKey, (...input: Input) => change(revision, ...input), onDone);
}
