import type { QueryOf } from "@fc/contract/route";
import { teamCsv, teamList } from "@fc/contract/team/portal";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type TeamQuery = QueryOf<typeof teamList>;

export function teamQuery(userId: number, query: TeamQuery) {
  return pageQuery(["team", userId, query], () => call(teamList, { params: { userId }, query }));
}

/** The newest that were found, whatever page is shown. */
export async function downloadTeam(userId: number, { leg, stake, search }: TeamQuery): Promise<void> {
  await download(teamCsv, { params: { userId }, query: { leg, stake, search } });
}
