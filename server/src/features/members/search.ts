import type { consoleMembers, FoundMember } from "@fc/contract/members/console";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { fitsFilter } from "../../core/members/filter.ts";
import { plannedAnew, type ReadDb } from "../../platform/db.ts";

/** Newest first unless turned round. A page goes on where the last one ended, so the hundredth costs what the first does. */
export async function memberSearch(
  db: ReadDb,
  { cursor, size = defaultPageSize, sort: _sort, order = "desc", ...filter }: QueryOf<typeof consoleMembers>,
): Promise<{ data: FoundMember[]; next: string | null }> {
  const rows = await plannedAnew(db, async (tx) => {
    let found = tx
      .selectFrom("members as member")
      .select(["member.id", "member.ref_id as refId", "member.name", "member.email", "member.phone"])
      .select(["member.status", "member.joined_at"])
      .where(fitsFilter(filter))
      .orderBy("member.id", order)
      .limit(size + 1);
    if (cursor !== undefined) found = found.where("member.id", order === "desc" ? "<" : ">", idIn(cursor));
    return found.execute();
  });
  const data = rows.slice(0, size).map(({ joined_at, ...row }) => ({
    ...row,
    joinedAt: joined_at.toISOString(),
  }));
  return { data, next: rows.length > size ? String(data.at(-1)?.id) : null };
}

/** A cursor comes back from a client: one that we did not make finds nothing. */
function idIn(cursor: string): number {
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
}
