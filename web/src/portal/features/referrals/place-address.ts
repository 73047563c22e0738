import { normaliseRefId } from "@fc/contract/ref-id";
import { sides, type Side } from "@fc/contract/side";

/** A free place of the tree: on a side of a member of the team. */
export interface PlaceSearch {
  below?: string;
  side?: Side;
}

export function placeSearch({ below, side }: Record<string, unknown>): PlaceSearch {
  const known = sides.find((name) => name === side);
  return typeof below === "string" && below && known ? { below: normaliseRefId(below), side: known } : {};
}
