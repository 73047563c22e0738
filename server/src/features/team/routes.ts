import * as contract from "@fc/contract/team";
import { csvFile } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { chartOf, pathTo } from "./chart.ts";
import { allDirectReferrals, directReferralsPage } from "./queries.ts";

export function teamRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.directReferrals, ({ actor, query }) => directReferralsPage(db, actor.memberId, query)),
    handle(contract.directReferralsCsv, async ({ actor, query }) =>
      csvFile(contract.directReferralColumns, csvRows(allDirectReferrals(db, actor.memberId, query))),
    ),
    handle(contract.userChart, async ({ actor, query }) => ({
      output: await chartOf(db, { memberId: actor.memberId, start: query.start, depth: query.depth }),
    })),
    handle(contract.teamPath, async ({ actor, params }) => ({
      data: await pathTo(db, actor.memberId, params.refId),
    })),
  ];
}

async function* csvRows(referrals: AsyncIterable<contract.DirectReferral>) {
  let serial = 0;
  for await (const { refId, name, mobileNumber, placementRefId, side } of referrals) {
    yield [++serial, refId, name, mobileNumber, placementRefId, side];
  }
}
