import { dailyPrice } from "@fc/contract/prices";
import type { QueryOf } from "@fc/contract/route";
import { deductionAmount, stakeRequirementMessage, walletSettings, walletSummary } from "@fc/contract/wallet";
import { withdrawReport, withdrawReportCsv, withdrawState } from "@fc/contract/withdraw";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

/** Everything that the form shows and its rules need, of one moment. */
export function withdrawQuery(userId: number) {
  const params = { userId };
  return queryOptions({
    queryKey: ["withdraw", userId],
    queryFn: async () => {
      const [wallet, settings, state, requirement, deduction, price] = await Promise.all([
        call(walletSummary, { params }),
        call(walletSettings, { params }),
        call(withdrawState, { params }),
        call(stakeRequirementMessage, { params }),
        call(deductionAmount, { params }),
        coinsFor15Usd(),
      ]);
      return {
        wallet: wallet.data,
        settings: settings.data,
        state: state.data,
        stakeMessage: requirement.message,
        deduction: deduction.data,
        price,
      };
    },
  });
}

/** Dollars are told beside the coins; without a price they are left out. */
async function coinsFor15Usd(): Promise<number | undefined> {
  try {
    return (await call(dailyPrice)).cost;
  } catch (error) {
    if (error instanceof ApiError && error.code === "PRICE_UNSET") return undefined;
    throw error;
  }
}

type ReportQuery = QueryOf<typeof withdrawReportCsv>;

export function withdrawReportQuery(userId: number, query: ReportQuery) {
  return queryOptions({
    queryKey: ["withdraw-report", userId, query],
    queryFn: async () => {
      const { data, total } = await call(withdrawReport, { body: { ...query, userId } });
      // The specification has the list filtered once more by whose it is.
      return { rows: data.filter((row) => row.userId === userId), total };
    },
    placeholderData: keepPreviousData,
  });
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadWithdrawReport(userId: number, query: ReportQuery): Promise<void> {
  const { sort, order, from, to } = query;
  const file = await callForFile(withdrawReportCsv, { params: { userId }, query: { sort, order, from, to } });
  saveFile(file, withdrawReportCsv.download.filename);
}
