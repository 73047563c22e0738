import { normaliseRefId } from "@fc/contract/ref-id";

/** Of the address, so that a reload shows the same. */
export interface TreeSearch {
  /** The user id that the tree starts from. */
  start?: string;
  /** The user id that was searched for. */
  find?: string;
  /** The chart without. */
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
