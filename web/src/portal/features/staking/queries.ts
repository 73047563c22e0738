import { dailyPrice } from "@fc/contract/prices/portal";
import type { QueryOf } from "@fc/contract/route";
import {
  paymentDetails,
  stakeUndoingOf,
  stakingInvestment,
  stakingInvestmentCsv,
  stakingReport,
  stakingReportCsv,
} from "@fc/contract/staking/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { kept } from "../../../lib/api/kept.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

const key = "staking";

export const priceQuery = queryOptions({
  queryKey: ["daily-price"],
  meta: kept,
  queryFn: () => call(dailyPrice),
  staleTime: 60_000,
});

export const paymentQuery = queryOptions({
  queryKey: ["payment-details"],
  queryFn: () => call(paymentDetails),
  staleTime: 5 * 60_000,
});

type ReportQuery = QueryOf<typeof stakingReport>;

export function stakingReportQuery(userId: number, query: ReportQuery) {
  return pageQuery([key, "report", userId, query], () => call(stakingReport, { params: { userId }, query }));
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadStakingReport(
  userId: number,
  { page: _page, size: _size, ...query }: ReportQuery,
): Promise<void> {
  await download(stakingReportCsv, { params: { userId }, query });
}

/** The member's newest request, or none. */
export function newestRequestQuery(userId: number) {
  return queryOptions({
    queryKey: [key, "newest", userId],
    meta: kept,
    queryFn: async () =>
      (
        await call(stakingReport, {
          params: { userId },
          query: { page: 1, size: 1, sort: "requestedAt", order: "desc" },
        })
      ).data.at(0) ?? null,
  });
}

type InvestmentQuery = QueryOf<typeof stakingInvestment>;

export function undoingQuery(userId: number, id: number) {
  return queryOptions({
    queryKey: ["stake-undoing", userId, id],
    queryFn: async () => (await call(stakeUndoingOf, { params: { userId, id } })).data,
  });
}

export function investmentQuery(userId: number, query: InvestmentQuery) {
  return pageQuery([key, "investment", userId, query], () =>
    call(stakingInvestment, { params: { userId }, query }),
  );
}

export async function downloadInvestment(
  userId: number,
  { page: _page, size: _size, ...query }: InvestmentQuery,
): Promise<void> {
  await download(stakingInvestmentCsv, { params: { userId }, query });
}
