import type { QueryOf } from "@fc/contract/route";
import { directReferrals, directReferralsCsv, type DirectReferral } from "@fc/contract/referrals/portal";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type Query = QueryOf<typeof directReferrals>;

export function directReferralsQuery(userId: number, query: Query) {
  return pageQuery(["direct-referrals", userId, query], async () => {
    const { userChilds, total } = await call(directReferrals, { params: { userId }, query });
    return { data: withUserId(userChilds), total };
  });
}

/** A row without a user id is nobody's. */
export function withUserId<Row extends Pick<DirectReferral, "refId">>(rows: readonly Row[]): Row[] {
  return rows.filter(({ refId }) => Boolean(refId));
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadDirectReferrals(userId: number, { search, sort, order }: Query): Promise<void> {
  const query = { sort, order, search };
  await download(directReferralsCsv, { params: { userId }, query });
}
