import { dailyPrice } from "@fc/contract/prices";
import type { QueryOf } from "@fc/contract/route";
import {
  paymentDetails,
  stakingInvestment,
  stakingInvestmentCsv,
  stakingReport,
  stakingReportCsv,
} from "@fc/contract/staking";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

const key = "staking";
/** All of this member's requests and stakes, to be read again after a new one. */
export const stakingKey = [key] as const;

export const priceQuery = queryOptions({
  queryKey: ["daily-price"],
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
  return queryOptions({
    queryKey: [key, "report", userId, query],
    queryFn: async () => {
      const { data, total } = await call(stakingReport, { params: { userId }, query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadStakingReport(
  userId: number,
  { page: _page, size: _size, ...query }: ReportQuery,
): Promise<void> {
  const file = await callForFile(stakingReportCsv, { params: { userId }, query });
  saveFile(file, stakingReportCsv.download.filename);
}

type InvestmentQuery = QueryOf<typeof stakingInvestment>;

export function investmentQuery(userId: number, query: InvestmentQuery) {
  return queryOptions({
    queryKey: [key, "investment", userId, query],
    queryFn: async () => {
      const { data, total } = await call(stakingInvestment, { params: { userId }, query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

export async function downloadInvestment(
  userId: number,
  { page: _page, size: _size, ...query }: InvestmentQuery,
): Promise<void> {
  const file = await callForFile(stakingInvestmentCsv, { params: { userId }, query });
  saveFile(file, stakingInvestmentCsv.download.filename);
}
