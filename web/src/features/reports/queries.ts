import { reasonOfCredit } from "@fc/contract/credit-reason";
import { statement, walletReports, type Wallet, type WalletReportName } from "@fc/contract/reports";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

type Query = QueryOf<(typeof walletReports)[WalletReportName]["page"]>;

export function walletReportQuery(userId: number, name: WalletReportName, query: Query) {
  return queryOptions({
    queryKey: ["wallet-report", userId, name, query],
    queryFn: async () => {
      const { data, next } = await call(walletReports[name].page, { params: { userId }, query });
      return { rows: data, next };
    },
    placeholderData: keepPreviousData,
  });
}

/** What was reckoned stays so: it is asked for once. */
export function reasonQuery(userId: number, transID: string) {
  return queryOptions({
    queryKey: ["credit-reason", userId, transID],
    queryFn: async () => (await call(reasonOfCredit, { params: { userId, transID } })).data,
    staleTime: Infinity,
  });
}

/** All of the period, whatever page is shown. */
export async function downloadWalletReport(userId: number, name: WalletReportName, { from, to }: Query) {
  const { file } = walletReports[name];
  saveFile(await callForFile(file, { params: { userId }, query: { from, to } }), file.download.filename);
}

export interface StatementChoice {
  wallet: Wallet | "all";
  from: string;
  to: string;
}

export async function downloadStatement(userId: number, query: StatementChoice): Promise<void> {
  const file = await callForFile(statement, { params: { userId }, query });
  saveFile(file, `statement-${query.wallet}-${query.from}-${query.to}.pdf`);
}
