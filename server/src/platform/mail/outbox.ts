import { randomUUID } from "node:crypto";
import type { Lane } from "@fc/contract/jobs/lanes";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../clock.ts";
import { atomically, atomicallyOnce, type Db, type Tx } from "../db.ts";
import { PermanentFailure, requestIdHere, wakeWorkersAfter, type Task } from "../jobs.ts";
import type { Log } from "../logger.ts";
import type { SecretKey } from "../secrets.ts";
import { traced } from "../tracing/spans.ts";
import { unnested } from "../unnested.ts";
import { assertOneAddress, domainOf, maskAddress } from "./address.ts";
import { bounceAddressOf, noteAccepted, noteBounce } from "./bounces.ts";
import { oneLine, type MailContent } from "./content.ts";
import { withNotMeLink } from "./not-me.ts";
import { renderMail } from "./template.ts";
import { MailNotSent, type MailTransport } from "./transport.ts";
import { unsubscribeUrlOf } from "./unsubscribe.ts";

export const sendMailTaskName = "send-mail";

/** Of the addresses that closed accounts have instead of their members' own. */
const erasedDomain = "@closed.invalid";

interface QueuedMail {
  to: string;
  content: MailContent;
  now: Date;
  /** After this time the mail is useless and is not sent. */
  expiresAt?: Date;
}

/**
 * Writes mails in the transaction that causes them: they are sent only if and after it commits. Returns their ids, in
 * the order of the mails.
 */
export async function queueMail(tx: Tx, ...mails: QueuedMail[]): Promise<bigint[]> {
  return queueMailUnless(tx, sql<boolean>`false`, mails);
}

/** Writes none of them, and returns no id, where the condition is true. */
export async function queueMailUnless(
  tx: Tx,
  condition: RawBuilder<boolean>,
  mails: readonly QueuedMail[],
): Promise<bigint[]> {
  const rows = mails.map((mail, at) => ({ at, message_id: randomUUID(), ...toRow(mail) }));
  // The mails and the jobs that send them, in one statement.
  const { rows: written } = await sql<{ id: bigint }>`
    with given as materialized (select * from ${unnested(rows, columns)} where not ${condition}), written as (
      insert into mails (message_id, recipient, subject, content, created_at, expires_at)
      select message_id, recipient, subject, content, created_at, expires_at from given
      returning id, message_id
    ), numbered as (
      select at, id, lane, created_at from given join written using (message_id)
    ), queued as (
      insert into jobs (task, payload, lane, run_at, created_at, request_id)
      select ${sendMailTaskName}, jsonb_build_object('mailId', id::text), lane, now(), created_at, ${requestIdHere()}
      from numbered
    )
    select id from numbered order by at`.execute(tx);
  wakeWorkersAfter(tx);
  return written.map(({ id }) => id);
}

/** By the content itself, so that no mail with a code can be put behind the others by mistake. */
function laneOf({ blocks, audience }: MailContent): Lane {
  if (blocks.some(({ kind }) => kind === "code")) return "codes";
  return audience === "news" || audience === "service" || audience === "subscriber" ? "bulk" : "mails";
}

const columns = {
  at: "int",
  lane: "text",
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
    lane: laneOf(content),
    recipient: to,
    subject: oneLine(content.subject),
    // The mail is rendered when it is sent, because the member's request waits for this statement.
    content: JSON.stringify(content),
    created_at: now,
    // Nobody reads mail to a closed account any more: it counts as expired.
    expires_at: to.endsWith(erasedDomain) ? now : (expiresAt ?? null),
  };
}

interface MailSending {
  db: Db;
  transport: MailTransport;
  /** "FC Portal <no-reply@fc.example>" */
  from: string;
  /** MAIL_BOUNCE: each mail is returned to an address of its own below it. */
  bounceTo?: string | undefined;
  /** Of the portal, for the links "This was not me" and "Unsubscribe", which the key signs. */
  publicUrl: string;
  secretKey: SecretKey;
  /** What a member chose to know our mails by; it is asked for when the mail leaves, and stored in no mail. */
  phraseFor?: (
    tx: Tx,
    mail: { refId: string; address: string; secretKey: SecretKey },
  ) => Promise<string | undefined>;
  clock: Clock;
  log: Log;
}

/** Without the address, because the log has what an error has. */
class RecipientRefused extends PermanentFailure {
  readonly status: string;
  constructor(message: string, status: string) {
    super(message);
    this.status = status;
  }
}

