import { portOf } from "../../platform/port.ts";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import type { Log } from "../../platform/logger.ts";
import { openCaughtMails, type CaughtMails } from "./store.ts";
import { createInboxServer } from "./web.ts";

const keptMails = 500;
const maxMailBytes = 10 * 1024 * 1024;

interface CatcherOptions {
  /** Loopback only, because this inbox shows every code. */
  host: "127.0.0.1";
  /** The default is any free port. */
  smtpPort?: number;
  webPort: number;
  dataDir: string;
  log: Log;
}

export interface MailCatcher {
  smtpUrl: string;
  inboxUrl: string;
  stop(): Promise<void>;
}

/** Receives every mail if SMTP_URL is not set, and shows it in a web inbox. */
export async function startMailCatcher(options: CatcherOptions): Promise<MailCatcher> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error(
      "The mail catcher shows every code to anybody, so it does not run in production. Please set SMTP_URL",
    );
  const { host, log } = options;
  const mails = await openCaughtMails(path.join(options.dataDir, "caught-mails"), keptMails);

  const smtp = createSmtpServer(mails, log);
  const smtpPort = await listening(smtp.listen(options.smtpPort ?? 0, host));
  smtp.on("error", (error) => log.warn({ err: error }, "mail catcher connection failed"));

  const web = createInboxServer(mails, log);
  let webPort: number;
  try {
    webPort = await listening(web.listen(options.webPort, host));
  } catch (error) {
    smtp.close();
    throw error;
  }

  return {
    smtpUrl: `smtp://${host}:${smtpPort}`,
    inboxUrl: `http://${host}:${webPort}/`,
    async stop() {
      const closed = [
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise<void>((resolve) => void web.close(() => resolve())),
      ];
      web.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

function createSmtpServer(mails: CaughtMails, log: Log): SMTPServer {
  return new SMTPServer({
    banner: "FC Portal mail catcher",
    // Runs on loopback in development only, so encryption and authentication are not needed.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    closeTimeout: 1000,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      readWhole(stream)
        .then((raw) => mails.add({ raw, to, now: new Date() }))
        .then(
          () => callback(),
          (error: unknown) => {
            log.warn({ err: error }, "mail not caught");
            callback(
              Object.assign(new Error("not stored"), { responseCode: stream.sizeExceeded ? 552 : 451 }),
            );
          },
        );
    },
  });
}

async function readWhole(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const arriving: AsyncIterable<Buffer> = stream;
  for await (const chunk of arriving) {
    // A mail that is too large is read to its end too, because only then the server may answer.
    if (!stream.sizeExceeded) chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw new Error("mail too large");
  return Buffer.concat(chunks);
}

async function listening(
  server: { address(): AddressInfo | string | null } & NodeJS.EventEmitter,
): Promise<number> {
  // Rejects if the server emits "error" first, because the port is in use.
  await once(server, "listening");
  return portOf(server);
}
