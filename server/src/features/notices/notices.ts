import { AppError } from "@fc/contract/errors";
import { pushWhenShown } from "../../core/notifications/notice-push.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface NoticeContent {
  message: string;
  /** The members who see it; undefined means all. */
  readerIds: readonly number[] | undefined;
  startsAt: Date;
  /** Undefined means that it is shown for ever. */
  endsAt: Date | undefined;
}

/** Puts a notice on the board, from its start on. */
export async function addNotice(
  tx: Tx,
  { writtenBy = null, now, ...content }: NoticeContent & { writtenBy?: number | null; now: Date },
): Promise<number> {
  const { message, readerIds, startsAt, endsAt } = content;
  const { id } = await tx
    .insertInto("notices")
    .values({
      message,
      audience: readerIds === undefined ? "all" : "chosen",
      starts_at: startsAt,
      ends_at: endsAt ?? null,
      written_by: writtenBy,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addReaders(tx, id, readerIds);
  await pushWhenShown(tx, { id, startsAt, now });
  return id;
}

async function addReaders(tx: Tx, noticeId: number, readerIds: readonly number[] | undefined) {
  if (!readerIds || readerIds.length === 0) return;
  const rows = readerIds.map((memberId) => ({ notice_id: noticeId, member_id: memberId }));
  await tx.insertInto("notice_readers").values(rows).execute();
}

export async function writeNotice(
  tx: Tx,
  { operating, ...content }: NoticeContent & { operating: Operating },
): Promise<number> {
  const { operatorId, now } = operating;
  checkTimes(content, now);
  const id = await addNotice(tx, { ...content, writtenBy: operatorId, now });
  await logAction(tx, {
    ...operating,
    action: "notice/write",
    details: { notice: id, ...detailsOf(content) },
  });
  return id;
}

interface Seen {
  id: number;
  /** The version that the page shows: a change that was made since is not overwritten. */
  version: number;
  operating: Operating;
}

export async function changeNotice(tx: Tx, { id, version, operating, ...content }: Seen & NoticeContent) {
  const { operatorId, now } = operating;
  const before = await lockSeen(tx, { id, version, now });
  // Members already see it, so its start cannot change any more.
  const hasBegun = before.starts_at <= now;
  if (hasBegun && content.startsAt.getTime() !== before.starts_at.getTime())
    throw refused("startsAt", "It has begun already");
  checkTimes(content, hasBegun ? before.starts_at : now);
  if (content.endsAt && content.endsAt <= now) throw refused("endsAt", "Please choose a moment to come");
  const { message, readerIds, startsAt, endsAt } = content;
  await tx
    .updateTable("notices")
    .set({
      message,
      audience: readerIds === undefined ? "all" : "chosen",
      starts_at: startsAt,
      ends_at: endsAt ?? null,
      changed_at: now,
      changed_by: operatorId,
      version: version + 1,
    })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("notice_readers").where("notice_id", "=", id).execute();
  await addReaders(tx, id, readerIds);
  if (!hasBegun) await pushWhenShown(tx, { id, startsAt, now });
  await logAction(tx, {
    ...operating,
    action: "notice/change",
    details: { notice: id, ...detailsOf(content) },
  });
}

export async function withdrawNotice(tx: Tx, { id, version, operating }: Seen): Promise<void> {
  const { operatorId, now } = operating;
  const { message } = await lockSeen(tx, { id, version, now });
  await tx
    .updateTable("notices")
    .set({ withdrawn_at: now, changed_at: now, changed_by: operatorId, version: version + 1 })
    .where("id", "=", id)
    .execute();
  await logAction(tx, { ...operating, action: "notice/withdraw", details: { notice: id, message } });
}

async function lockSeen(tx: Tx, { id, version, now }: { id: number; version: number; now: Date }) {
  const notice = await tx
    .selectFrom("notices as notice")
    .leftJoin("operators as operator", "operator.id", "notice.changed_by")
    .select(["notice.message", "notice.starts_at", "notice.ends_at", "notice.withdrawn_at", "notice.version"])
    .select(["notice.changed_at", "operator.name as changed_by"])
    .where("notice.id", "=", id)
    .forUpdate("notice")
    .executeTakeFirst();
  if (!notice) throw new AppError("NOT_FOUND");
  if (notice.version !== version || notice.withdrawn_at)
    throw decidedAlready({ by: notice.changed_by, at: notice.changed_at });
  if (notice.ends_at && notice.ends_at <= now) throw new AppError("CONFLICT");
  return notice;
}

function checkTimes({ startsAt, endsAt }: NoticeContent, earliest: Date): void {
  if (startsAt < earliest) throw refused("startsAt", "Please choose a moment to come");
  if (endsAt && endsAt <= startsAt) throw refused("endsAt", "It must end after it begins");
}

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}

function detailsOf({ message, readerIds, startsAt, endsAt }: NoticeContent) {
  return {
    to: readerIds === undefined ? "all" : `${readerIds.length} members`,
    from: startsAt.toISOString(),
    until: endsAt?.toISOString() ?? null,
    message,
  };
}

/** The members with these user ids, in the same order. A user id that nobody has comes without a member. */
export async function readersOf(db: Db, refIds: readonly string[]) {
  if (refIds.length === 0) return [];
  const rows = await db
    .selectFrom("members")
    .select(["id", "ref_id", "name"])
    .where("ref_id", "in", refIds)
    .execute();
  const found = new Map(rows.map((row) => [row.ref_id, row]));
  return refIds.map((refId) => ({ refId, id: found.get(refId)?.id, name: found.get(refId)?.name ?? null }));
}