async function noteRefusal(
  tx: Tx,
  { mailId, status, now }: { mailId: bigint; status: string; now: Date },
): Promise<void> {
  const { recipient: address } = await tx
    .selectFrom("mails")
    .select("recipient")
    .where("id", "=", mailId)
    .executeTakeFirstOrThrow();
  await noteBounce(tx, { address, kind: "refused", status, now });
}

export function sendMailTask(deps: MailSending): Task {
  return {
    name: sendMailTaskName,
    async run(payload) {
      const mailId = BigInt(String(payload["mailId"]));
      try {
        // Once, because a retry would send the mail again.
        await atomicallyOnce(deps.db, sendUnsent, { ...deps, mailId });
      } catch (error) {
        // In a transaction of its own, because the refusal ends the one before.
        if (error instanceof RecipientRefused) {
          const { status } = error;
          await atomically(deps.db, noteRefusal, { mailId, status, now: deps.clock() });
        }
        throw error;
      }
    },
  };
}

/**
 * The row is locked from reading `sent_at` until the commit, so that only one of two workers sends the mail. The
 * transport gives up well before the database would end this transaction, so the lock cannot be lost while a mail
 * server may still accept the mail.
 *
 * One gap remains, as between any two machines: the mail server has the mail, but its answer does not arrive in
 * time, or we stop or lose the database before the commit. Then the mail is sent again with the same Message-ID,
 * by which receivers recognise the duplicate. Marking the mail as sent first would lose mails instead.
 */
async function sendUnsent(tx: Tx, sending: Omit<MailSending, "db"> & { mailId: bigint }): Promise<void> {
  const { mailId, from, log } = sending;
  const mail = await tx
    .selectFrom("mails")
    .select(["message_id", "recipient", "content", "created_at", "expires_at"])
    .where("id", "=", mailId)
    .where("sent_at", "is", null)
    // A mail that another worker is sending is skipped and not waited for: its SMTP server may be slow.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mail) return assertSent(tx, mailId);

  // The mail was discarded, which empties it.
  if (!mail.content) return;
  if (mail.expires_at && mail.expires_at <= sending.clock()) return empty(tx, mailId);

  const about = { mailId: String(mailId), to: maskAddress(mail.recipient) };
  const unsubscribeUrl = unsubscribeUrlOf(mail.content, sending);
  const { phraseOf: refId } = mail.content;
  const { secretKey } = sending;
  const phrase =
    refId === undefined
      ? undefined
      : await sending.phraseFor?.(tx, { refId, address: mail.recipient, secretKey });
  const message = {
    messageId: `<${mail.message_id}@${domainOf(from)}>`,
    from,
    to: mail.recipient,
    ...(sending.bounceTo && { bounceTo: bounceAddressOf(sending.bounceTo, mail.message_id) }),
    ...renderMail(withNotMeLink(mail.content, sending), { unsubscribeUrl, phrase }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    date: mail.created_at,
  };
  try {
    const span = { name: "mail", kind: "client", facts: { "fc.mail_id": about.mailId } } as const;
    await traced(span, () => sending.transport.send(message));
  } catch (error) {
    if (error instanceof MailNotSent && error.recipientRefused)
      throw new RecipientRefused(
        `mail ${about.mailId} to ${about.to} is refused: ${error.message}`,
        error.status,
      );
    throw error;
  }
  await tx
    .updateTable("mails")
    // The content may be a code or a temporary password, which are stored nowhere else in plain text.
    .set({ sent_at: sending.clock(), content: null })
    .where("id", "=", mailId)
    .execute();
  await noteAccepted(tx, mail.recipient);
  log.info(about, "mail sent");
}

/** The content of an expired mail is removed too: it may be a code. */
async function empty(tx: Tx, mailId: bigint): Promise<void> {
  await tx.updateTable("mails").set({ content: null }).where("id", "=", mailId).execute();
}

/** A sent mail is done. One that another worker is sending is not: if that worker dies, we have to retry. */
async function assertSent(tx: Tx, mailId: bigint): Promise<void> {
  const mail = await tx.selectFrom("mails").select("sent_at").where("id", "=", mailId).executeTakeFirst();
  if (!mail) throw new PermanentFailure(`mail ${mailId} does not exist`);
  if (!mail.sent_at) throw new Error(`mail ${mailId} is under way at another worker`);
}
