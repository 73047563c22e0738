import { sure } from "@fc/contract/sure";
import type {
  BulkMail,
  BulkMailResultRow,
  BulkMailTotals,
  bulkMailResultPage,
  bulkMails,
} from "@fc/contract/bulk-mail/console";
import { AppError } from "@fc/contract/errors";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { sql } from "kysely";
import { matchesMember } from "../../core/members/search.ts";
import type { Db } from "../../platform/db.ts";
import { followCursor, readPage } from "../../platform/paging.ts";

export async function bulkMailPage(db: Db, query: QueryOf<typeof bulkMails>) {
  const page = await readPage(query, {
    rows: mails(db, query).orderBy("mail.id", query.order ?? "desc"),
    matching: matching(db, query),
    show: toMail,
  });
  const sum = (name: keyof BulkMailTotals) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::int`.as(name);
  const totals = await matching(db, query)
    .select([sum("waiting"), sum("queued"), sum("sent"), sum("failed"), sum("bounced"), sum("skipped")])
    .select(sum("unsubscribed"))
    .executeTakeFirstOrThrow();
  return { ...page, totals };
}

export async function bulkMailOf(db: Db, id: number): Promise<BulkMail> {
  const row = await mails(db, {}).where("mail.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return toMail(row);
}

function matching(db: Db, { state, search = "" }: Pick<QueryOf<typeof bulkMails>, "state" | "search">) {
  let found = db.selectFrom("bulk_mails as mail");
  if (state) found = found.where("mail.state", "=", state);
  for (const word of search.split(/\s+/).filter(Boolean)) {
    found = found.where(sql<boolean>`strpos(lower(mail.subject::text), lower(${word})) > 0`);
  }
  return found;
}

function mails(db: Db, query: Pick<QueryOf<typeof bulkMails>, "state" | "search">) {
  return matching(db, query)
    .innerJoin("operators as writer", "writer.id", "mail.written_by")
    .innerJoin("operators as changer", "changer.id", "mail.changed_by")
    .leftJoin("operators as sender", "sender.id", "mail.sent_by")
    .selectAll("mail")
    .select(["writer.name as writer", "changer.name as changer", "sender.name as sender"]);
}

type MailRow = Awaited<ReturnType<ReturnType<typeof mails>["execute"]>>[number];

function toMail(row: MailRow): BulkMail {
  const { waiting, queued, sent, failed, bounced, skipped, unsubscribed } = row;
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    serviceReason: row.service_reason,
    filter: row.filter,
    subject: row.subject,
    text: row.text,
    totals: { waiting, queued, sent, failed, bounced, skipped, unsubscribed },
    isCollected: row.up_to_member !== null && row.collected_to_member >= row.up_to_member,
    writtenBy: row.writer,
    createdAt: row.created_at.toISOString(),
    changedBy: row.changer,
    changedAt: row.changed_at.toISOString(),
    sentBy: row.sender,
    sentAt: row.sent_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    isForgotten: row.forgotten_at !== null,
    version: row.version,
  };
}

type ResultFilter = Pick<QueryOf<typeof bulkMailResultPage>, "search" | "result">;

interface ResultPage {
  id: number;
  filter: ResultFilter;
  /** Goes on below this member. */
  below: number | undefined;
  limit: number;
}

/** The newest member first. A page goes on where the last one ended, so the hundredth costs what the first does. */
async function results(db: Db, { id, filter, below, limit }: ResultPage): Promise<BulkMailResultRow[]> {
  let found = db
    .selectFrom("bulk_mail_recipients as recipient")
    .innerJoin("members as member", "member.id", "recipient.member_id")
    .select(["member.id as memberId", "member.ref_id as refId", "member.name"])
    .select(["recipient.result", "recipient.reason", "recipient.at", "recipient.unsubscribed_at"])
    .where("recipient.bulk_mail_id", "=", id)
    .orderBy("recipient.member_id", "desc")
    .limit(limit);
  if (filter.result) found = found.where("recipient.result", "=", filter.result);
  if (filter.search) found = found.where(matchesMember(filter.search));
  if (below !== undefined) found = found.where("recipient.member_id", "<", below);
  const rows = await found.execute();
  return rows.map(({ at, unsubscribed_at, ...row }) => ({
    ...row,
    at: at?.toISOString() ?? null,
    unsubscribedAt: unsubscribed_at?.toISOString() ?? null,
  }));
}

export async function resultPage(
  db: Db,
  id: number,
  { cursor, size = defaultPageSize, ...filter }: QueryOf<typeof bulkMailResultPage>,
): Promise<{ data: BulkMailResultRow[]; next: string | null }> {
  const below = cursor === undefined ? undefined : /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
  const rows = await results(db, { id, filter, below, limit: size + 1 });
  const data = rows.slice(0, size);
  return { data, next: rows.length > size ? String(sure(data.at(-1)).memberId) : null };
}

export function allResults(db: Db, id: number, filter: ResultFilter): AsyncGenerator<BulkMailResultRow> {
  return followCursor(async (below: number | undefined, limit) => {
    const data = await results(db, { id, filter, below, limit });
    return { data, next: data.length < limit ? undefined : sure(data.at(-1)).memberId };
  });
}
