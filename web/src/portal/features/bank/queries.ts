import { getBankDetails, lookUpIfsc } from "@fc/contract/bank/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export function bankQuery(userId: number) {
  return queryOptions({
    queryKey: ["bank", userId],
    queryFn: async () => (await call(getBankDetails, { params: { userId } })).data,
  });
}

/** Whom a code belongs to; null where no bank has it. */
export function ifscQuery(ifscCode: string) {
  return queryOptions({
    queryKey: ["ifsc", ifscCode],
    queryFn: async () => (await call(lookUpIfsc, { params: { ifscCode } })).data,
    staleTime: Infinity,
  });
}
