import { textField, fieldOf } from "@fc/contract/sure";
import { errorCode } from "../error-code.ts";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { minute, second } from "../clock.ts";
import type { Dkim } from "./dkim.ts";

export interface OutgoingMail {
  messageId: string;
  from: string;
  to: string;
  /** Where it is returned to if it cannot be delivered; the sender where it is missing. */
  bounceTo?: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** By which a mail app unsubscribes its reader with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface MailTransport {
  /** Returns when the server has accepted the mail; otherwise throws `MailNotSent`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Describes the failure by codes and the server's own words, in which addresses are hidden: they reach log and console. */
export class MailNotSent extends Error {
  override readonly name = "MailNotSent";
  readonly recipientRefused: boolean;
  /** Of the answer, such as 5.1.1 or 550. */
  readonly status: string;
  constructor(reason: string, recipientRefused: boolean, status = "unknown") {
    super(reason);
    this.recipientRefused = recipientRefused;
    this.status = status;
  }
}

export interface SmtpTransport extends MailTransport {
  /** Connects, starts TLS where it has to, and signs in; nothing is sent. Throws `MailNotSent`. */
  tryConversation(): Promise<void>;
  /** Closes the connections that wait for the next mail. */
  close(): void;
}

interface Limits {
  /** To connect, and until the server greets. */
  stepMs: number;
  totalMs: number;
}

/**
 * The outbox relies on the total limit: while a mail is sent, it locks the mail's row in a transaction that the
 * database would end after 30 idle seconds.
 */
const defaultLimits: Limits = { stepMs: 8 * second, totalMs: 20 * second };
/** A server waits five minutes for the next mail (RFC 5321). We close earlier, so that no mail meets a closing server. */
const idleMs = 4 * minute;

/**
 * Keeps its connections, so that a mail does not wait for a handshake. Each mail has a connection to itself while it is
 * sent, so none waits behind another one; there are as many as the lanes send at once. A connection that the server
 * closed in between is replaced before anything of the mail was sent on it.
 */
export function createMailTransport(
  smtpUrl: string,
  {
    limits = defaultLimits,
    dkim,
    needsTls = false,
  }: { limits?: Limits; dkim?: Dkim | undefined; needsTls?: boolean } = {},
): SmtpTransport {
  // Parsed here, because the query of the address would otherwise override our limits.
  const settings = parseConnectionUrl(smtpUrl);
  const open = () =>
    createTransport({
      ...settings,
      // Otherwise somebody on the way could hide that the server offers TLS, and read every code.
      ...(needsTls && { requireTLS: true }),
      // A pool of one: only a pool as a whole can be closed while it sends.
      pool: true,
      maxConnections: 1,
      maxRequeues: 1,
      idleTimeout: idleMs,
      connectionTimeout: limits.stepMs,
      greetingTimeout: limits.stepMs,
      socketTimeout: idleMs + minute,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim }),
    });
  /** The one that was used last is taken first, so that those which are no longer needed become idle and close. */
  const free: ReturnType<typeof open>[] = [];

  return {
    async send({ bounceTo, unsubscribeUrl, ...mail }) {
      const connection = free.pop() ?? open();
      const isSent = connection
        .sendMail({
          ...mail,
          to: { name: "", address: mail.to },
          ...(bounceTo && { envelope: { from: bounceTo, to: mail.to } }),
          headers: headersOf(unsubscribeUrl),
        })
        .then(
          () => free.push(connection),
          (error: unknown) => {
            free.push(connection);
            throw notSent(error, mail.to);
          },
        );
      await withinLimit(isSent, connection);
    },
    async tryConversation() {
      const connection = open();
      const tried = connection.verify().catch((error: unknown) => {
        throw notSent(error);
      });
      await withinLimit(tried, connection).finally(() => connection.close());
    },
    close() {
      for (const connection of free.splice(0)) connection.close();
    },
  };

  /** The library limits only silence, so a server that answers very slowly could accept the mail after we gave up. */
  async function withinLimit(sending: Promise<unknown>, connection: ReturnType<typeof open>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        connection.close({ force: true });
        reject(new MailNotSent(`not done within ${limits.totalMs} ms`, false));
      }, limits.totalMs);
    });
    await Promise.race([sending, timeUp]).finally(() => clearTimeout(timer));
  }
}

function headersOf(unsubscribeUrl: string | undefined) {
  return {
    // Prevents automatic out-of-office replies.
    "Auto-Submitted": "auto-generated",
    ...(unsubscribeUrl !== undefined && {
      // Not folded: some mail apps read the address only from one line.
      "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}

function notSent(error: unknown, to?: string): MailNotSent {
  const command = textField(error, "command");
  const responseCode = fieldOf(error, "responseCode");
  if (typeof responseCode === "number") {
    const response = textField(error, "response") ?? "";
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1];
    const words = wordsOf(response, to);
    const reason = [
      command,
      "answered with",
      responseCode,
      detail,
      words === "" ? undefined : `"${words}"`,
    ].filter(Boolean);
    // Only a refusal of the recipient is final. A refused login or sender means that our settings are wrong, and a
    // refused message may be a daily quota: a retry may succeed.
    const isRefused = command === "RCPT TO" && responseCode >= 500 && responseCode !== 503;
    return new MailNotSent(reason.join(" "), isRefused, detail ?? String(responseCode));
  }
  const code = textField(error, "originalCode") ?? errorCode(error) ?? "unknown error";
  return new MailNotSent([code, textField(error, "timeoutType")].filter(Boolean).join(" "), false);
}

const mostOfWords = 160;

/** What the server said behind its numbers, without anybody's address: log and console are read by many. */
function wordsOf(response: string, to = ""): string {
  const [name = ""] = to.split("@");
  const plain = response
    .replaceAll(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\b)?/gmu, " ")
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/gu, "…")
    .replaceAll(/[\s"\p{Cc}]+/gu, " ")
    .trim();
  const hidden = name.length < 3 ? plain : plain.replaceAll(new RegExp(RegExp.escape(name), "giu"), "…");
  return hidden.length > mostOfWords ? `${hidden.slice(0, mostOfWords)}…` : hidden;
}
