import type { SubscriptionState } from "@fc/contract/bulk-mail/portal";
import { AppError } from "@fc/contract/errors";
import { chooseAnchors, getsAnchors } from "../../core/anchors/subscribers.ts";
import { setChoice } from "../../core/notifications/choices.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { anchorsRefId, testRefId, unsubscriptionOf } from "../../platform/mail/unsubscribe.ts";
import type { SecretKey } from "../../platform/secrets.ts";

interface UsedLink {
  token: string;
  secretKey: SecretKey;
}

const ofTest: SubscriptionState = { refId: testRefId, isSubscribed: false, isTest: true, isAnchors: false };
const ofAnchors = { refId: anchorsRefId, isTest: false, isAnchors: true } as const;
const ofMember = { isTest: false, isAnchors: false } as const;

export async function subscriptionOf(db: Db, link: UsedLink): Promise<SubscriptionState> {
  const subject = await subjectOf(db, link);
  if (subject === "test") return ofTest;
  if ("subscriber" in subject) {
    return { ...ofAnchors, isSubscribed: await getsAnchors(db, subject.subscriber) };
  }
  const chosen = await db
    .selectFrom("notification_choices")
    .select("is_on")
    .where("member_id", "=", subject.memberId)
    .where("topic", "=", "news")
    .where("channel", "=", "mail")
    .executeTakeFirst();
  return { ...ofMember, refId: subject.refId, isSubscribed: chosen?.is_on ?? true };
}

/**
 * Anybody who has the mail may do it: it takes nothing from the member, and can be undone on the page and in the
 * settings.
 */
export async function choose(
  tx: Tx,
  { isSubscribed, now, ...link }: UsedLink & { isSubscribed: boolean; now: Date },
): Promise<SubscriptionState> {
  const subject = await subjectOf(tx, link);
  if (subject === "test") return { ...ofTest, isSubscribed };
  if ("subscriber" in subject) {
    const chosen = { id: subject.subscriber, isOn: isSubscribed, now };
    return { ...ofAnchors, isSubscribed: await chooseAnchors(tx, chosen) };
  }
  const { memberId, refId, bulkMail } = subject;
  await setChoice(tx, { memberId, topic: "news", channel: "mail", isOn: isSubscribed });
  await countUnsubscription(tx, { memberId, bulkMail, isSubscribed, now });
  return { ...ofMember, refId, isSubscribed };
}

/** So that operators see how many a mail has cost them. */
async function countUnsubscription(
  tx: Tx,
  {
    memberId,
    bulkMail,
    isSubscribed,
    now,
  }: { memberId: number; bulkMail: number; isSubscribed: boolean; now: Date },
): Promise<void> {
  await tx.selectFrom("bulk_mails").select("id").where("id", "=", bulkMail).forUpdate().execute();
  const { numUpdatedRows } = await tx
    .updateTable("bulk_mail_recipients")
    .set({ unsubscribed_at: isSubscribed ? null : now })
    .where("bulk_mail_id", "=", bulkMail)
    .where("member_id", "=", memberId)
    .where("unsubscribed_at", isSubscribed ? "is not" : "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await tx
    .updateTable("bulk_mails")
    .set((eb) => ({ unsubscribed: eb("unsubscribed", isSubscribed ? "-" : "+", 1) }))
    .where("id", "=", bulkMail)
    .execute();
}

async function subjectOf(db: Db, { token, secretKey }: UsedLink) {
  const link = unsubscriptionOf(secretKey, token);
  if (link?.refId === testRefId) return "test" as const;
  if (link?.refId === anchorsRefId) return { subscriber: link.bulkMail };
  const member =
    link && (await db.selectFrom("members").select("id").where("ref_id", "=", link.refId).executeTakeFirst());
  if (!member) throw new AppError("UNSUBSCRIBE_LINK_GONE");
  return { memberId: member.id, ...link };
}
