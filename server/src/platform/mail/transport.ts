import { once } from "node:events";
import net from "node:net";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { second } from "../clock.ts";
import type { Dkim } from "./dkim.ts";

export interface OutgoingMail {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
}

export interface MailTransport {
  /** Returns when the server has accepted the mail; otherwise throws `MailNotSent`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Describes the failure by codes only, because a server's own text often contains the recipient's address. */
export class MailNotSent extends Error {
  override readonly name = "MailNotSent";
  readonly recipientRefused: boolean;
  constructor(reason: string, recipientRefused: boolean) {
    super(reason);
    this.recipientRefused = recipientRefused;
  }
}

interface Limits {
  stepMs: number;
  totalMs: number;
}

/**
 * The outbox relies on the total limit: while a mail is sent, it locks the mail's row in a transaction that the
 * database would end after 30 idle seconds.
 */
const defaultLimits: Limits = { stepMs: 8 * second, totalMs: 20 * second };

export function createMailTransport(
  smtpUrl: string,
  { limits = defaultLimits, dkim }: { limits?: Limits; dkim?: Dkim | undefined } = {},
): MailTransport {
  // Parsed here, because the query of the address would otherwise override our limits.
  const settings = parseConnectionUrl(smtpUrl);
  const host = settings.host ?? "localhost";
  const port = settings.port ?? (settings.secure ? 465 : 587);

  /**
   * One connection per mail. We own the socket, so that we can destroy it at the total limit: the library limits
   * only
   * silence, so a server that answers very slowly could accept the mail after we gave up.
   */
  async function deliver(mail: OutgoingMail, socket: net.Socket): Promise<void> {
    await once(socket, "connect", { signal: AbortSignal.timeout(limits.stepMs) });
    const transport = createTransport({
      ...settings,
      host,
      port,
      pool: false,
      connectionTimeout: limits.stepMs,
      greetingTimeout: limits.stepMs,
      socketTimeout: limits.stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim }),
      getSocket: (_options, callback) => callback(null, { connection: socket }),
    });
    await transport.sendMail({
      ...mail,
      to: { name: "", address: mail.to },
      // Prevents automatic out-of-office replies.
      headers: { "Auto-Submitted": "auto-generated" },
    });
  }

  return {
    async send(mail) {
      const socket = net.connect({ host, port });
      // The code that awaits the socket gets its errors; without a listener a late one would end the process.
      socket.on("error", () => undefined);
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          socket.destroy();
          reject(new MailNotSent(`not done within ${limits.totalMs} ms`, false));
        }, limits.totalMs);
      });
      try {
        await Promise.race([deliver(mail, socket), timeUp]);
      } catch (error) {
        throw error instanceof MailNotSent ? error : notSent(error);
      } finally {
        clearTimeout(timer);
        socket.destroy();
      }
    },
  };
}

function notSent(error: unknown): MailNotSent {
  const { code, originalCode, timeoutType, command, response, responseCode } = error as {
    [key in "code" | "originalCode" | "timeoutType" | "command" | "response"]?: string;
  } & { responseCode?: number };
  if (responseCode !== undefined) {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/u.exec(response ?? "")?.[1];
    const reason = [command, "answered with", responseCode, detail].filter(Boolean).join(" ");
    // Only a refusal of the recipient is final. A refused login or sender means that our settings are wrong, and a
    // refused message may be a daily quota: a retry may succeed.
    return new MailNotSent(reason, command === "RCPT TO" && responseCode >= 500 && responseCode !== 503);
  }
  return new MailNotSent(
    [code ?? "unknown error", originalCode, timeoutType].filter(Boolean).join(" "),
    false,
  );
}
