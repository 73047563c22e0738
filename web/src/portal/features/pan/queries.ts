import { getPanRecord } from "@fc/contract/pan/portal";
import { paymentDetails } from "@fc/contract/staking/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export function panQuery(userId: number) {
  return queryOptions({
    queryKey: ["pan", userId],
    queryFn: async () => (await call(getPanRecord, { params: { userId } })).data,
  });
}

/** The compression of proofs, one setting for all of them. */
export const proofQualityQuery = queryOptions({
  queryKey: ["proof-quality"],
  queryFn: async () => (await call(paymentDetails)).proofImageQuality,
  staleTime: 5 * 60_000,
});
