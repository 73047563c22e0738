import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { statement, walletReports, type WalletReportName } from "@fc/contract/reports/portal";
import type { Wallet } from "@fc/contract/wallet/kinds";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type ReportFilter = QueryOf<(typeof walletReports)[WalletReportName]["page"]>;

export function walletReportQuery(userId: number, name: WalletReportName, query: ReportFilter) {
  return pageQuery(["wallet-report", userId, name, query], () =>
    call(walletReports[name].page, { params: { userId }, query }),
  );
}

/** A computed reward never changes, so its explanation is requested once. */
export function reasonQuery(userId: number, transID: string) {
  return queryOptions({
    queryKey: ["credit-reason", userId, transID],
    queryFn: async () => (await call(reasonOfCredit, { params: { userId, transID } })).data,
    staleTime: Infinity,
  });
}

/** All that is found, whatever page is shown. */
export async function downloadWalletReport(
  userId: number,
  name: WalletReportName,
  { from, to, wallet }: ReportFilter,
) {
  const { file } = walletReports[name];
  await download(file, { params: { userId }, query: { from, to, wallet } });
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
