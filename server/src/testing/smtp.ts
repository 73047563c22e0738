import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { tasksOf } from "../app.ts";
import { sendMailTask } from "../platform/mail/outbox.ts";
import { phraseFor } from "../core/mails/phrase.ts";
import { createMailTransport } from "../platform/mail/transport.ts";
import { createWorker } from "../platform/worker.ts";
import type { TestApp } from "./test-app.ts";

export interface CaughtMail {
  to: string;
  /** Where it would be returned to. */
  returnTo: string;
  text: string;
}

/** A real mail server for an application under test, and a worker that sends to it. */
export async function catchMails(app: TestApp, { bounceTo }: { bounceTo: string }) {
  const caught: CaughtMail[] = [];
  /** Addresses that it does not take, and what it answers for them. */
  const refused = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, callback) {
      const responseCode = refused.get(address);
      callback(
        responseCode === undefined ? null : Object.assign(new Error("5.1.1 no such user"), { responseCode }),
      );
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const returnTo = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        caught.push({ to: envelope.rcptTo[0]!.address, returnTo, text: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  await once(smtp.listen(0, "127.0.0.1"), "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`);
  const mailing = sendMailTask({
    ...app.deps,
    phraseFor,
    transport,
    bounceTo,
    from: "FC Portal <no-reply@portal.example.com>",
  });
  const worker = app.timed(
    createWorker({ db: app.db, log: app.deps.log, tasks: [...tasksOf(app.deps), mailing] }),
  );
  return {
    caught,
    refused,
    /** Does everything that is due. */
    work: () => worker.drain(),
    async stop() {
      await worker.stop();
      transport.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
