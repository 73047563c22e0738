import { forgotPassword } from "@fc/contract/login/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { mailPhrase, setMailPhrase } from "@fc/contract/security/mail-phrase";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reencryptPhrases } from "../../core/mails/phrase.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { confirm } from "../../testing/money.ts";
import { changeEmailTo } from "../../testing/new-email.ts";
import { catchMails } from "../../testing/smtp.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let mail: Awaited<ReturnType<typeof catchMails>>;
beforeAll(async () => {
  app = await startTestApp();
  mail = await catchMails(app, { bounceTo: "bounce@portal.example.com" });
});
afterAll(async () => {
  await mail.stop();
  await app.stop();
});

const phrase = "Blue kite over Kochi";

async function memberWith(chosen: string) {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const change = { userId: member.id, phrase: chosen };
  await confirm(app, client, member, { purpose: "mail-phrase", change });
  const answer = await client.call(setMailPhrase, { body: change });
  return { member, client, answer };
}

/** What arrived at an address since the last look, decoded. */
async function arrivedAt(address: string): Promise<string[]> {
  await mail.work();
  const found = mail.caught.filter(({ to }) => to === address).map(({ text }) => decoded(text));
  mail.caught.length = 0;
  return found;
}

/** Quoted-printable, as far as these mails need it. */
function decoded(text: string): string {
  return text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

test("a phrase stands in every mail to the present address, and is shown nowhere else", async () => {
  const { member, client, answer } = await memberWith(phrase);
  expect(answer).toMatchObject({ status: 200, body: { message: "Every mail to you now has your phrase" } });
  expect((await client.call(mailPhrase, { params: { userId: member.id } })).body.data).toEqual({
    setAt: app.time.now.toISOString(),
  });
  const [code, told] = await arrivedAt(member.email);
  // The code was mailed before there was a phrase; it leaves afterwards, and has it too.
  for (const text of [code, told]) expect(text).toContain(`Your phrase: ${phrase}`);
  await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
  expect((await arrivedAt(member.email)).join()).toContain(`Your phrase: ${phrase}`);
  const mails = await app.db.selectFrom("mails").select("content").execute();
  expect(JSON.stringify(mails)).not.toContain(phrase);
  const stored = await app.db.selectFrom("mail_phrases").select("phrase").execute();
  for (const row of stored) expect(row.phrase.toString()).not.toContain("kite");
});

test("neither a typed address nor the old one after a change gets the phrase", async () => {
  const { member, client } = await memberWith(phrase);
  await arrivedAt(member.email);
  const newEmail = `new-${member.id}@example.com`;
  const body = { purpose: "email-new", change: { userId: member.id, newEmail } } as const;
  expect((await client.call(sendOtp, { params: { userId: member.id }, body })).status).toBe(200);
  expect((await arrivedAt(newEmail)).join()).not.toContain(phrase);
  await changeEmailTo(app, client, member, newEmail);
  await mail.work();
  const all = mail.caught.map(({ to, text }) => ({ to, text: decoded(text) }));
  const told = (to: string, subject: string) =>
    all.filter((each) => each.to === to && each.text.includes(subject)).map(({ text }) => text);
  const atOld = told(member.email, "Your FC Portal e-mail address was changed");
  expect(atOld).toHaveLength(1);
  expect(atOld[0]).not.toContain(phrase);
  expect(told(newEmail, "This is now your FC Portal e-mail address")[0]).toContain(phrase);
});

test("another member's mails have no phrase, and none is left once it is removed", async () => {
  const { member, client } = await memberWith(phrase);
  const stranger = await app.addMember();
  await arrivedAt(member.email);
  await new TestClient(app).call(forgotPassword, { body: { refId: stranger.refId } });
  expect((await arrivedAt(stranger.email)).join()).not.toContain("Your phrase");
  const change = { userId: member.id, phrase: "" };
  await confirm(app, client, member, { purpose: "mail-phrase", change });
  await arrivedAt(member.email);
  expect((await client.call(setMailPhrase, { body: change })).body.message).toBe("Your phrase was removed");
  expect((await arrivedAt(member.email)).join()).not.toContain("Your phrase:");
});

test.each(["ab", "x".repeat(61), "Blue\nkite", "Blue\u202ekite", "Blue\u0000kite"])(
  "%j is refused before a code is sent",
  async (typed) => {
    const member = await app.addMember();
    const client = await signedIn(app, member);
    const body = { purpose: "mail-phrase", change: { userId: member.id, phrase: typed } } as const;
    expect((await client.call(sendOtp, { params: { userId: member.id }, body })).status).toBe(400);
  },
);

test("after the secret key was replaced, the phrase is still in the mails", async () => {
  const { member } = await memberWith(phrase);
  await arrivedAt(member.email);
  const next = { ...secretKeyFrom("another key that is long enough for us"), earlier: [app.deps.secretKey] };
  await reencryptPhrases(app.db, next);
  const back = { ...app.deps.secretKey, earlier: [secretKeyFrom("another key that is long enough for us")] };
  await reencryptPhrases(app.db, back);
  await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
  expect((await arrivedAt(member.email)).join()).toContain(phrase);
});
