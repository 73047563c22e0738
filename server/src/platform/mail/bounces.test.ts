import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { session } from "@fc/contract/login/session";
import { consoleMember } from "@fc/contract/members/console";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tasksOf } from "../../app.ts";
import { runCommand } from "../../testing/commands.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { minute } from "../clock.ts";
import { createWorker } from "../worker.ts";
import { readReturnedMail } from "./bounces.ts";
import { sendMailTask } from "./outbox.ts";
import { createMailTransport } from "./transport.ts";

const bounceTo = "bounces@portal.example.com";

let app: TestApp;
let smtp: SMTPServer;
let send: () => Promise<void>;
let stop: () => Promise<void>;
let refuses = false;
/** What arrived, with the address that it would be returned to. */
const received: { to: string; returnTo: string; text: string }[] = [];
let member: TestMember;
let client: TestClient;
let support: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  // The command has the real clock.
  app.time.now = new Date();
  support = await operatorSignedIn(app, "support");
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, callback) {
      callback(refuses ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const returnTo = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        received.push({ to: envelope.rcptTo[0]!.address, returnTo, text: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  await once(smtp.listen(0, "127.0.0.1"), "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`);
  const mailing = sendMailTask({
    ...app.deps,
    transport,
    bounceTo,
    from: "FC Portal <no-reply@portal.example.com>",
  });
  const worker = createWorker({
    db: app.db,
    log: app.deps.log,
    tasks: [...tasksOf(app.deps), mailing],
  });
  send = () => worker.drain();
  stop = async () => {
    await worker.stop();
    transport.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  };
});
afterAll(async () => {
  await stop();
  await app.stop();
});
beforeEach(async () => {
  refuses = false;
  member = await app.addMember();
  client = await signedIn(app, member);
});

/** Any mail with a code. */
async function mailCode(): Promise<void> {
  app.time.advance(minute);
  const change = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
  const body = { purpose: "change-password", change } as const;
  expect((await client.call(sendOtp, { params: { userId: member.id }, body })).status).toBe(200);
  await send();
}

const toldMember = async () => (await client.call(session, {})).body.data.mailsReturnedFrom;
const toldSupport = async () =>
  (await support.call(consoleMember, { params: { refId: member.refId } })).body.data.bounce;
const newest = () => received.findLast(({ to }) => to === member.email)!;

test("a refused recipient is told in the portal and in the console, until a mail is taken again", async () => {
  expect(await toldMember()).toBeNull();
  refuses = true;
  await mailCode();
  expect(await toldMember()).toBe(member.email);
  expect(await toldSupport()).toMatchObject({ kind: "refused", status: "5.1.1" });
  refuses = false;
  await mailCode();
  expect(await toldMember()).toBeNull();
  expect(await toldSupport()).toBeNull();
});

describe("a returned mail", () => {
  const report = (to: string, action: string, status: string) =>
    [
      "From: MAILER-DAEMON@mx.example.com",
      `To: ${to}`,
      "Subject: Undelivered Mail Returned to Sender",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example.com",
      "",
      `Final-Recipient: rfc822; ${member.email}`,
      `Action: ${action}`,
      `Status: ${status}`,
      "--b--",
    ].join("\r\n");
  const take = (message: string) =>
    runCommand("take-bounce", [], { DATABASE_URL: app.databaseUrl, MAIL_BOUNCE: bounceTo }, message);

  test("is recognised by its own address; a code that arrived afterwards proves the mailbox right", async () => {
    await mailCode();
    const { returnTo } = newest();
    expect(returnTo).toMatch(/^bounces\+[0-9a-f]{32}@portal\.example\.com$/);
    expect((await take(report(returnTo, "delayed", "4.4.1"))).stdout).toContain("not given up");
    expect(await toldMember()).toBeNull();
    expect(await take(report(returnTo, "failed", "5.2.2"))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("was returned: 5.2.2"),
    });
    expect(await toldMember()).toBe(member.email);
    expect(await toldSupport()).toMatchObject({ kind: "returned", status: "5.2.2" });

    // Being taken by the server is no proof; it was taken before as well.
    await mailCode();
    expect(await toldMember()).toBe(member.email);
    const code = /\b\d{6}\b/.exec(newest().text)![0];
    await client.call(verifyOtp, { params: { userId: member.id, otp: code }, query: {} });
    expect(await toldMember()).toBeNull();
  });

  test("of nobody's mail changes nothing", async () => {
    const id = randomUUID().replaceAll("-", "");
    const answer = await take(report(`bounces+${id}@portal.example.com`, "failed", "5.1.1"));
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("not ours") });
  });

  test("is kept for later while the database cannot be reached", async () => {
    const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", MAIL_BOUNCE: bounceTo };
    const message = report(`bounces+${"a".repeat(32)}@portal.example.com`, "failed", "5.1.1");
    expect(await runCommand("take-bounce", [], env, message)).toMatchObject({ code: 75 });
  });

  test.each([
    ["a report without fields", "From: postmaster@mx.example.com\r\nSubject: failure notice", "given up"],
    ["a mere delay", "From: MAILER-DAEMON@mx.example.com\r\nSubject: Warning: delayed", "not given up"],
    ["a reply of a person's mailbox", "From: asha@example.com\r\nSubject: I am away", "not given up"],
  ])("%s is understood", (_, headers, meaning) => {
    const id = randomUUID();
    const to = `bounces+${id.replaceAll("-", "")}@portal.example.com`;
    const read = readReturnedMail(`${headers}\r\nTo: ${to}\r\n\r\nHello`, bounceTo);
    expect(read).toEqual(meaning === "given up" ? { messageId: id, status: "unknown" } : "not given up");
  });
});
