import { getFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** The address, and until when coins wait before they are sent to it. */
export function coinAddressQuery(userId: number) {
  const params = { userId };
  return queryOptions({
    queryKey: ["coin-address", userId],
    queryFn: async () => {
      const [record, state] = await Promise.all([
        call(getFreeCoinAddress, { params }),
        call(withdrawState, { params }),
      ]);
      return { address: record.data?.freeCoinAddress, state: state.data };
    },
  });
}
