import type { consoleNotices, NoticeState, WrittenNotice } from "@fc/contract/notices/console";
import type { QueryOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { readPage } from "../../platform/paging.ts";

type NoticeFilter = QueryOf<typeof consoleNotices>;

export async function noticesPage(db: Db, query: NoticeFilter, now: Date) {
  const { order = "desc" } = query;
  const found = matching(db, query, now);
  const { data: rows, total } = await readPage(query, {
    rows: found
      .leftJoin("operators as writer", "writer.id", "notice.written_by")
      .leftJoin("operators as changer", "changer.id", "notice.changed_by")
      .select(["notice.id", "notice.message", "notice.audience", "notice.starts_at", "notice.ends_at"])
      .select(["notice.created_at", "notice.changed_at", "notice.withdrawn_at", "notice.version"])
      .select(["writer.name as written_by", "changer.name as changed_by"])
      .orderBy("notice.starts_at", order)
      .orderBy("notice.id", order),
    matching: found,
    show: (row) => row,
  });
  const readers = await readersByNotice(
    db,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row): WrittenNotice => ({
    id: row.id,
    message: row.message,
    state: stateOf(row, now),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    readers: row.audience === "all" ? null : (readers.get(row.id) ?? []),
    writtenBy: row.written_by,
    createdAt: row.created_at.toISOString(),
    changedBy: row.changed_by,
    changedAt: row.changed_at?.toISOString() ?? null,
    version: row.version,
  }));
  return { data, total };
}

/** The same states as `stateOf` finds, as conditions. */
const hasState = {
  withdrawn: () => sql<boolean>`notice.withdrawn_at is not null`,
  scheduled: (now) => sql<boolean>`notice.withdrawn_at is null and notice.starts_at > ${now}`,
  live: (now) => sql<boolean>`notice.withdrawn_at is null and notice.starts_at <= ${now}
    and (notice.ends_at is null or notice.ends_at > ${now})`,
  past: (now) =>
    sql<boolean>`notice.withdrawn_at is null and notice.starts_at <= ${now} and notice.ends_at <= ${now}`,
} satisfies Record<NoticeState, (now: Date) => RawBuilder<boolean>>;

function matching(db: Db, { state, search }: NoticeFilter, now: Date) {
  let found = db.selectFrom("notices as notice");
  if (state) found = found.where(hasState[state](now));
  if (search) found = found.where(sql<boolean>`strpos(lower(notice.message), ${search.toLowerCase()}) > 0`);
  return found;
}

interface NoticeTimes {
  starts_at: Date;
  ends_at: Date | null;
  withdrawn_at: Date | null;
}

function stateOf({ starts_at, ends_at, withdrawn_at }: NoticeTimes, now: Date): NoticeState {
  if (withdrawn_at) return "withdrawn";
  if (starts_at > now) return "scheduled";
  return ends_at && ends_at <= now ? "past" : "live";
}

async function readersByNotice(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { refId: string; name: string }[]>();
  const rows = await db
    .selectFrom("notice_readers as reader")
    .innerJoin("members as member", "member.id", "reader.member_id")
    .select(["reader.notice_id", "member.ref_id as refId", "member.name"])
    .where("reader.notice_id", "in", ids)
    .orderBy("member.name")
    .orderBy("member.id")
    .execute();
  return Map.groupBy(rows, ({ notice_id }) => notice_id);
}
