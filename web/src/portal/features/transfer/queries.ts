import type { QueryOf } from "@fc/contract/route";
import { checkReceiver, transferReport, transferReportCsv } from "@fc/contract/transfer/portal";
import { totalStaking, walletSettings } from "@fc/contract/wallet/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { kept } from "../../../lib/api/kept.ts";
import { coinsFor15Usd } from "../../../lib/todays-price.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

/** Everything that the form shows and its rules need. */
export function transferQuery(userId: number) {
  const params = { userId };
  return queryOptions({
    queryKey: ["transfer", userId],
    meta: kept,
    queryFn: async () => {
      const [total, settings, price] = await Promise.all([
        call(totalStaking, { params }),
        call(walletSettings, { params }),
        // Without a price coins can be sent, and nothing staked.
        coinsFor15Usd(),
      ]);
      return { available: total.data.availableBalance, limits: settings.data.transfer, price };
    },
  });
}

export function receiverQuery(refId: string) {
  return queryOptions({
    queryKey: ["receiver", refId],
    queryFn: async () => (await call(checkReceiver, { params: { receiverRefId: refId } })).data,
    enabled: refId !== "",
    staleTime: 5 * 60_000,
  });
}

type ReportQuery = QueryOf<typeof transferReport>;

export function transferReportQuery(userId: number, query: ReportQuery) {
  return pageQuery(["transfer-report", userId, query], () =>
    call(transferReport, { params: { userId }, query }),
  );
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadTransferReport(userId: number, query: ReportQuery): Promise<void> {
  const { sort, order, from, to } = query;
  await download(transferReportCsv, { params: { userId }, query: { sort, order, from, to } });
}
