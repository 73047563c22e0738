import { paymentDetails } from "@fc/contract/staking/portal";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";

const proofQualityQuery = queryOptions({
  queryKey: ["proof-quality"],
  queryFn: async () => (await call(paymentDetails)).proofImageQuality,
  staleTime: 5 * 60_000,
});

/** Where the setting cannot be read; the server encodes every picture again anyway. */
const defaultQuality = 0.2;

/**
 * The compression of pictures, one setting for all of them; undefined until it is known. It is not asked for where no
 * picture can be sent, because the server would refuse the call.
 */
export function useProofQuality(isNeeded = true): number | undefined {
  const { data, error } = useQuery({ ...proofQualityQuery, enabled: isNeeded });
  return data ?? (error ? defaultQuality : undefined);
}
