import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createMailTransport, MailNotSent } from "./transport.ts";

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
afterEach(() => {
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
  const startedAt = performance.now();
  const error: unknown = await createMailTransport(url, { limits })
    .send(mail)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MailNotSent);
  expect(performance.now() - startedAt).toBeLessThan(limits.totalMs + 500);
  return error as MailNotSent;
}

test("a server that never greets is given up, whatever the query of its address says", async () => {
  const port = await listen(() => undefined);
  const url = `smtp://127.0.0.1:${port}?greetingTimeout=60000&socketTimeout=60000&pool=true`;
  const error = await failure(url, { stepMs: 200, totalMs: 5000 });
  expect(error.message).toContain("TIMEOUT");
  expect(error.recipientRefused).toBe(false);
});

test("a server that answers very slowly is cut off at the total limit", async () => {
  let closed = false;
  const port = await listen((socket) => {
    socket.write("220 slow\r\n");
    socket.on("close", () => (closed = true));
    // Never silent for long enough to be noticed, and never done.
    socket.on("data", () => {
      const trickle = setInterval(() => socket.write("250-still thinking\r\n"), 50);
      socket.on("close", () => clearInterval(trickle));
    });
  });
  const error = await failure(`smtp://127.0.0.1:${port}`, { stepMs: 400, totalMs: 900 });
  expect(error.message).toContain("900 ms");
  await sleep(50);
  expect(closed).toBe(true);
});

test("a closed port is named by its code", async () => {
  const error = await failure("smtp://127.0.0.1:1", { stepMs: 1000, totalMs: 2000 });
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.recipientRefused).toBe(false);
});
