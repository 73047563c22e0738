import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db, Tx } from "../db.ts";
import { enqueue, PermanentFailure, type Task } from "../jobs.ts";
import type { Log } from "../logger.ts";
import { insertRows } from "../unnested.ts";
import { assertOneAddress, domainOf, maskAddress } from "./address.ts";
import { oneLine, type MailContent } from "./content.ts";
import { renderMail } from "./template.ts";
import { MailNotSent, type MailTransport } from "./transport.ts";

export const sendMailTaskName = "send-mail";

interface QueuedMail {
  to: string;
  content: MailContent;
  now: Date;
  /** After this it is of no use to anybody and not sent any more. */
  expiresAt?: Date;
}

/** Written in the transaction that causes the mails: undone with it, and sent only after it. */
export async function queueMail(tx: Tx, ...mails: QueuedMail[]): Promise<void> {
  const { rows } = await sql<{ id: bigint; created_at: Date }>`
    ${insertRows("mails", mails.map(toRow), columns)} returning id, created_at`.execute(tx);
  await enqueue(
    tx,
    ...rows.map(({ id, created_at }) => ({
      task: sendMailTaskName,
      payload: { mailId: String(id) },
      now: created_at,
    })),
  );
}

const columns = {
  message_id: "text",
  recipient: "text",
  subject: "text",
  content: "json",
  created_at: "timestamptz",
  expires_at: "timestamptz",
};

function toRow({ to, content, now, expiresAt }: QueuedMail) {
  assertOneAddress(to);
  return {
    message_id: randomUUID(),
    recipient: to,
    subject: oneLine(content.subject),
    // Rendered only when it is sent: whoever causes a mail waits for this statement.
    content: JSON.stringify(content),
    created_at: now,
    expires_at: expiresAt ?? null,
  };
}

interface Sending {
  db: Db;
  transport: MailTransport;
  /** "FC Portal <no-reply@fc.example>" */
  from: string;
  clock: Clock;
  log: Log;
}

export function sendMailTask(deps: Sending): Task {
  return {
    name: sendMailTaskName,
    async run(payload) {
      const mailId = BigInt(String(payload["mailId"]));
      // Not `atomically`: it would run the sending again.
      await deps.db.transaction().execute((tx) => sendUnsent(tx as Tx, { ...deps, mailId }));
    },
  };
}

/**
 * The row stays locked from the look at `sent_at` to the commit of it, so of two workers one sends. The
 * transport gives up for good well before the database would end this transaction, so the lock cannot
 * be lost while a server may still take the mail.
 *
 * One window remains, as in any hand-over between two machines: the server has the whole mail, and its
 * answer does not reach us in time, or we die or lose the database before the commit. Then it is sent
 * again, with the same Message-ID, by which receivers collapse the two. The other choice, to mark first,
 * would lose mails instead.
 */
async function sendUnsent(tx: Tx, sending: Omit<Sending, "db"> & { mailId: bigint }): Promise<void> {
  const { mailId, from, log } = sending;
  const mail = await tx
    .selectFrom("mails")
    .select(["message_id", "recipient", "content", "created_at", "expires_at"])
    .where("id", "=", mailId)
    .where("sent_at", "is", null)
    // Another worker's mail is passed over instead of waited for: its SMTP server may be slow.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mail) return assertSent(tx, mailId);

  // Emptied by whoever discarded it.
  if (!mail.content) return;
  if (mail.expires_at && mail.expires_at <= sending.clock()) return empty(tx, mailId);

  const about = { mailId: String(mailId), to: maskAddress(mail.recipient) };
  try {
    await sending.transport.send({
      messageId: `<${mail.message_id}@${domainOf(from)}>`,
      from,
      to: mail.recipient,
      ...renderMail(mail.content),
      date: mail.created_at,
    });
  } catch (error) {
    if (error instanceof MailNotSent && error.recipientRefused)
      throw new PermanentFailure(`mail ${about.mailId} to ${about.to} is refused: ${error.message}`);
    throw error;
  }
  await tx
    .updateTable("mails")
    // It may hold a code or a temporary password, which are nowhere else kept in plain text.
    .set({ sent_at: sending.clock(), content: null })
    .where("id", "=", mailId)
    .execute();
  log.info(about, "mail sent");
}

/** A code that came too late is not kept either. */
async function empty(tx: Tx, mailId: bigint): Promise<void> {
  await tx.updateTable("mails").set({ content: null }).where("id", "=", mailId).execute();
}

/** Already sent is done. Under way at another worker is not: if that one dies, the next try is ours. */
async function assertSent(tx: Tx, mailId: bigint): Promise<void> {
  const mail = await tx.selectFrom("mails").select("sent_at").where("id", "=", mailId).executeTakeFirst();
  if (!mail) throw new PermanentFailure(`there is no mail ${mailId}`);
  if (!mail.sent_at) throw new Error(`mail ${mailId} is under way at another worker`);
}
