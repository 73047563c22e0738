import * as contract from "@fc/contract/referrals/portal";
import type { QueryOf } from "@fc/contract/route";
import { phoneText } from "../../core/members/phone.ts";
import { csvFile } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { allDirectReferrals, directReferralsPage } from "./queries.ts";

export function referralPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.directReferrals, ({ actor, query }) => directReferralsPage(db, actor.memberId, query)),
    handle(contract.directReferralsCsv, async ({ actor, query }) => {
      const { total } = await directReferralsPage(db, actor.memberId, { ...query, page: 1, size: 1 });
      const rows = csvRows(allDirectReferrals(db, actor.memberId, query), serialsOf(query, total));
      return csvFile(contract.directReferralColumns, rows);
    }),
  ];
}

/** Numbers rows as the screen does: 1 is the member who joined first, so that newest first counts down. */
function serialsOf({ sort = "joinedAt", order }: QueryOf<typeof contract.directReferrals>, total: number) {
  const isNewestFirst = sort === "joinedAt" && order === "desc";
  return (at: number) => (isNewestFirst ? total - at : at + 1);
}

async function* csvRows(referrals: AsyncIterable<contract.DirectReferral>, serialOf: (at: number) => number) {
  let at = 0;
  for await (const { refId, name, mobileNumber, placementRefId, side } of referrals) {
    yield [serialOf(at++), refId, name, phoneText(mobileNumber), placementRefId, side];
  }
}
