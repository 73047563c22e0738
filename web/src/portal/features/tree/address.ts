import { normaliseRefId } from "@fc/contract/ref-id";

/** The state of the page in its address, so that a reload shows the same. */
export interface TreeSearch {
  /** The user id that the tree starts from. */
  start?: string;
  /** The user id that was searched for. */
  find?: string;
  /** The chart if it is missing. */
  view?: "list";
}

export function treeSearch({ start, find, view }: Record<string, unknown>): TreeSearch {
  const refId = (value: unknown) => (typeof value === "string" ? normaliseRefId(value) : "");
  return {
    ...(refId(start) && { start: refId(start) }),
    ...(refId(find) && { find: refId(find) }),
    ...(view === "list" && { view }),
  };
}
