import type { QueryOf } from "@fc/contract/route";
import {
  directReferrals,
  directReferralsCsv,
  readLinkPreference,
  type DirectReferral,
} from "@fc/contract/referrals/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type ReferralFilter = QueryOf<typeof directReferrals>;

export function directReferralsQuery(userId: number, query: ReferralFilter) {
  return pageQuery(["direct-referrals", userId, query], async () => {
    const { userChilds, total } = await call(directReferrals, { params: { userId }, query });
    return { data: withUserId(userChilds), total };
  });
}

/** Rows without a user id are skipped: they belong to no member. */
export function withUserId<Row extends Pick<DirectReferral, "refId">>(rows: readonly Row[]): Row[] {
  return rows.filter(({ refId }) => Boolean(refId));
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadDirectReferrals(
  userId: number,
  { search, sort, order }: ReferralFilter,
): Promise<void> {
  const query = { sort, order, search };
  await download(directReferralsCsv, { params: { userId }, query });
}

export function linkPreferenceQuery(userId: number) {
  return queryOptions({
    queryKey: ["link-preference", userId],
    queryFn: async () => (await call(readLinkPreference, { params: { userId } })).data,
  });
}
