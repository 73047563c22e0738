import { sure } from "@fc/contract/sure";
import type {
  consoleSupport,
  QueuedSupportMessage,
  SupportDetail,
  SupportFilter,
} from "@fc/contract/support/console";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { operatorRights, type OperatorRole } from "@fc/contract/operator-access";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { QueryOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import { searchMembers, type MemberSearch } from "../../core/members/found.ts";
import { findReceipt } from "../../core/receipts/receipts.ts";
import { after } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { signedAddress } from "../../platform/files/uploads.ts";
import { isMailAddress } from "../../platform/mail/address.ts";
import { followRows, inRowOrder, readLongPage } from "../../platform/paging.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { lastWords, promisedMs } from "./promise.ts";

/** Which operator reads the inbox, and when. */
interface InboxReader {
  operatorId: number;
  now: Date;
}

interface Inbox extends InboxReader {
  /** An open message from before this moment is overdue. */
  overdueBefore: Date;
  /** How long an answer may take. */
  allowedMs: number;
}

async function inboxOf(db: Db, reading: InboxReader): Promise<Inbox> {
  const allowedMs = await promisedMs(db);
  return { ...reading, allowedMs, overdueBefore: after(reading.now, -allowedMs) };
}

type InboxQuery = QueryOf<typeof consoleSupport>;

/** What has waited longest comes first, except in the list of all messages: there the newest do. */
function orderOf({ filter = "all", order = filter === "all" ? "desc" : "asc" }: InboxQuery) {
  return { column: filter === "all" ? "record.created_at" : "record.waiting_since", order } as const;
}

export async function supportInbox(db: Db, query: InboxQuery, reading: InboxReader) {
  const scope = await inboxOf(db, reading);
  const members = await searchMembers(db, query.search);
  const found = matching(db, query, { ...scope, members });
  const page = await readLongPage(db, query, {
    rows: inRowOrder(withDetails(found), orderOf(query)),
    matching: found,
    mostCounted: members?.mostCounted,
    show: (row) => toQueued(row, scope),
  });
  return { ...page, counts: await countsOf(db, scope) };
}

/** All of the inbox for its file, as the screen shows it. */
export async function wholeInbox(db: Db, query: InboxQuery, reading: InboxReader) {
  const scope = await inboxOf(db, reading);
  const members = await searchMembers(db, query.search);
  return followRows({
    rows: withDetails(matching(db, query, { ...scope, members })),
    by: orderOf(query),
    show: (row) => toQueued(row, scope),
  });
}

const filterConditions = {
  all: () => sql<boolean>`true`,
  open: () => sql<boolean>`record.status = 'open'`,
  overdue: ({ overdueBefore }) =>
    sql<boolean>`record.status = 'open' and record.waiting_since < ${overdueBefore}`,
  mine: ({ operatorId }) => sql<boolean>`record.assigned_to = ${operatorId} and record.status <> 'closed'`,
} satisfies Record<SupportFilter, (inbox: Inbox) => RawBuilder<boolean>>;

/** With those who match the search. */
type Searched = Inbox & { members: MemberSearch | undefined };

function matching(db: Db, { filter = "all", search = "" }: InboxQuery, { members, ...scope }: Searched) {
  const found = db.selectFrom("support_records as record").where(filterConditions[filter](scope));
  if (!members) return found;
  const ways = [
    sql`record.reference = ${search.toUpperCase()}`,
    sql`record.ref_id = ${normaliseRefId(search)}`,
    sql`lower(record.email) = ${search.toLowerCase()}`,
    members.matches("record.ref_id", "ref_id"),
  ];
  // The messages of a common name are looked through in their order.
  if (members.mostCounted !== undefined) return found.where(sql<boolean>`(${sql.join(ways, sql` or `)})`);
  // Each way of searching uses an index of its own, which conditions joined by "or" would not.
  const each = ways.map((way) => sql`select record.id from support_records as record where ${way}`);
  return found.where(sql<boolean>`record.id in (${sql.join(each, sql` union all `)})`);
}

async function countsOf(db: Db, { operatorId, overdueBefore }: Inbox) {
  const { rows } = await sql<{ open: number; mine: number; overdue: number }>`
    select count(*) filter (where status = 'open')::int as open,
      count(*) filter (where assigned_to = ${operatorId})::int as mine,
      count(*) filter (where status = 'open' and waiting_since < ${overdueBefore})::int as overdue
    from support_records where status <> 'closed'`.execute(db);
  return sure(rows[0]);
}

function withDetails(found: ReturnType<typeof matching>) {
  return found
    .leftJoin("members as member", "member.ref_id", "record.ref_id")
    .leftJoin("operators as operator", "operator.id", "record.assigned_to")
    .select(lastWords.as("last_message"))
    .select([
      "record.id",
      "record.reference",
      "record.ref_id",
      "record.member_id",
      "record.message",
      "record.receipt",
      "record.upload_id",
      "record.number",
      "record.email",
      "record.status",
      "record.created_at",
      "record.waiting_since",
      "record.version",
      "record.assigned_to",
      "operator.name as assigned_name",
      "member.id as user_id",
      "member.ref_id as user_ref_id",
      "member.name as user_name",
      "member.email as user_email",
    ]);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof withDetails>["execute"]>>[number];

function toQueued(row: MessageRow, { allowedMs, overdueBefore }: Inbox): QueuedSupportMessage {
  const isOpen = row.status === "open";
  return {
    id: Number(row.id),
    reference: row.reference,
    refId: row.ref_id,
    member:
      row.user_id === null
        ? null
        : { id: row.user_id, refId: sure(row.user_ref_id), name: sure(row.user_name) },
    isSignedIn: row.member_id !== null,
    message: row.message,
    lastMessage: row.last_message,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    waitingSince: row.waiting_since.toISOString(),
    dueAt: isOpen ? after(row.waiting_since, allowedMs).toISOString() : null,
    isOverdue: isOpen && row.waiting_since < overdueBefore,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: sure(row.assigned_name) },
    version: row.version,
  };
}

const mostOthers = 10;

interface OpenedMessage extends InboxReader {
  id: number;
  role: OperatorRole;
  secretKey: SecretKey;
}

export async function supportMessageOf(
  db: Db,
  { id, role, secretKey, ...reading }: OpenedMessage,
): Promise<SupportDetail> {
  const scope = await inboxOf(db, reading);
  const row = await withDetails(db.selectFrom("support_records as record"))
    .where("record.id", "=", BigInt(id))
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  const [receipt, events, others] = await Promise.all([
    receiptOf(db, row, reading.now),
    db
      .selectFrom("support_events as event")
      .leftJoin("operators as operator", "operator.id", "event.operator_id")
      .select(["event.id", "event.kind", "event.body", "event.sent_to", "event.at", "operator.name"])
      .select("event.upload_id")
      .where("event.record_id", "=", row.id)
      .orderBy("event.id")
      .execute(),
    db
      .selectFrom("support_records")
      .select(["id", "reference", "status", "created_at"])
      .where("ref_id", "=", row.ref_id)
      .where("id", "!=", row.id)
      .orderBy("id", "desc")
      .limit(mostOthers)
      .execute(),
  ]);
  // It may show a card or a passbook, so it is for those who may read these.
  const mayLook = operatorRights.revealKyc.operators.some((each) => each === role);
  const pictureUrl = (uploadId: string | null) =>
    uploadId !== null && mayLook ? signedAddress(secretKey, uploadId, reading.now).url : null;
  return {
    ...toQueued(row, scope),
    number: row.number,
    pictureUrl: pictureUrl(row.upload_id),
    addresses: { member: row.user_email, typed: isMailAddress(row.email) ? row.email : null },
    receipt,
    events: events.map(({ id: eventId, kind, name, body, upload_id, sent_to, at }) => ({
      id: Number(eventId),
      kind,
      operator: name,
      text: body,
      pictureUrl: pictureUrl(upload_id),
      sentTo: sent_to,
      at: at.toISOString(),
    })),
    others: others.map((other) => ({
      id: Number(other.id),
      reference: other.reference,
      status: other.status,
      createdAt: other.created_at.toISOString(),
    })),
  };
}

/** What the member asks about, as it is now. It was the member's own when the message was written. */
async function receiptOf(
  db: Db,
  { receipt: reference, member_id: memberId }: Pick<MessageRow, "receipt" | "member_id">,
  now: Date,
): Promise<SupportDetail["receipt"]> {
  const facts =
    reference === null || memberId === null ? undefined : await findReceipt(db, { memberId, reference, now });
  if (!facts) return null;
  const { amountFc, requestedAt } = facts;
  return {
    reference: facts.reference,
    kind: facts.kind,
    status: facts.status,
    amountFc: amountFc === null ? null : fcToWire(amountFc),
    requestedAt: requestedAt.toISOString(),
  };
}
