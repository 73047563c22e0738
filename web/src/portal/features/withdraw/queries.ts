import type { QueryOf } from "@fc/contract/route";
import {
  deductionAmount,
  stakeRequirementMessage,
  walletSettings,
  walletSummary,
} from "@fc/contract/wallet/portal";
import { withdrawReport, withdrawReportCsv, withdrawState } from "@fc/contract/withdraw/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { kept } from "../../../lib/api/kept.ts";
import { coinsFor15Usd } from "../../../lib/todays-price.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export function withdrawQuery(userId: number) {
  return queryOptions({ queryKey: ["withdraw", userId], meta: kept, queryFn: () => withdrawData(userId) });
}

/** Everything that the form shows and its rules need, of one moment. */
async function withdrawData(userId: number) {
  const params = { userId };
  const [wallet, settings, state, requirement, deduction, price] = await Promise.all([
    call(walletSummary, { params }),
    call(walletSettings, { params }),
    call(withdrawState, { params }),
    call(stakeRequirementMessage, { params }),
    call(deductionAmount, { params }),
    // Dollars are shown beside the coins; without a price they are left out.
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
}

export type WithdrawData = Awaited<ReturnType<typeof withdrawData>>;

type ReportQuery = QueryOf<typeof withdrawReportCsv>;

export function withdrawReportQuery(userId: number, query: ReportQuery) {
  return pageQuery(["withdraw-report", userId, query], async () => {
    const { data, total } = await call(withdrawReport, { body: { ...query, userId } });
    // The specification has the list filtered once more by whose it is.
    return { data: data.filter((row) => row.userId === userId), total };
  });
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadWithdrawReport(userId: number, query: ReportQuery): Promise<void> {
  const { sort, order, from, to } = query;
  await download(withdrawReportCsv, { params: { userId }, query: { sort, order, from, to } });
}
