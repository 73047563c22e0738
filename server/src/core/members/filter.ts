import type { MemberFilter } from "@fc/contract/members/console-filter";
import { momentsOf } from "@fc/contract/period";
import { sql, type RawBuilder } from "kysely";
import { matchesMember } from "./search.ts";

const hasStake = sql`exists (
  select from stakes running where running.member_id = member.id and running.ended_at is null)`;

/** Whether a row of `member` fits what an operator narrowed the members by. */
export function fitsFilter({ search, status, stake, ...joined }: MemberFilter): RawBuilder<boolean> {
  const { from, to } = momentsOf(joined);
  const conditions = [
    search && matchesMember(search),
    status && sql`member.status = ${status}`,
    from && sql`member.joined_at >= ${from}`,
    to && sql`member.joined_at < ${to}`,
    stake && (stake === "running" ? hasStake : sql`not ${hasStake}`),
  ].filter((condition) => typeof condition === "object");
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
