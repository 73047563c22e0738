import { asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire } from "@fc/contract/money";
import {
  feedLeavesOut,
  notificationKindNames,
  notificationKinds,
  receiptOf,
  type NotificationKind,
} from "@fc/contract/notifications/kinds";
import {
  mostUnread,
  notificationsPerPage,
  type Notification,
  type notifications,
} from "@fc/contract/notifications/portal";
import { isOn, topics } from "@fc/contract/notifications/topics";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { ResponseOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import { rosDaysSql } from "../../core/plan/dues.ts";
import { creditedSql } from "../../core/notifications/credited.ts";
import { feedBegin } from "../../core/notifications/forget.ts";
import type { Db } from "../../platform/db.ts";

interface Reader {
  memberId: number;
  now: Date;
}

/** Where a page of the feed begins: only what is older, and of the same moment what sorts before the item. */
interface Position {
  at: string;
  item: string;
}
const top: Position = { at: "infinity", item: "" };

/** What a source selects. */
interface Line {
  item: string;
  at: Date;
  kind: NotificationKind;
  data: Record<string, unknown>;
  /** Of what has a receipt: the id that its reference is made of. */
  receiptId: bigint | null;
  /** Of a day: its rewards, in the smallest units. */
  credited: bigint | null;
}

interface Range {
  memberId: number;
  now: Date;
  /** Everything in the feed is younger. */
  since: Date;
  /** And not younger than this. */
  until: string;
}

/**
 * The feed is read from several places, each by an index: what was written for it, and what is recorded anyway, the
 * closings with the member's rewards, the ends of stakes, the few versions of the plan, the notice board and the member's events. Nothing is copied for a million
 * members, and nothing can differ from the record.
 */
const sources = {
  written: ({ memberId, since, until }) => sql`
    select 'n' || news.id as item, news.happened_at as at, news.kind, news.data,
      coalesce(entry.id, case when news.about ~ '^\\d+$' then news.about::bigint end) as receipt_id,
      null::bigint as credited
    from notifications news left join ledger_entries entry on entry.key = news.about
    where news.member_id = ${memberId} and news.happened_at > ${since} and news.happened_at <= ${until}`,
  "day-closed": ({ memberId, since, until }) => sql`
    select 'd' || day.day as item, day.at, 'day-closed' as kind,
      jsonb_build_object('day', day.day) as data, null::bigint as receipt_id, day.credited
    from (
      select closing.day, closing.sealed_at as at,
        ${creditedSql({ memberId: "reader.id", day: "closing.day" })} as credited
      from closings closing join members reader on reader.id = ${memberId}
      where closing.sealed_at > ${since} and closing.sealed_at <= ${until}
      -- Its rewards are looked up only for the lines that are shown.
      order by closing.sealed_at desc offset 0
    ) day
    where day.credited > 0`,
  "stake-ending": ({ memberId, now, since, until }) => sql`
    select 's' || stake.id as item, stake.at, 'stake-ending' as kind,
      jsonb_build_object('amount', stake.usd_cents / 100.0, 'last', stake.last) as data,
      null::bigint as receipt_id, null::bigint as credited
    from (
      select stakes.id, stakes.ended_at, stakes.principal_usd_cents as usd_cents, ending.last,
        (ending.last - 6)::timestamp at time zone 'Asia/Kolkata' as at
      from stakes join plan_versions on plan_versions.version = stakes.plan_version
      cross join lateral (select stakes.started_on + ${rosDaysSql("plan_versions.rules")} as last) ending
      where stakes.member_id = ${memberId} and stakes.reversal_entry_id is null
    ) stake
    where stake.at > ${since} and stake.at <= least(${now}, ${until}::timestamptz)
      and (stake.ended_at is null or stake.ended_at > stake.at)`,
  "stake-ended": ({ memberId, since, until }) => sql`
    select 'z' || stakes.id as item, stakes.ended_at as at, 'stake-ended' as kind,
      jsonb_build_object('amount', stakes.principal_usd_cents / 100.0) as data,
      null::bigint as receipt_id, null::bigint as credited
    from stakes
    where stakes.member_id = ${memberId} and stakes.reversal_entry_id is null
      and stakes.ended_at > ${since} and stakes.ended_at <= ${until}`,
  notice: ({ memberId, now, since, until }) => sql`
    select 'b' || notice.id as item, notice.starts_at as at, 'notice' as kind,
      jsonb_build_object('message', notice.message) as data, null::bigint as receipt_id,
      null::bigint as credited
    from notices notice
    where notice.starts_at > ${since} and notice.starts_at <= least(${now}, ${until}::timestamptz)
      and (notice.ends_at is null or notice.ends_at > ${now}) and notice.withdrawn_at is null
      and (notice.audience = 'all' or exists (select from notice_readers reader
        where reader.notice_id = notice.id and reader.member_id = ${memberId}))`,
  // The versions that were in force when the business began were announced to nobody.
  "plan-scheduled": ({ since, until }) => sql`
    select 'p' || plan.version as item, plan.created_at as at, 'plan-scheduled' as kind,
      jsonb_build_object('version', plan.version, 'from', plan.effective_from) as data, null::bigint as receipt_id,
      null::bigint as credited
    from plan_versions plan
    where plan.created_by is not null and plan.created_at > ${since} and plan.created_at <= ${until}`,
  "plan-withdrawn": ({ since, until }) => sql`
    select 'w' || plan.version as item, plan.withdrawn_at as at, 'plan-withdrawn' as kind,
      jsonb_build_object('version', plan.version, 'from', plan.effective_from) as data, null::bigint as receipt_id,
      null::bigint as credited
    from plan_versions plan where plan.withdrawn_at > ${since} and plan.withdrawn_at <= ${until}`,
  security: ({ memberId, since, until }) => sql`
    select 'e' || event.id as item, event.happened_at as at, 'security' as kind,
      jsonb_build_object('event', event.kind, 'detail', event.detail) as data, null::bigint as receipt_id,
      null::bigint as credited
    from member_events event
    where event.member_id = ${memberId} and event.happened_at > ${since} and event.happened_at <= ${until}
      and event.kind not in (${sql.raw(feedLeavesOut.map((kind) => `'${kind}'`).join(", "))})`,
} satisfies Record<string, (range: Range) => RawBuilder<unknown>>;

/** The lines of the kinds that the member wants to see, each source on its own in the feed's order and cut off. */
function linesOf(
  range: Range,
  { shown, before, limit }: { shown: readonly NotificationKind[]; before: Position; limit: number },
) {
  const parts = Object.entries(sources).map(
    ([, source]) => sql`(
      select * from (${source(range)}) line
      where line.kind = any (${shown}) and (line.at, line.item) < (${before.at}::timestamptz, ${before.item})
      order by line.at desc, line.item desc limit ${limit})`,
  );
  return sql.join(parts, sql` union all `);
}

const isReadSql = (memberId: number) => sql<boolean>`(
  line.at <= coalesce((select read_until from notification_marks where member_id = ${memberId}), '-infinity')
  or exists (select from notification_reads read where read.member_id = ${memberId} and read.item = line.item))`;

export async function feedPage(
  db: Db,
  { memberId, now, before }: Reader & { before: string | undefined },
): Promise<ResponseOf<typeof notifications>> {
  const [at = top.at, item = top.item] = before?.split("~") ?? [];
  const range = { memberId, now, since: await feedBegin(db, now), until: at };
  const options = {
    shown: await shownKinds(db, memberId),
    before: { at, item },
    limit: notificationsPerPage + 1,
  };
  const { rows } = await sql<Line & { isRead: boolean }>`
    select line.item, line.at, line.kind, line.data, line.receipt_id as "receiptId", line.credited,
      ${isReadSql(memberId)} as "isRead"
    from (${linesOf(range, options)}) line
    order by line.at desc, line.item desc limit ${options.limit}`.execute(db);
  const page = rows.slice(0, notificationsPerPage);
  const last = rows.length > notificationsPerPage ? page.at(-1) : undefined;
  return {
    data: page.map(({ isRead, ...line }) => toNotification(line, isRead)),
    next: last ? `${last.at.toISOString()}~${last.item}` : null,
  };
}

/** How many are unread, up to the number that the bell shows. */
export async function unreadCount(db: Db, { memberId, now }: Reader): Promise<number> {
  const marks = await db
    .selectFrom("notification_marks")
    .select("read_until")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const begin = await feedBegin(db, now);
  const since = marks && marks.read_until > begin ? marks.read_until : begin;
  const shown = await shownKinds(db, memberId);
  const lines = linesOf({ memberId, now, since, until: top.at }, { shown, before: top, limit: mostUnread });
  const { rows } = await sql<{ unread: number }>`
    select least(count(*), ${mostUnread})::int as unread from (${lines}) line
    where not exists (select from notification_reads read where read.member_id = ${memberId} and read.item = line.item)`.execute(
    db,
  );
  return sure(rows[0]).unread;
}

/** When a line of this member's feed happened; undefined for any other item, such as another member's. */
export async function timeOfItem(
  db: Db,
  { memberId, now, item }: Reader & { item: string },
): Promise<Date | undefined> {
  const range = { memberId, now, since: await feedBegin(db, now), until: top.at };
  const parts = Object.values(sources).map(
    (source) => sql`(select line.item, line.at from (${source(range)}) line)`,
  );
  const { rows } = await sql<{ at: Date }>`
    select line.at from (${sql.join(parts, sql` union all `)}) line where line.item = ${item}`.execute(db);
  return rows[0]?.at;
}

async function shownKinds(db: Db, memberId: number): Promise<NotificationKind[]> {
  const rows = await db
    .selectFrom("notification_choices")
    .select(["topic", "is_on"])
    .where("member_id", "=", memberId)
    .where("channel", "=", "app")
    .execute();
  const chose = new Map(rows.map(({ topic, is_on }) => [topic, is_on]));
  return notificationKindNames.filter((kind) => {
    const { topic } = notificationKinds[kind];
    return isOn(topics[topic].channels.app, chose.get(topic));
  });
}

function toNotification(line: Line, isRead: boolean): Notification {
  const { item, at, kind, receiptId, credited } = line;
  const receipt = receiptOf(kind);
  const reference = receipt && receiptId !== null ? referenceOf(receipt, receiptId) : null;
  const data = credited === null ? line.data : { ...line.data, amount: fcToWire(asFc(credited)) };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the frame sends only what the kind's own schema has
  return { id: item, at: at.toISOString(), isRead, kind, data, reference } as Notification;
}
