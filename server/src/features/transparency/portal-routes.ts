import { percentText } from "@fc/contract/plan/difference";
import * as contract from "@fc/contract/transparency/portal";
import * as liabilitiesContract from "@fc/contract/transparency/liabilities/portal";
import { proofOf } from "../../core/liabilities/proof.ts";
import { hour } from "../../platform/clock.ts";
import { reserveColumns, reserveMonthsCsv } from "@fc/contract/transparency/reserves";
import { csvFile } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { branchesOf, publishedPage } from "./liabilities.ts";
import { allCoverage, coveragePage, transparencyOf } from "./queries.ts";
import { reserveMonthsOf } from "./reserves.ts";

/** A proof reads three files and hashes thousands of nodes. */
const proofLimit = { name: "liability-proof", points: 60, windowMs: hour } as const;

export function transparencyPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  return [
    reading(liabilitiesContract.liabilities, ({ reads, query }) => publishedPage(reads, query)),
    reading(liabilitiesContract.liabilityList, ({ reads, params }) => branchesOf(reads, params.day)),
    handle(liabilitiesContract.liabilityProof, async ({ params, actor, now }) => {
      await limitUse(db, proofLimit, actor.memberId, now);
      return { data: (await proofOf(deps, { memberId: actor.memberId, day: params.day })) ?? null };
    }),
    reading(contract.transparency, async ({ reads, actor, now }) => ({
      data: await transparencyOf(reads, actor.memberId, now),
    })),
    reading(contract.coverageReport, ({ reads, query }) => coveragePage(reads, query)),
    reading(contract.coverageReportCsv, async ({ reads, query }) =>
      csvFile(
        contract.coverageColumns,
        allCoverage(reads, query),
        ({ day, due, available, paid, coverage }) => ({
          day,
          due,
          available,
          paid,
          coverage: percentText(coverage),
        }),
      ),
    ),
    reading(reserveMonthsCsv, async ({ reads }) =>
      csvFile(reserveColumns, await reserveMonthsOf(reads), ({ paidFrom, funded, ...month }) => ({
        ...month,
        paidTreasury: paidFrom.treasury,
        paidFees: paidFrom.fees,
        paidDeductions: paidFrom.deductions,
        paidEnded: paidFrom.stakes_ended,
        fundedTreasury: funded.treasury,
        fundedFees: funded.fees,
        fundedDeductions: funded.deductions,
        fundedEnded: funded.stakes_ended,
      })),
    ),
  ];
}
