import { sql } from "kysely";
import type { Db, Tx } from "../db.ts";

interface Bounce {
  address: string;
  kind: "refused" | "returned";
  status: string;
  now: Date;
}

/** Remembers that a mail did not arrive at this address. */
export async function noteBounce(tx: Tx, { address, kind, status, now }: Bounce): Promise<void> {
  await tx
    .insertInto("bounces")
    .values({ address: address.toLowerCase(), kind, status, since: now, last_at: now })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ kind, status, last_at: now }))
    .execute();
}

/** The mail server takes mails for the address again. One that it returned before may still be returned. */
export async function noteAccepted(tx: Tx, address: string): Promise<void> {
  await tx
    .deleteFrom("bounces")
    .where("address", "=", address.toLowerCase())
    .where("kind", "=", "refused")
    .execute();
}

/** A member used what only a mail to their address said, so a mail that was written then has arrived. */
export async function noteArrival(
  tx: Tx,
  { memberId, mailedAt }: { memberId: number; mailedAt: Date },
): Promise<void> {
  await tx
    .deleteFrom("bounces")
    .where("address", "=", (eb) =>
      eb
        .selectFrom("members")
        .select(sql<string>`lower(email)`.as("address"))
        .where("id", "=", memberId),
    )
    .where("last_at", "<=", mailedAt)
    .execute();
}

/** Undefined as far as we know that mails to the address arrive. */
export async function bounceOf(
  db: Db,
  address: string,
): Promise<{ since: Date; kind: "refused" | "returned"; status: string } | undefined> {
  return db
    .selectFrom("bounces")
    .select(["since", "kind", "status"])
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
}

const tokenShape = /^[0-9a-f]{32}$/;

/** "bounces@example.com" → "bounces+3f…@example.com", to which the mail of this id is returned. */
export function bounceAddressOf(bounceTo: string, messageId: string): string {
  const at = bounceTo.lastIndexOf("@");
  return `${bounceTo.slice(0, at)}+${messageId.replaceAll("-", "")}${bounceTo.slice(at)}`;
}

/** What a message to the bounce address says: of which of our mails, and whether it is given up. */
export type ReturnedMail = { messageId: string; status: string } | "not given up" | "not ours";

/**
 * Reads a delivery report (RFC 3464), or the mail of a server that writes none. The address that it was sent to is in
 * its headers. The id in it cannot be guessed, so nobody can make others believe in a bounce of somebody else's mail.
 */
export function readReturnedMail(message: string, bounceTo: string): ReturnedMail {
  const at = bounceTo.lastIndexOf("@");
  const [local, domain] = [bounceTo.slice(0, at), bounceTo.slice(at)].map((part) => RegExp.escape(part));
  const token = new RegExp(`${local}\\+([0-9a-f]{32})${domain}`, "i").exec(message)?.[1]?.toLowerCase();
  if (token === undefined || !tokenShape.test(token)) return "not ours";
  const messageId = token.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(message)?.[1];
  const action = /^Action:\s*(\w+)/im.exec(message)?.[1]?.toLowerCase();
  const isGivenUp = action === undefined ? isOldReport(message) : action === "failed";
  return isGivenUp ? { messageId, status: status ?? "unknown" } : "not given up";
}

/** A report without fields: from a mail server, and neither a reply of a person's mailbox nor a mere delay. */
function isOldReport(message: string): boolean {
  const [headers = ""] = message.split(/\r?\n\r?\n/, 1);
  const isFromServer = /^From:.*(mailer-daemon|postmaster)/im.test(headers);
  return isFromServer && !/^Subject:.*(delay|warning)/im.test(headers);
}
