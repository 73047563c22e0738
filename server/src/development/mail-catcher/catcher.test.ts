import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCaughtMails } from "./store.ts";
import { startMailCatcher, type MailCatcher } from "./catcher.ts";
import { createMailTransport, type OutgoingMail } from "../../platform/mail/transport.ts";

let dataDir: string;
let catcher: MailCatcher | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-mail-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await catcher?.stop();
  catcher = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<MailCatcher> {
  catcher = await startMailCatcher({
    host: "127.0.0.1",
    webPort: 0,
    dataDir,
    log: pino({ level: "silent" }),
  });
  return catcher;
}

async function send(mail: Partial<OutgoingMail>): Promise<void> {
  await createMailTransport(catcher!.smtpUrl).send({
    messageId: `<${Math.random()}@fc.example>`,
    from: "FC Portal <no-reply@fc.example>",
    to: "asha@example.com",
    subject: "Ünïcode ✓",
    text: "Your FC Portal code is 123456",
    html: "<p>Your code</p>",
    date: new Date(),
    ...mail,
  });
}

interface ListedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  receivedAt: string;
}

async function messages(query = ""): Promise<ListedMail[]> {
  const response = await fetch(`${catcher!.inboxUrl}api/messages${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as ListedMail[];
}

test("what was sent can be read, newest first, and by recipient", async () => {
  await start();
  await send({ subject: "First" });
  await send({ to: "ravi@example.com" });
  const [newest, oldest] = await messages();
  expect(newest).toMatchObject({ to: "ravi@example.com", subject: "Ünïcode ✓" });
  expect(newest?.text.trim()).toBe("Your FC Portal code is 123456");
  expect(Date.parse(newest!.receivedAt)).toBeGreaterThanOrEqual(Date.parse(oldest!.receivedAt));
  expect(await messages("?to=ASHA@")).toMatchObject([{ subject: "First" }]);
  expect(await messages("?to=nobody")).toEqual([]);

  const one = await fetch(`${catcher!.inboxUrl}api/messages/${newest?.id}`);
  expect(await one.json()).toMatchObject({ html: expect.stringContaining("<p>Your code</p>") });
});

test("a mail that comes again under its Message-ID is one mail, also when both come at once", async () => {
  await start();
  const messageId = "<same@fc.example>";
  await Promise.all([send({ messageId }), send({ messageId }), send({ messageId })]);
  await send({ messageId });
  expect(await messages()).toHaveLength(1);
});

test("mails survive a restart, and duplicates are still recognised", async () => {
  await start();
  await send({ messageId: "<kept@fc.example>" });
  await catcher!.stop();
  await start();
  await send({ messageId: "<kept@fc.example>" });
  expect(await messages()).toHaveLength(1);
});

test("only the newest are kept", async () => {
  const mails = await openCaughtMails(dataDir, 3);
  for (let second = 0; second < 5; second++) {
    const raw = Buffer.from(`Message-ID: <${second}@x.example>\r\nSubject: ${second}\r\n\r\nHello`);
    await mails.add({ raw, to: ["a@example.com"], now: new Date(second * 1000) });
  }
  expect(mails.list("").map(({ subject }) => subject)).toEqual(["4", "3", "2"]);
  expect(await readdir(dataDir)).toHaveLength(3);
});

test("all can be deleted", async () => {
  await start();
  await send({});
  const response = await fetch(`${catcher!.inboxUrl}api/messages`, { method: "DELETE" });
  expect(response.status).toBe(204);
  expect(await messages()).toEqual([]);
  expect(await readdir(path.join(dataDir, "caught-mails"))).toEqual([]);
});

test("an unchanged list is not sent again", async () => {
  await start();
  const url = `${catcher!.inboxUrl}api/messages`;
  const etag = (await fetch(url)).headers.get("etag")!;
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  await send({});
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(200);
});

test("the inbox is a page under a strict policy", async () => {
  await start();
  for (const file of ["", "inbox.js", "inbox.css"]) {
    const response = await fetch(catcher!.inboxUrl + file);
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
  }
  expect((await fetch(`${catcher!.inboxUrl}../../package.json`)).status).toBe(404);
  expect((await fetch(`${catcher!.inboxUrl}api/messages/..%2F..%2Fx`)).status).toBe(404);
});

test("a site that gave its own name our address reads nothing", async () => {
  await start();
  const { port } = new URL(catcher!.inboxUrl);
  const status = await statusFor(Number(port), "evil.example");
  expect(status).toBe(421);
  expect(await statusFor(Number(port), `localhost:${port}`)).toBe(200);
});

test("a port in use is reported", async () => {
  await start();
  const webPort = Number(new URL(catcher!.inboxUrl).port);
  const second = startMailCatcher({ host: "127.0.0.1", webPort, dataDir, log: pino({ level: "silent" }) });
  await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("it never starts in production", async () => {
  vi.stubEnv("NODE_ENV", "production");
  await expect(start()).rejects.toThrow("SMTP_URL");
});

async function statusFor(port: number, host: string): Promise<number | undefined> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/api/messages", headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
