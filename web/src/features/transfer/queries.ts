import { dailyPrice } from "@fc/contract/prices";
import type { QueryOf } from "@fc/contract/route";
import { checkReceiver, transferReport, transferReportCsv } from "@fc/contract/transfer";
import { totalStaking, walletSettings } from "@fc/contract/wallet";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

/** Everything that the form shows and its rules need. */
export function transferQuery(userId: number) {
  const params = { userId };
  return queryOptions({
    queryKey: ["transfer", userId],
    queryFn: async () => {
      const [total, settings, price] = await Promise.all([
        call(totalStaking, { params }),
        call(walletSettings, { params }),
        coinsFor15Usd(),
      ]);
      return { available: total.data.availableBalance, limits: settings.data.transfer, price };
    },
  });
}

/** Without a price coins can be sent, and nothing staked. */
async function coinsFor15Usd(): Promise<number | undefined> {
  try {
    return (await call(dailyPrice)).cost;
  } catch (error) {
    if (error instanceof ApiError && error.code === "PRICE_UNSET") return undefined;
    throw error;
  }
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
  return queryOptions({
    queryKey: ["transfer-report", userId, query],
    queryFn: async () => {
      const { data, total } = await call(transferReport, { params: { userId }, query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadTransferReport(userId: number, query: ReportQuery): Promise<void> {
  const { sort, order, from, to } = query;
  const file = await callForFile(transferReportCsv, { params: { userId }, query: { sort, order, from, to } });
  saveFile(file, transferReportCsv.download.filename);
}
