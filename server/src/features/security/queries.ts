import { isStaffEvent, type MemberEvent } from "@fc/contract/security/portal";
import type { Db } from "../../platform/db.ts";
import { coarseAddress, deviceOf } from "../../platform/format.ts";

const pageSize = 20;

export async function memberEventsPage(
  db: Db,
  { memberId, before }: { memberId: number; before: string | undefined },
): Promise<{ data: MemberEvent[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom("member_events")
    .select(["id", "kind", "detail", "ip", "user_agent", "happened_at"])
    .where("member_id", "=", memberId)
    .$if(before !== undefined, (query) => query.where("id", "<", BigInt(before ?? 0)))
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
  const data = rows.slice(0, pageSize).map((row) => {
    const { kind } = row;
    const isStaff = isStaffEvent(kind);
    return {
      id: String(row.id),
      kind,
      detail: row.detail,
      by: isStaff ? ("staff" as const) : ("member" as const),
      device: deviceOf(row.user_agent),
      address: isStaff ? "" : coarseAddress(row.ip),
      happenedAt: row.happened_at.toISOString(),
    };
  });
  return { data, hasMore: rows.length > pageSize };
}
