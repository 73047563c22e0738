import { percentText } from "@fc/contract/plan/difference";
import type { QueryOf } from "@fc/contract/route";
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
      csvFile([...contract.coverageColumns], csvRows(db, query)),
    ),
  ];
}

async function* csvRows(db: Deps["db"], query: QueryOf<typeof contract.coverageReportCsv>) {
  for (const { day, due, available, paid, coverage } of await allCoverage(db, query)) {
    yield [day, due, available, paid, percentText(coverage)];
  }
}
