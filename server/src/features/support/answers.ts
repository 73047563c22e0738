import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import { sendMail } from "../../core/mails/mails.ts";
import { notify } from "../../core/notifications/notify.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { isMailAddress } from "../../platform/mail/address.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface MessageAction {
  id: number;
  operating: Operating;
}

interface SeenMessageAction extends MessageAction {
  /** The version that the page shows. */
  version: number;
}

interface Reply extends SeenMessageAction {
  text: string;
  to: "member" | "typed";
  /** The address of the portal. */
  publicUrl: string;
}

/** Answers by mail, with the reference in its subject. Of two answers at once, the second is refused with who was first. */
export async function replyToSupport(
  tx: Tx,
  { text, to, publicUrl, operating, ...seen }: Reply,
): Promise<void> {
  const record = await lockSeen(tx, seen);
  const { operatorId, now } = operating;
  const address = to === "member" ? record.member_email : record.email;
  if (address === null || !isMailAddress(address))
    throw new AppError("BAD_REQUEST", { fields: { to: "There is no such address" } });
  await tx
    .updateTable("support_records")
    .set({
      status: "answered",
      version: record.version + 1,
      // The operator who answers takes the message over, unless somebody has it already.
      assigned_to: record.assigned_to ?? operatorId,
    })
    .where("id", "=", record.id)
    .execute();
  await addEvent(tx, { record, kind: "reply", operating, body: text, sentTo: address });
  const values = {
    reference: record.reference,
    memberName: to === "member" ? record.member_name : null,
    refId: record.ref_id,
    answer: text,
    ...(await lastWritten(tx, record)),
    threadUrl:
      to === "member" && record.writer_id !== null ? `${publicUrl}/support/${record.reference}` : null,
  };
  // A typed address may be anybody's: it learns nothing about the member, the language included.
  const language = to === "member" ? record.member_language : record.language;
  const mail = { kind: "support-reply", to: { name: "", email: address, language }, now, values } as const;
  // A message that was written signed in also shows the answer in its member's portal (`writer_id`); for one from the
  // login page the mail is the only way, because anybody may have typed the member's id.
  if (record.writer_id === null) {
    await sendMail(tx, mail);
    return;
  }
  await notify(tx, "support-answered", {
    memberId: record.writer_id,
    about: `${record.id}/${record.version}`,
    data: { reference: record.reference },
    mail,
    now,
  });
}

/** What the answer is to: the message, or what its member added to it. */
async function lastWritten(db: Db, record: LockedMessage): Promise<{ message: string; writtenAt: Date }> {
  const further = await db
    .selectFrom("support_events")
    .select(["body as message", "at as writtenAt"])
    .where("record_id", "=", record.id)
    .where("kind", "=", "message")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return further ?? { message: record.message, writtenAt: record.created_at };
}

interface LockedMessage {
  id: bigint;
  reference: string;
  ref_id: string;
  message: string;
  email: string;
  created_at: Date;
  version: number;
  status: "open" | "answered" | "closed";
  assigned_to: number | null;
  /** The member who wrote it signed in. */
  writer_id: number | null;
  /** Whose user id was typed. */
  member_id: number | null;
  member_name: string | null;
  member_email: string | null;
  member_language: Language | null;
  language: Language;
}

async function lock(tx: Tx, id: number): Promise<LockedMessage> {
  const record = await tx
    .selectFrom("support_records as record")
    .leftJoin("members as member", "member.ref_id", "record.ref_id")
    .select(["record.id", "record.reference", "record.ref_id", "record.message", "record.email"])
    .select(["record.created_at", "record.version", "record.status", "record.assigned_to"])
    .select([
      "record.member_id as writer_id",
      "member.id as member_id",
      "member.name as member_name",
      "member.email as member_email",
    ])
    .select(["member.language as member_language", "record.language"])
    .where("record.id", "=", BigInt(id))
    .forUpdate("record")
    .executeTakeFirst();
  if (!record) throw new AppError("NOT_FOUND");
  return record;
}

async function lockSeen(tx: Tx, { id, version }: { id: number; version: number }): Promise<LockedMessage> {
  const record = await lock(tx, id);
  if (record.version !== version) throw await outrun(tx, record.id);
  return record;
}

/** Who was faster: the member, who wrote again, or another operator. */
async function outrun(db: Db, recordId: bigint): Promise<AppError> {
  const last = await lastOf(db, recordId, ["reply", "close", "reopen", "message"]);
  return last.kind === "message" ? new AppError("MEMBER_WROTE_AGAIN") : decidedAlready(last);
}

type OperatorEventKind = "reply" | "note" | "close" | "reopen" | "take" | "leave";
type EventKind = OperatorEventKind | "message";

async function lastOf(db: Db, recordId: bigint, kinds: readonly EventKind[]) {
  const last = await db
    .selectFrom("support_events as event")
    .leftJoin("operators as operator", "operator.id", "event.operator_id")
    .select(["operator.name as by", "event.at", "event.kind"])
    .where("event.record_id", "=", recordId)
    .where("event.kind", "in", kinds)
    .orderBy("event.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? { by: null, at: null, kind: null };
}

interface NewSupportEvent {
  record: LockedMessage;
  kind: OperatorEventKind;
  operating: Operating;
  body?: string;
  sentTo?: string;
}

async function addEvent(
  tx: Tx,
  { record, kind, operating, body = "", sentTo }: NewSupportEvent,
): Promise<void> {
  await tx
    .insertInto("support_events")
    .values({
      record_id: record.id,
      kind,
      operator_id: operating.operatorId,
      body,
      sent_to: sentTo ?? null,
      at: operating.now,
    })
    .execute();
  await logAction(tx, {
    ...operating,
    action: `support/${kind}`,
    ...(record.member_id === null ? {} : { memberId: record.member_id }),
    details: { reference: record.reference, ...(sentTo === undefined ? {} : { to: sentTo }) },
  });
}

export async function noteOnSupport(
  tx: Tx,
  { id, text, operating }: MessageAction & { text: string },
): Promise<void> {
  await addEvent(tx, { record: await lock(tx, id), kind: "note", operating, body: text });
}

interface Assignment extends MessageAction {
  to: "me" | "nobody";
  from: number | null;
}

export async function assignSupport(tx: Tx, { id, to, from, operating }: Assignment): Promise<void> {
  const record = await lock(tx, id);
  if (record.assigned_to !== from)
    throw decidedAlready(await lastOf(tx, record.id, ["take", "leave", "reply"]));
  const assignedTo = to === "me" ? operating.operatorId : null;
  if (assignedTo === record.assigned_to) return;
  await tx
    .updateTable("support_records")
    .set({ assigned_to: assignedTo })
    .where("id", "=", record.id)
    .execute();
  await addEvent(tx, { record, kind: to === "me" ? "take" : "leave", operating });
}

interface NewStatus extends SeenMessageAction {
  status: "open" | "closed";
}

export async function setSupportStatus(tx: Tx, { status, operating, ...seen }: NewStatus): Promise<void> {
  const record = await lockSeen(tx, seen);
  if (record.status === status) throw new AppError("NOTHING_CHANGED");
  await tx
    .updateTable("support_records")
    .set({
      status,
      version: record.version + 1,
      ...(status === "open" ? { waiting_since: operating.now } : {}),
    })
    .where("id", "=", record.id)
    .execute();
  await addEvent(tx, { record, kind: status === "open" ? "reopen" : "close", operating });
}
