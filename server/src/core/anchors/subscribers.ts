import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import { after, day } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { keyedHash, keyedHashes, sameBytes, type SecretKey } from "../../platform/secrets.ts";
import { sendMail } from "../mails/mails.ts";

/**
 * How long an address is kept that nobody has confirmed, and one that was unsubscribed, so that unsubscribing can be
 * taken back.
 */
const unconfirmedMs = 7 * day;
const unsubscribedMs = 30 * day;

interface Asking {
  email: string;
  language: Language;
  secretKey: SecretKey;
  publicUrl: string;
  now: Date;
}

/** The first half of subscribing: the second is the link in the mail, so that nobody subscribes somebody else. */
export async function askToSubscribe(tx: Tx, asking: Asking): Promise<void> {
  const { language, secretKey, publicUrl, now } = asking;
  const email = asking.email.toLowerCase();
  const subscriber = await tx
    .insertInto("anchor_subscribers")
    .values({ email, language, asked_at: now })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ language, asked_at: now }))
    .returning(["id", "confirmed_at", "unsubscribed_at"])
    .executeTakeFirstOrThrow();
  if (isSubscribed(subscriber)) return;
  const url = `${publicUrl}/anchors/${tokenOf(secretKey, { id: subscriber.id, email })}`;
  const to = { name: email, email, language };
  await sendMail(tx, { kind: "anchor-confirm", to, now, values: { url } });
}

interface Subscriber {
  confirmed_at: Date | null;
  unsubscribed_at: Date | null;
}

function isSubscribed({ confirmed_at, unsubscribed_at }: Subscriber): boolean {
  return confirmed_at !== null && unsubscribed_at === null;
}

function tokenOf(secretKey: SecretKey, { id, email }: { id: number; email: string }): string {
  return `${id}-${keyedHash(secretKey, "anchor-confirm", String(id), email).toString("base64url")}`;
}

/** A second time changes nothing. Returns the address. */
export async function confirmSubscription(
  tx: Tx,
  { token, secretKey, now }: { token: string; secretKey: SecretKey; now: Date },
): Promise<string> {
  const [, id = "", signature = ""] = /^(\d{1,9})-([\w-]+)$/.exec(token) ?? [];
  const found = await tx
    .selectFrom("anchor_subscribers")
    .select(["id", "email", "confirmed_at", "unsubscribed_at"])
    .where("id", "=", Number(id))
    .forUpdate()
    .executeTakeFirst();
  const given = Buffer.from(signature, "base64url");
  const isOurs =
    found && keyedHashes(secretKey, "anchor-confirm", id, found.email).some((mac) => sameBytes(mac, given));
  if (!isOurs) throw new AppError("ANCHOR_LINK_GONE");
  if (!isSubscribed(found)) {
    await tx
      .updateTable("anchor_subscribers")
      .set({ confirmed_at: now, unsubscribed_at: null })
      .where("id", "=", found.id)
      .execute();
  }
  return found.email;
}

export async function getsAnchors(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("anchor_subscribers")
    .select(["confirmed_at", "unsubscribed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined && isSubscribed(found);
}

/** Returns whether the address is subscribed now: one that was forgotten meanwhile has to be confirmed again. */
export async function chooseAnchors(
  tx: Tx,
  { id, isOn, now }: { id: number; isOn: boolean; now: Date },
): Promise<boolean> {
  await tx
    .updateTable("anchor_subscribers")
    .set({ unsubscribed_at: isOn ? null : now })
    .where("id", "=", id)
    .where("confirmed_at", "is not", null)
    .where("unsubscribed_at", isOn ? "is not" : "is", null)
    .execute();
  return getsAnchors(tx, id);
}

export async function forgetOldSubscribers(tx: Tx, { now }: { now: Date }): Promise<void> {
  await tx
    .deleteFrom("anchor_subscribers")
    .where((eb) =>
      eb.or([
        eb.and([eb("confirmed_at", "is", null), eb("asked_at", "<", after(now, -unconfirmedMs))]),
        eb("unsubscribed_at", "<", after(now, -unsubscribedMs)),
      ]),
    )
    .execute();
}
