import { usdCentsToWire } from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import * as contract from "@fc/contract/team/portal";
import { teamSearchLimit } from "../../core/network/team-search.ts";
import { teamPage, type TeamFilter, type TeamMemberRow } from "../../core/network/team-list.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import type { ReadDb } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { followCursor } from "../../platform/paging.ts";
import { limitUse } from "../../platform/rate-limit.ts";

export function teamPortalRoutes({ db }: Deps): BoundRoute[] {
  const filterOf = async (memberId: number, query: QueryOf<typeof contract.teamCsv>, now: Date) => {
    if (query.search) await limitUse(db, teamSearchLimit, memberId, now);
    return { memberId, ...query };
  };
  return [
    reading(contract.teamList, async ({ reads, actor, now, query: { cursor, size, ...query } }) => {
      const filter = await filterOf(actor.memberId, query, now);
      const page = { beforeId: idOf(cursor), limit: size ?? defaultPageSize };
      const { rows, nextBeforeId, users } = await teamPage(reads, filter, page);
      return { data: rows.map(toTeamMember), next: nextBeforeId?.toString() ?? null, users };
    }),
    reading(contract.teamCsv, async ({ reads, actor, query, now }) =>
      csvFile(
        contract.teamColumns,
        newestOf(reads, await filterOf(actor.memberId, query, now)),
        ({ joinedAt, ...row }) => ({ ...row, joined: csvTime(joinedAt) }),
      ),
    ),
  ];
}

/** A client can send any text as a cursor. One that we did not make is ignored, and reading starts at the top. */
function idOf(cursor: string | undefined): number | undefined {
  return cursor !== undefined && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined;
}

async function* newestOf(db: ReadDb, filter: TeamFilter) {
  const all = followCursor(async (beforeId: number | undefined, limit) => {
    const { rows, nextBeforeId } = await teamPage(db, filter, { beforeId, limit });
    return { data: rows.map(toTeamMember), next: nextBeforeId };
  });
  let written = 0;
  for await (const row of all) {
    yield row;
    if (++written === contract.mostTeamFileRows) return;
  }
}

function toTeamMember({ id: _id, businessUsdCents, teamBusinessUsdCents, ...row }: TeamMemberRow) {
  return {
    ...row,
    joinedAt: row.joinedAt.toISOString(),
    business: usdCentsToWire(businessUsdCents),
    teamBusiness: usdCentsToWire(teamBusinessUsdCents),
  };
}
