import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import { normaliseRefId, refIdAlphabet } from "@fc/contract/ref-id";
import { sendMail } from "../../core/mails/mails.ts";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { normalisedMobile } from "../../core/members/phone.ts";
import { findReceipt } from "../../core/receipts/receipts.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { ownPicture } from "../../platform/files/uploads.ts";
import { countUse, limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomText } from "../../platform/secrets.ts";
import { sql } from "kysely";

const addressLimit = { name: "support-address", points: 20, windowMs: hour } as const;
const memberLimit = { name: "support-member", points: 10, windowMs: hour } as const;
/** What strangers write in a member's name is stored all the same, but must not flood the member's inbox. */
const mailLimit = { name: "support-mail", points: 5, windowMs: hour };

interface SupportMessage {
  refId: string;
  number: string;
  email: string;
  supportMessage: string;
  /** Of the signed-in member; anybody can type an id on the login page. */
  memberId: number | null;
  /** The reference of the member's own receipt that it is about. */
  receipt: string | null;
  /** The address of the picture that a signed-in member attaches. */
  proofImageUrl?: string | undefined;
  ip: string;
  /** Of the page on which it was written. */
  language: Language;
  now: Date;
}

export async function recordSupportMessage(db: Db, message: SupportMessage): Promise<string> {
  await limitMessages(db, message);
  return atomically(db, storeSupportMessage, message);
}

async function limitMessages(
  db: Db,
  { memberId, ip, now }: Pick<SupportMessage, "memberId" | "ip" | "now">,
): Promise<void> {
  await limitUse(db, addressLimit, networkOf(ip), now);
  // Limited by the session and not by the typed id: a stranger who types it must not use up the member's limit.
  if (memberId !== null) await limitUse(db, memberLimit, memberId, now);
}

async function storeSupportMessage(tx: Tx, message: SupportMessage): Promise<string> {
  const reference = `SR-${randomText(refIdAlphabet, 8)}`;
  await tx
    .insertInto("support_records")
    .values({
      reference,
      ref_id: normaliseRefId(message.refId),
      member_id: message.memberId,
      number: normalisedMobile(message.number) ?? message.number,
      email: message.email,
      message: message.supportMessage,
      receipt: await ownReceipt(tx, message),
      upload_id: await attachedPicture(tx, message),
      language: message.language,
      created_at: message.now,
      waiting_since: message.now,
    })
    .execute();
  // Mailed only to the address we know: mailing a typed address would let strangers send mail through us.
  const member = await activeMemberByRefId(tx, message.refId);
  if (member && (await mayMail(tx, message)))
    await sendMail(tx, { kind: "support-received", to: member, now: message.now, values: { reference } });
  return reference;
}

/** As it is written everywhere else. An operator relies on it, so another member's reference is refused. */
async function ownReceipt(tx: Tx, { memberId, receipt, now }: SupportMessage): Promise<string | null> {
  if (memberId === null || receipt === null) return null;
  const facts = await findReceipt(tx, { memberId, reference: receipt, now });
  if (!facts) throw new AppError("NOT_FOUND");
  return facts.reference;
}

interface Attached {
  memberId: number | null;
  proofImageUrl?: string | undefined;
}

/** An operator opens it, so the member must have uploaded it for this. */
async function attachedPicture(tx: Tx, { memberId, proofImageUrl }: Attached): Promise<string | null> {
  if (memberId === null || proofImageUrl === undefined) return null;
  const uploadId = await ownPicture(tx, { memberId, folder: "support-images", proofImageUrl });
  if (uploadId === undefined) throw new AppError("PROOF_UNUSABLE");
  return uploadId;
}

async function mayMail(tx: Tx, { memberId, refId, now }: SupportMessage): Promise<boolean> {
  if (memberId !== null) return true;
  const { waitMs } = await countUse(tx, mailLimit, normaliseRefId(refId), now);
  return waitMs === undefined;
}

interface FurtherMessage {
  memberId: number;
  reference: string;
  supportMessage: string;
  proofImageUrl?: string | undefined;
  ip: string;
  now: Date;
}

/** The member writes again about the same: from now on an answer is owed, however the message stood before. */
export async function addToSupportMessage(db: Db, message: FurtherMessage): Promise<void> {
  await limitMessages(db, message);
  await atomically(db, storeFurtherMessage, message);
}

async function storeFurtherMessage(
  tx: Tx,
  { memberId, reference, supportMessage, proofImageUrl, now }: FurtherMessage,
): Promise<void> {
  const record = await tx
    .updateTable("support_records")
    .set({
      status: "open",
      // One that is waiting already keeps its place in the queue.
      waiting_since: sql<Date>`case when status = 'open' then waiting_since else ${now} end`,
      // An operator who is answering what the page shows has to read this first.
      version: sql<number>`version + 1`,
    })
    .where("reference", "=", reference.trim().toUpperCase())
    .where("member_id", "=", memberId)
    .returning("id")
    .executeTakeFirst();
  if (!record) throw new AppError("NOT_FOUND");
  await tx
    .insertInto("support_events")
    .values({
      record_id: record.id,
      kind: "message",
      operator_id: null,
      body: supportMessage,
      upload_id: await attachedPicture(tx, { memberId, proofImageUrl }),
      at: now,
    })
    .execute();
}
