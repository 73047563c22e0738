import { randomUUID } from "node:crypto";
import { chooseLanguage, forgotPassword } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { sendOtp } from "@fc/contract/otp/portal";
import { idempotencyHeader } from "@fc/contract/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { testPassword } from "../../testing/password.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

async function askForCode(client: TestClient, member: TestMember) {
  const change = { userId: member.id, oldPassword: testPassword, newPassword: "a fine new passphrase" };
  const answer = await client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "change-password", change },
  });
  expect(answer.status).toBe(200);
  return (await app.mailsTo(member.email)).at(-1)!;
}

test("a member who switches the language gets the next code in it, and other devices learn of it", async () => {
  const member = await app.addMember({ name: "Asha Verma" });
  const client = await signedIn(app, member);
  const english = await askForCode(client, member);
  expect(english.subject).toBe("Your FC Portal code: confirm your new password");
  expect(english.text).toContain("Hello Asha Verma, enter this code to confirm:");

  expect((await client.call(chooseLanguage, { body: { language: "hi" } })).status).toBe(200);
  app.time.advance(minute);
  const hindi = await askForCode(client, member);
  expect(hindi.subject).toBe("आपका FC Portal कोड: अपने नए पासवर्ड की पुष्टि करें");
  expect(hindi.text).toContain("नमस्ते Asha Verma, पुष्टि के लिए यह कोड डालें:");
  expect(hindi.text).toMatch(/^आपका FC Portal कोड यह है: \d{6}$/m);
  expect(hindi.text).toContain("इस समय तक मान्य: 15 नव॰ 2026, ");

  const elsewhere = await signedIn(app, member);
  expect((await elsewhere.call(session, {})).body.data.language).toBe("hi");
});

test("a mail to somebody who is not signed in follows the member's choice and not the caller's page", async () => {
  const member = await app.addMember();
  await (await signedIn(app, member)).call(chooseLanguage, { body: { language: "hi" } });
  const body = { refId: member.refId };
  await new TestClient(app).send("POST", `/api${forgotPassword.path}`, body, { "accept-language": "en" });
  expect((await app.mailsTo(member.email)).at(-1)?.subject).toBe("आपका अस्थायी FC Portal पासवर्ड");
});

test("one member's choice changes nobody else's mails", async () => {
  const member = await app.addMember();
  await (await signedIn(app, await app.addMember())).call(chooseLanguage, { body: { language: "hi" } });
  const client = await signedIn(app, member);
  expect((await client.call(session, {})).body.data.language).toBeNull();
  expect((await askForCode(client, member)).subject).toMatch(/^Your FC Portal code/);
});

test("a language that we do not have is refused", async () => {
  const client = await signedIn(app, await app.addMember());
  const answer = await client.send("PUT", `/api${chooseLanguage.path}`, { language: "xx" });
  expect(answer).toMatchObject({ status: 400, body: { fields: { language: expect.any(String) } } });
});

test.each([
  ["hi", "FC Portal में आपका स्वागत है"],
  ["hi-IN,hi;q=0.9,en;q=0.8", "FC Portal में आपका स्वागत है"],
  ["mr-IN,hi;q=0.9,en;q=0.8", "FC Portal में आपका स्वागत है"],
  ["en", "Welcome to FC Portal"],
  ["fr", "Welcome to FC Portal"],
  ["", "Welcome to FC Portal"],
])("a newcomer who registers on a page in %o is welcomed by “%s”", async (language, subject) => {
  const sponsor = await app.addMember();
  const key = randomUUID();
  const client = new TestClient(app);
  const mailId = `${key}@example.com`;
  const body = {
    parentRefId: sponsor.refId,
    name: "Ravi Kumar",
    gender: "M",
    mailId,
    mobileNumber: "+919876543210",
    isLeft: true,
    isRight: false,
  };
  const headers = { [idempotencyHeader]: key, "accept-language": language };
  const saved = await client.send("POST", "/api/user/save", body, headers);
  expect(saved.body.isUserCreated).toBe(true);
  await client.send("POST", "/api/user/demo4", {}, headers);
  expect((await app.mailsTo(mailId)).map((mail) => mail.subject)).toEqual([subject]);
});
