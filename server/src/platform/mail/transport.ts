import { once } from "node:events";
import net from "node:net";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { second } from "../clock.ts";

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
  /** Returns once the server has taken the mail; otherwise throws `MailNotSent`. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Says what happened by codes alone: a server's own words often quote the recipient. */
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
 * The total is what the outbox relies on: it holds a mail's row meanwhile, in a transaction that the
 * database ends after 30 idle seconds.
 */
const defaultLimits: Limits = { stepMs: 8 * second, totalMs: 20 * second };

export function createMailTransport(smtpUrl: string, limits: Limits = defaultLimits): MailTransport {
  // Parsed here, since what an address's query says would otherwise win over our limits.
  const settings = parseConnectionUrl(smtpUrl);
  const host = settings.host ?? "localhost";
  const port = settings.port ?? (settings.secure ? 465 : 587);

  /**
   * One connection, one mail. The socket is ours, so that at the total's end it is destroyed: the
   * library's limits are on silence, and a server that trickles would outlast them and could take the
   * mail after we had given up on it.
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
      getSocket: (_options, callback) => callback(null, { connection: socket }),
    });
    await transport.sendMail({
      ...mail,
      to: { name: "", address: mail.to },
      // No answer from an out-of-office robot.
      headers: { "Auto-Submitted": "auto-generated" },
    });
  }

  return {
    async send(mail) {
      const socket = net.connect({ host, port });
      // Whoever awaits the socket hears of it; a late one after that is no news.
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
    // Only a refusal of the recipient is final. A refused login or sender is our settings' fault, and a
    // refused message may be a day's quota: those are worth another try.
    return new MailNotSent(reason, command === "RCPT TO" && responseCode >= 500 && responseCode !== 503);
  }
  return new MailNotSent(
    [code ?? "unknown error", originalCode, timeoutType].filter(Boolean).join(" "),
    false,
  );
}
