import { walletReports, type WalletReportName } from "@fc/contract/reports/portal";
import type { QueryOf } from "@fc/contract/route";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type ReportFilter = QueryOf<(typeof walletReports)[WalletReportName]["page"]>;

export function walletReportQuery(userId: number, name: WalletReportName, query: ReportFilter) {
  return pageQuery(["wallet-report", userId, name, query], () =>
    call(walletReports[name].page, { params: { userId }, query }),
  );
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
