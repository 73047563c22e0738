import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createMailTransport, MailNotSent, type SmtpTransport } from "./transport.ts";

const mail = {
  messageId: "<1@fc.example>",
  from: "FC Portal <no-reply@fc.example>",
  to: "asha@example.com",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  date: new Date("2026-01-05T06:00:00Z"),
};

const servers: net.Server[] = [];
const transports: SmtpTransport[] = [];
afterEach(() => {
  for (const transport of transports.splice(0)) transport.close();
  for (const server of servers.splice(0)) server.close();
});

async function listen(onConnection: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

async function failure(url: string, limits: { stepMs: number; totalMs: number }): Promise<MailNotSent> {
  const error: unknown = await createMailTransport(url, { limits })
    .send(mail)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailNotSent);
  return error as MailNotSent;
}

/** A real SMTP server that counts its connections and mails. `taking` may let it be slow to accept one. */
async function startSmtp(taking: (seen: { mails: number }) => Promise<void> = async () => undefined) {
  const seen = { connections: 0, mails: 0 };
  const sockets = new Set<net.Socket>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      seen.connections++;
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = Object.assign(new Error("5.1.1 unknown"), { responseCode: 550 });
      callback(address.startsWith("nobody") ? refusal : null);
    },
    onData(stream, _session, callback) {
      stream.resume().on("end", () => {
        seen.mails++;
        void taking(seen).then(() => callback());
      });
    },
  });
  server.server.on("connection", (socket: net.Socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  servers.push(server.server);
  const { port } = server.server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`);
  transports.push(transport);
  /** Ends all its connections, and waits until they are closed on this side. */
  const hangUp = () =>
    Promise.all(
      [...sockets].map(async (socket) => {
        sockets.delete(socket);
        const closed = once(socket, "close");
        socket.destroy();
        await closed;
      }),
    );
  return { seen, port, transport, hangUp };
}

test("mails that follow each other use one connection, also after a refused recipient", async () => {
  const { seen, transport } = await startSmtp();
  await transport.send(mail);
  await expect(transport.send({ ...mail, to: "nobody@example.com" })).rejects.toThrow("550");
  await transport.send(mail);
  expect(seen).toEqual({ connections: 1, mails: 2 });
});

test("a mail does not wait behind another one that the server is slow to take", async () => {
  // The server takes none of the first three before it has them all, and then none of the last two.
  const [three, five] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { seen, transport } = await startSmtp(async ({ mails }) => {
    const together = mails <= 3 ? three : five;
    if (mails === 3 || mails === 5) together.resolve();
    await together.promise;
  });
  await Promise.all([transport.send(mail), transport.send(mail), transport.send(mail)]);
  await Promise.all([transport.send(mail), transport.send(mail)]);
  expect(seen).toEqual({ connections: 3, mails: 5 });
});

test("a connection that the server has closed is replaced, and the mail goes out once and without an error", async () => {
  const { seen, transport, hangUp } = await startSmtp();
  await transport.send(mail);
  await hangUp();
  await transport.send(mail);
  // The next mail begins before the sender can have noticed.
  void hangUp();
  await transport.send(mail);
  expect(seen).toEqual({ connections: 3, mails: 3 });
});

test("a server that never greets is given up, whatever the query of its address says", async () => {
  const port = await listen(() => undefined);
  const url = `smtp://127.0.0.1:${port}?greetingTimeout=60000&socketTimeout=60000&pool=true`;
  const error = await failure(url, { stepMs: 200, totalMs: 20_000 });
  expect(error.message).toContain("TIMEOUT");
  expect(error.recipientRefused).toBe(false);
});

test("a server that answers very slowly is cut off at the total limit", async () => {
  const closed = Promise.withResolvers<void>();
  const port = await listen((socket) => {
    socket.write("220 slow\r\n");
    socket.on("close", () => closed.resolve());
    // Never silent for long enough to be noticed, and never done.
    socket.on("data", () => {
      const trickle = setInterval(() => socket.write("250-still thinking\r\n"), 50);
      socket.on("close", () => clearInterval(trickle));
    });
  });
  const error = await failure(`smtp://127.0.0.1:${port}`, { stepMs: 20_000, totalMs: 900 });
  expect(error.message).toContain("900 ms");
  await closed.promise;
});

test("a closed port is named by its code", async () => {
  const error = await failure("smtp://127.0.0.1:1", { stepMs: 20_000, totalMs: 20_000 });
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.recipientRefused).toBe(false);
});

test("a mail that needs TLS is not sent to a server that offers none", async () => {
  const { port, seen } = await startSmtp();
  const needsTls = createMailTransport(`smtp://127.0.0.1:${port}`, { needsTls: true });
  transports.push(needsTls);
  await expect(needsTls.send(mail)).rejects.toBeInstanceOf(MailNotSent);
  expect(seen.mails).toBe(0);
});

test("the mail server's own words are in the error, and nobody's address", async () => {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      const words = "5.7.1 <asha@example.com>: Relay access denied for asha, ask postmaster@example.net";
      callback(Object.assign(new Error(words), { responseCode: 554 }));
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  servers.push(server.server);
  const { port } = server.server.address() as AddressInfo;
  const error = await failure(`smtp://127.0.0.1:${port}`, { stepMs: 20_000, totalMs: 20_000 });
  expect(error.message).toBe('RCPT TO answered with 554 5.7.1 "<…>: Relay access denied for …, ask …"');
});

test("a conversation is tried up to the sign-in, without a mail", async () => {
  const { seen, transport } = await startSmtp();
  await transport.tryConversation();
  expect(seen).toEqual({ connections: 1, mails: 0 });
  const port = await listen((socket) => socket.write("554 5.3.2 No service for you\r\n"));
  const refusing = createMailTransport(`smtp://127.0.0.1:${port}`);
  transports.push(refusing);
  await expect(refusing.tryConversation()).rejects.toThrow("No service for you");
});
