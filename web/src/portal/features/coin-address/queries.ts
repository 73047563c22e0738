import { coinAddressOwnership, getFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** The address, until when coins wait before they are sent to it, and whether it is proven to be the own one. */
export function coinAddressQuery(userId: number) {
  const params = { userId };
  return queryOptions({
    queryKey: ["coin-address", userId],
    queryFn: async () => {
      const [record, state, ownership] = await Promise.all([
        call(getFreeCoinAddress, { params }),
        call(withdrawState, { params }),
        call(coinAddressOwnership, { params }),
      ]);
      return { address: record.data?.freeCoinAddress, state: state.data, ownership: ownership.data };
    },
  });
}
