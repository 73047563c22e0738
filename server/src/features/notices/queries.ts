import type { Notice } from "@fc/contract/notices/portal";
import type { Db } from "../../platform/db.ts";

/** More than anybody reads. It keeps the response small however many notices there are. */
const newest = 200;

export async function noticesFor(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<{ general: Notice[]; personal: Notice[] }> {
  const [general, personal] = await Promise.all([
    shownAt(db, now).where("notice.audience", "=", "all").execute(),
    shownAt(db, now)
      .innerJoin("notice_readers as reader", "reader.notice_id", "notice.id")
      .where("reader.member_id", "=", memberId)
      .where("notice.audience", "=", "chosen")
      .execute(),
  ]);
  return { general: general.map(toNotice), personal: personal.map(toNotice) };
}

/** A notice is on the board from its start to its end, unless it is withdrawn. */
function shownAt(db: Db, now: Date) {
  return db
    .selectFrom("notices as notice")
    .select(["notice.id", "notice.message", "notice.starts_at"])
    .where("notice.starts_at", "<=", now)
    .where((eb) => eb.or([eb("notice.ends_at", "is", null), eb("notice.ends_at", ">", now)]))
    .where("notice.withdrawn_at", "is", null)
    .orderBy("notice.starts_at", "desc")
    .orderBy("notice.id", "desc")
    .limit(newest);
}

interface NoticeRow {
  id: number;
  message: string;
  starts_at: Date;
}

/** Readers see the moment since which a notice is shown, not when it was written. */
function toNotice({ id, message, starts_at }: NoticeRow): Notice {
  return { id, message, createdAt: starts_at.toISOString() };
}
