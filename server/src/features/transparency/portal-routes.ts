import { percentText } from "@fc/contract/plan/difference";
import * as contract from "@fc/contract/transparency/portal";
import { csvFile } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { allCoverage, coveragePage, transparencyOf } from "./queries.ts";

export function transparencyPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.transparency, async ({ actor }) => ({ data: await transparencyOf(db, actor.memberId) })),
    handle(contract.coverageReport, ({ query }) => coveragePage(db, query)),
    handle(contract.coverageReportCsv, async ({ query }) =>
      csvFile(
        contract.coverageColumns,
        allCoverage(db, query),
        ({ day, due, available, paid, coverage }) => ({
          day,
          due,
          available,
          paid,
          coverage: percentText(coverage),
        }),
      ),
    ),
  ];
}
