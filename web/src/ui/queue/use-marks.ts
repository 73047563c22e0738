import { useState } from "react";

/** The requests that an operator has marked, to act on several at once. */
export function useMarks<Request extends { id: number }>(requests: readonly Request[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    /** A request that somebody else decided meanwhile is not among them any more. */
    marked: requests.filter(({ id }) => ids.has(id)),
    toggle({ id }: Request): void {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}
