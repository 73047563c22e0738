import { liabilities, liabilityList, liabilityProof } from "@fc/contract/transparency/liabilities/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** Leaves are kept for a month; proofs are made of them. */
const pageSize = 50;

/** The days whose proof can be made. What is published is asked for apart from the proof: both have to agree. */
export const publishedDaysQuery = queryOptions({
  queryKey: ["liabilities"],
  queryFn: async () => {
    const { data } = await call(liabilities, { query: { size: pageSize } });
    return data.filter(({ hasList }) => hasList);
  },
});

export function proofQuery(userId: number, day: string) {
  return queryOptions({
    queryKey: ["liability-proof", userId, day],
    queryFn: async () => (await call(liabilityProof, { params: { userId, day } })).data,
    staleTime: Infinity,
  });
}

export function listQuery(day: string) {
  return queryOptions({
    queryKey: ["liability-list", day],
    queryFn: async () => (await call(liabilityList, { params: { day } })).data,
    staleTime: Infinity,
  });
}

/** A file of the portal, and not of the API: it is the same for everybody. */
export const checkerAddress = "/fc-proof-checker.html";
