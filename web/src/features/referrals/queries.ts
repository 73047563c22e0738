import type { QueryOf } from "@fc/contract/route";
import { directReferrals, directReferralsCsv, type DirectReferral } from "@fc/contract/team";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

type Query = QueryOf<typeof directReferrals>;

export function directReferralsQuery(userId: number, query: Query) {
  return queryOptions({
    queryKey: ["direct-referrals", userId, query],
    queryFn: async () => {
      const { userChilds, total } = await call(directReferrals, { params: { userId }, query });
      return { rows: withUserId(userChilds), total };
    },
    placeholderData: keepPreviousData,
  });
}

/** A row without a user id is nobody's. */
export function withUserId<Row extends Pick<DirectReferral, "refId">>(rows: readonly Row[]): Row[] {
  return rows.filter(({ refId }) => Boolean(refId));
}

/** All that were found, in the same order, whatever page is shown. */
export async function downloadDirectReferrals(userId: number, { search, sort, order }: Query): Promise<void> {
  const query = { sort, order, search };
  saveFile(
    await callForFile(directReferralsCsv, { params: { userId }, query }),
    directReferralsCsv.download.filename,
  );
}
