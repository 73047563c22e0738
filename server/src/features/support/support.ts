import type { Language } from "@fc/contract/languages";
import { normaliseRefId, refIdAlphabet } from "@fc/contract/ref-id";
import { sendMail } from "../../core/mails/mails.ts";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { normalisedMobile } from "../../core/members/phone.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { countUse, limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomText } from "../../platform/secrets.ts";

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
  ip: string;
  /** Of the page on which it was written. */
  language: Language;
  now: Date;
}

export async function recordSupportMessage(db: Db, message: SupportMessage): Promise<string> {
  await limitUse(db, addressLimit, networkOf(message.ip), message.now);
  // Limited by the session and not by the typed id: a stranger who types it must not use up the member's limit.
  if (message.memberId !== null) await limitUse(db, memberLimit, message.memberId, message.now);
  return atomically(db, storeSupportMessage, message);
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

async function mayMail(tx: Tx, { memberId, refId, now }: SupportMessage): Promise<boolean> {
  if (memberId !== null) return true;
  const { waitMs } = await countUse(tx, mailLimit, normaliseRefId(refId), now);
  return waitMs === undefined;
}
