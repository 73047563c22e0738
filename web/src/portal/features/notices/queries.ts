import { notices, type Notice } from "@fc/contract/notices/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { kept } from "../../../lib/api/kept.ts";

export function noticesQuery(userId: number) {
  return queryOptions({
    queryKey: ["notices", userId],
    meta: kept,
    queryFn: async () => newestFirst(await call(notices, { params: { userId } })),
  });
}

/** The answer is an object of arrays; the board is one list. */
export function newestFirst(answer: Record<string, readonly Notice[]>): Notice[] {
  return Object.values(answer)
    .flat()
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id);
}
