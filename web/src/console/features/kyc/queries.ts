import { openKycCase } from "@fc/contract/kyc/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const kycQueueKey = ["console-kyc"] as const;

/** The version belongs to the key: what the member entered meanwhile is another thing to look at. */
export function kycCaseQuery(id: number, version: number) {
  return queryOptions({
    queryKey: ["console-kyc-case", id, version],
    queryFn: async () => (await call(openKycCase, { params: { id } })).data,
    // The addresses of the pictures are valid for five minutes, so new ones are read before they end.
    refetchInterval: 4 * 60_000,
    // KYC data is forgotten when the case is left.
    gcTime: 0,
  });
}
