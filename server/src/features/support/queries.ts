import { sure } from "@fc/contract/sure";
import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import type { QueryOf } from "@fc/contract/route";
import {
  threadEntryKinds,
  type FaqQuestion,
  type OwnSupportMessage,
  type ownSupportMessages,
  type SupportThread,
} from "@fc/contract/support/portal";
import { proofImageUrlOf } from "@fc/contract/uploads/portal";
import { sql } from "kysely";
import { after } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { readPage } from "../../platform/paging.ts";
import { lastWords, promisedMs } from "./promise.ts";

/**
 * What the member wrote while signed in, and nothing else: a message of the login page may hold the member's id or
 * address and be somebody else's all the same.
 */
function ownMessages(db: Db, memberId: number) {
  return db.selectFrom("support_records as record").where("record.member_id", "=", memberId);
}

/** A column of the last thing that happened and that the member is shown. */
const changedAt = sql<Date>`greatest(record.created_at, (
  select max(at) from support_events where record_id = record.id and kind = any(${sql.val([...threadEntryKinds])})))`;

function withDetails(found: ReturnType<typeof ownMessages>) {
  return found
    .select(["record.id", "record.reference", "record.message", "record.receipt", "record.status"])
    .select("record.upload_id")
    .select(["record.created_at", "record.waiting_since"])
    .select([lastWords.as("last_message"), changedAt.as("changed_at")]);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

function toOwn(row: MessageRow): OwnSupportMessage {
  return {
    reference: row.reference,
    message: row.last_message,
    status: row.status,
    receipt: row.receipt,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export async function supportMessagesOf(
  db: Db,
  memberId: number,
  query: QueryOf<typeof ownSupportMessages>,
): Promise<{ data: OwnSupportMessage[]; total: number }> {
  const { order = "desc", search } = query;
  let found = ownMessages(db, memberId);
  if (search) found = found.where("record.reference", "=", search.toUpperCase());
  return readPage(query, {
    rows: withDetails(found).orderBy(changedAt, order).orderBy("record.id", order),
    matching: found,
    show: toOwn,
  });
}

/** Another member's message is answered as one that does not exist. */
export async function supportThreadOf(
  db: Db,
  { memberId, reference }: { memberId: number; reference: string },
): Promise<SupportThread> {
  const row = await withDetails(ownMessages(db, memberId))
    .where("record.reference", "=", reference.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const events = await db
    .selectFrom("support_events")
    .select(["id", "kind", "body", "upload_id", "at"])
    .where("record_id", "=", row.id)
    .where("kind", "in", threadEntryKinds)
    .orderBy("id")
    .execute();
  const first = {
    id: 0,
    kind: "message",
    text: row.message,
    ...pictureIn(row),
    at: row.created_at.toISOString(),
  } as const;
  return {
    ...toOwn(row),
    dueAt: row.status === "open" ? after(row.waiting_since, await promisedMs(db)).toISOString() : null,
    entries: [
      first,
      ...events.map(({ id, kind, body, at, ...event }) => ({
        id: Number(id),
        kind: sure(threadEntryKinds.find((known) => known === kind)),
        text: body,
        ...pictureIn(event),
        at: at.toISOString(),
      })),
    ],
  };
}

const pictureIn = ({ upload_id }: { upload_id: string | null }) =>
  upload_id === null ? {} : { proofImageUrl: proofImageUrlOf(upload_id) };

export async function publishedFaq(db: Db, language: Language): Promise<FaqQuestion[]> {
  const rows = await db
    .selectFrom("faq_entries")
    .select(["id", "question", "answer"])
    .where("is_published", "=", true)
    .orderBy("position")
    .execute();
  return rows.map(({ id, question, answer }) => ({
    id,
    question: question[language],
    answer: answer[language],
  }));
}
