import type { consoleNotices, NoticeState, WrittenNotice } from "@fc/contract/notices/console";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
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

function matching(db: Db, { state, search }: NoticeFilter, now: Date) {
  let found = db.selectFrom("notices as notice");
  if (state === "withdrawn") found = found.where("notice.withdrawn_at", "is not", null);
  else if (state) found = found.where("notice.withdrawn_at", "is", null);
  if (state === "scheduled") found = found.where("notice.starts_at", ">", now);
  if (state === "live" || state === "past") found = found.where("notice.starts_at", "<=", now);
  if (state === "live")
    found = found.where((eb) => eb.or([eb("notice.ends_at", "is", null), eb("notice.ends_at", ">", now)]));
  if (state === "past") found = found.where("notice.ends_at", "<=", now);
  if (search) found = found.where(sql<boolean>`strpos(lower(notice.message), ${search.toLowerCase()}) > 0`);
  return found;
}

interface Times {
  starts_at: Date;
  ends_at: Date | null;
  withdrawn_at: Date | null;
}

function stateOf({ starts_at, ends_at, withdrawn_at }: Times, now: Date): NoticeState {
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
