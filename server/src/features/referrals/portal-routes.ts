import * as contract from "@fc/contract/referrals/portal";
import type { QueryOf } from "@fc/contract/route";
import { phoneText } from "../../core/members/phone.ts";
import { csvFile } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { chooseLinkPreference, linkPreferenceOf } from "./link-preference.ts";
import { allDirectReferrals, directReferralsPage } from "./queries.ts";

export function referralPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    reading(contract.directReferrals, ({ reads, actor, query }) =>
      directReferralsPage(reads, actor.memberId, query),
    ),
    reading(contract.directReferralsCsv, async ({ reads, actor, query }) => {
      const { total } = await directReferralsPage(reads, actor.memberId, { ...query, page: 1, size: 1 });
      const serialOf = serialsOf(query, total);
      return csvFile(
        contract.directReferralColumns,
        allDirectReferrals(reads, actor.memberId, query),
        ({ refId, name, mobileNumber, placementRefId, side }, index) => ({
          serial: serialOf(index),
          refId,
          name,
          phone: phoneText(mobileNumber),
          placement: placementRefId,
          team: side,
        }),
      );
    }),
    handle(contract.readLinkPreference, async ({ actor }) => ({
      data: await linkPreferenceOf(db, actor.memberId),
    })),
    handle(contract.chooseLinkPreference, async ({ actor: { memberId }, body: { preference } }) => {
      await atomically(db, chooseLinkPreference, { memberId, preference });
      return { data: await linkPreferenceOf(db, memberId) };
    }),
  ];
}

/** As on the screen: number 1 is the member who joined first, so a list with the newest first counts down. */
function serialsOf({ sort = "joinedAt", order }: QueryOf<typeof contract.directReferrals>, total: number) {
  const countsDown = sort === "joinedAt" && order === "desc";
  return (index: number) => (countsDown ? total - index : index + 1);
}
