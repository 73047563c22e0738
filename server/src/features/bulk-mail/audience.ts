import { recordOf, sure } from "@fc/contract/sure";
import type { BulkMailAudience } from "@fc/contract/bulk-mail/console";
import {
  leftOutReasonNames,
  type BulkMailKind,
  type leftOutReasons,
} from "@fc/contract/bulk-mail/console-kinds";
import type { MemberFilter } from "@fc/contract/members/console-filter";
import { sql, type RawBuilder } from "kysely";
import { fitsFilter } from "../../core/members/filter.ts";
import type { Db } from "../../platform/db.ts";

/** Members, with the facts that may keep a mail from them, as a `from` of queries. */
export const membersWithObstacles = sql`members member
  left join bounces bounce on bounce.address = lower(member.email)
  left join notification_choices choice on choice.member_id = member.id
    and choice.topic = 'news' and choice.channel = 'mail' and not choice.is_on`;

/** Members who moved in without an e-mail address have such a one, and closed accounts. */
const hasNoAddress = (email: string) => sql`${sql.ref(email)} like '%@closed.invalid'`;

/**
 * The few members whom something may keep a mail from; each reason has an index. All others of a million are only
 * counted.
 */
const idsWithObstacles = sql`
  select id from members where status = 'blocked' union all select id from members where status in ('frozen', 'closed')
  union all select id from members where ${hasNoAddress("email")}
  union all select members.id from bounces join members on lower(members.email) = bounces.address
  union all select member_id from notification_choices where topic = 'news' and channel = 'mail' and not is_on`;

/**
 * Why a row of those gets no mail of this kind; null where it gets one. A service mail ignores that somebody
 * unsubscribed, and nothing else.
 */
export function leftOutBecause(kind: BulkMailKind): RawBuilder<string | null> {
  const unsubscribed = kind === "news" ? sql`choice.member_id is not null` : sql`false`;
  return sql<string | null>`case when member.status <> 'active' then 'blocked'
    when ${hasNoAddress("member.email")} then 'noAddress' when bounce.address is not null then 'bounced' when ${unsubscribed} then 'unsubscribed' end`;
}

export interface Set {
  kind: BulkMailKind;
  filter: MemberFilter;
  /** The newest member of the set. Where it is missing, the set is everybody who fits now. */
  upTo?: number;
}

/** How many members are in a set, and how many of them get the mail. */
export async function audienceOf(
  db: Db,
  { kind, filter, upTo: given }: Set,
): Promise<Omit<BulkMailAudience, "takesTwo">> {
  const upTo = given ?? (await newestMember(db));
  const isInSet = sql`member.id <= ${upTo} and ${fitsFilter(filter)}`;
  const { rows } = await sql<{ found: number; reason: keyof typeof leftOutReasons | null; count: number }>`
    select (select count(*)::int from members member where ${isInSet}) as found, reason, count(reason)::int as count
    from (select) as always left join (
      select ${leftOutBecause(kind)} as reason from ${membersWithObstacles}
      where member.id in (${idsWithObstacles}) and ${isInSet}
    ) left_out on true group by reason`.execute(db);
  const { found } = sure(rows[0]);
  const leftOut = recordOf(
    leftOutReasonNames,
    (name) => rows.find(({ reason }) => reason === name)?.count ?? 0,
  );
  return { found, gets: Object.values(leftOut).reduce((left, count) => left - count, found), leftOut, upTo };
}

async function newestMember(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom("members")
    .select((eb) => eb.fn.coalesce(eb.fn.max("id"), sql<number>`0`).as("newest"))
    .executeTakeFirstOrThrow();
  return newest;
}
