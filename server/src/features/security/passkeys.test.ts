import { changePassword } from "@fc/contract/password/portal";
import { freezeAccount } from "@fc/contract/freeze/portal";
import { consoleMember } from "@fc/contract/members/console";
import { resetAccess, unblockMember } from "@fc/contract/members/console-actions";
import { sendOtp } from "@fc/contract/otp/portal";
import { verifyAuthenticator } from "@fc/contract/security/authenticator";
import * as contract from "@fc/contract/security/passkeys";
import { memberEvents } from "@fc/contract/security/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passkeyPlaceOf } from "../../core/passkeys/place.ts";
import { minute } from "../../platform/clock.ts";
import { codeShown, turnOnApp } from "../../testing/authenticator-app.ts";
import { address } from "../../testing/guarded-cases.ts";
import { confirm } from "../../testing/money.ts";
import { changeEmailTo } from "../../testing/new-email.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import {
  addTestPasskey,
  confirmByPasskeyFromNow,
  logInBy,
  sendSignature,
  SoftwarePasskey,
  toSign,
} from "../../testing/software-passkey.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  client = await signedIn(app, member);
});

const refused = { status: 403, body: { code: "INVALID_OTP" } };
const dataOf = async (by = client, { id } = member): Promise<contract.PasskeyData> =>
  (await by.call(contract.passkeys, { params: { userId: id } })).body.data;
const namesOf = async () => (await dataOf()).passkeys.map(({ name }) => name);
const newestMail = async () => (await app.mailsTo(member.email)).at(-1)!;
const signsIn = async (passkey: SoftwarePasskey) =>
  (await logInBy(new TestClient(app), passkey)).body.isAuth === true;

async function invited(name = "Phone") {
  const body = { userId: member.id, name };
  await confirm(app, client, member, { purpose: "passkey-add", change: body });
  return (await client.call(contract.addPasskey, { body })).body.data;
}
const finish = (passkey: ReturnType<SoftwarePasskey["make"]>, by = client, { id } = member) =>
  by.call(contract.finishPasskey, { body: { userId: id, passkey } });

describe("adding one", () => {
  test("takes the mailed code; it is listed, mailed and kept on record", async () => {
    const body = { userId: member.id, name: "Asha's phone" };
    expect(await client.call(contract.addPasskey, { body })).toMatchObject(refused);
    await addTestPasskey(app, client, member, { name: body.name });
    expect(await dataOf()).toMatchObject({
      passkeys: [{ name: "Asha's phone", addedAt: app.time.now.toISOString(), lastUsedAt: null }],
      confirmsByPasskey: false,
      isPossible: true,
    });
    const { subject, text } = await newestMail();
    expect(subject).toBe("A passkey was added to FC Portal");
    expect(text).toContain("Name: Asha's phone");
    expect(text).toContain("change your password at once, which ends all passkeys");
    const events = await client.call(memberEvents, { params: { userId: member.id }, query: {} });
    expect(events.body.data[0]).toMatchObject({ kind: "passkey-added", detail: "Asha's phone" });
  });

  test("takes the authenticator app's code as well, if it is on", async () => {
    const { key } = await turnOnApp(app, client, member);
    const body = { userId: member.id, name: "Phone" };
    await confirm(app, client, member, { purpose: "passkey-add", change: body });
    const without = await client.call(contract.addPasskey, { body });
    expect(without).toMatchObject({ status: 403, body: { code: "AUTHENTICATOR_REQUIRED" } });
    const code = codeShown(key, app.time.now);
    await client.call(verifyAuthenticator, { body: { userId: member.id, purpose: "passkey-add", code } });
    expect((await client.call(contract.addPasskey, { body })).status).toBe(200);
  });

  test.each([
    ["made at another place", { origin: "https://fc-portal.example.com" }],
    ["made for another domain", { rpId: "example.com" }],
    ["made without fingerprint, face or PIN", { isVerified: false }],
    ["made for another challenge", { challenge: "AAAA" }],
  ])("one that was %s is not added, and the invitation is used up", async (_, faults) => {
    const invitation = await invited();
    const passkey = new SoftwarePasskey(app);
    const answer = await finish(passkey.make(invitation, faults));
    expect(answer).toMatchObject({ status: 403, body: { code: "INVALID_PASSKEY" } });
    expect(await finish(passkey.make(invitation))).toMatchObject({ body: { code: "PASSKEY_TOO_LATE" } });
    expect(await namesOf()).toEqual([]);
  });

  test("an invitation counts for its session, for five minutes, and adds one passkey", async () => {
    const device = await signedIn(app, member);
    const passkey = new SoftwarePasskey(app);
    const made = passkey.make(await invited());
    expect(await finish(made, device)).toMatchObject({ body: { code: "PASSKEY_TOO_LATE" } });
    const stranger = await app.addMember();
    const theirs = await signedIn(app, stranger);
    expect(await finish(made, theirs, stranger)).toMatchObject({ body: { code: "PASSKEY_TOO_LATE" } });
    expect((await finish(made)).status).toBe(200);
    // A retry after a lost response.
    expect((await finish(made)).status).toBe(200);
    expect(await namesOf()).toEqual(["Phone"]);

    const late = new SoftwarePasskey(app).make(await invited("Laptop"));
    app.time.advance(5 * minute);
    expect(await finish(late)).toMatchObject({ body: { code: "PASSKEY_TOO_LATE" } });
  });

  test("the browser is told which ones there are, and the eleventh is refused before a code is mailed", async () => {
    for (let count = 0; count < contract.mostPasskeys; count++) {
      await addTestPasskey(app, client, member, { name: `Passkey ${count}` });
      // Not more than ten codes an hour may be left unused.
      app.time.advance(10 * minute);
    }
    const body = { purpose: "passkey-add", change: { userId: member.id, name: "One more" } } as const;
    const answer = await client.call(sendOtp, { params: { userId: member.id }, body });
    expect(answer).toMatchObject({ status: 409, body: { code: "TOO_MANY_PASSKEYS" } });
  });
});

describe("ending", () => {
  let passkey: SoftwarePasskey;
  beforeEach(async () => void (passkey = await addTestPasskey(app, client, member)));

  test("takes the mailed code; it signs nobody in any more, and what it signed is void", async () => {
    await confirmByPasskeyFromNow(app, client, member);
    const device = await signedIn(app, member);
    const change = { userId: member.id, freeCoinAddress: address };
    const { grant, request } = await toSign(device, member, { purpose: "coin-address-create", change });
    expect((await sendSignature(device, member, { grant, answer: passkey.sign(request) })).status).toBe(200);

    const body = { userId: member.id, passkeyId: (await dataOf()).passkeys[0]!.id };
    expect(await client.call(contract.endPasskey, { body })).toMatchObject(refused);
    await confirm(app, client, member, { purpose: "passkey-end", change: body });
    expect((await client.call(contract.endPasskey, { body })).status).toBe(200);
    expect(await dataOf()).toMatchObject({ passkeys: [], confirmsByPasskey: false });
    expect((await newestMail()).subject).toBe("A passkey of FC Portal was ended");
    expect(await signsIn(passkey)).toBe(false);
    expect(await device.send("POST", "/api/user/freeCoinAddress/create", change)).toMatchObject(refused);
  });

  test("no code is sent to end another member's", async () => {
    const stranger = await app.addMember();
    const theirs = await signedIn(app, stranger);
    const passkeyId = (await dataOf()).passkeys[0]!.id;
    const body = { purpose: "passkey-end", change: { userId: stranger.id, passkeyId } } as const;
    expect((await theirs.call(sendOtp, { params: { userId: stranger.id }, body })).status).toBe(404);
  });

  test("a new password ends all of them, and the member is told", async () => {
    await addTestPasskey(app, client, member, { name: "Laptop" });
    const change = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
    await confirm(app, client, member, { purpose: "change-password", change });
    expect((await client.call(changePassword, { body: change })).status).toBe(200);
    expect(await namesOf()).toEqual([]);
    expect(await signsIn(passkey)).toBe(false);
    const told = (await app.mailsTo(member.email)).find(({ subject }) =>
      subject.includes("passkeys were ended"),
    );
    expect(told?.text).toContain("Passkeys ended: 2");
  });

  test("“This was not me” ends all of them, so that unblocking brings none back", async () => {
    const support = await operatorSignedIn(app, "support");
    const { text } = await newestMail();
    const token = /\/not-me\/(\S+)/.exec(text)![1]!;
    await new TestClient(app).call(freezeAccount, { params: { token } });
    const params = { refId: member.refId };
    await support.call(unblockMember, { params, body: { reason: "We spoke on the phone" } });
    expect(await signsIn(passkey)).toBe(false);
  });

  test("an operator's reset of the access ends all of them", async () => {
    const support = await operatorSignedIn(app, "support");
    const params = { refId: member.refId };
    const lastReset = (await support.call(consoleMember, { params })).body.data.accessResetAt;
    const body = { reason: "The phone was lost", turnOffAuthenticator: false, lastReset };
    expect((await support.call(resetAccess, { params, body })).status).toBe(200);
    expect(await signsIn(passkey)).toBe(false);
    expect((await newestMail()).text).toContain("Passkeys ended: 1");
  });

  test("the member's own new e-mail address leaves them: they do not depend on the mailbox", async () => {
    expect((await changeEmailTo(app, client, member, `new-${member.id}@example.com`)).status).toBe(200);
    expect(await signsIn(passkey)).toBe(true);
  });
});

describe("the choice to confirm by a passkey", () => {
  const choose = () => client.call(contract.chooseToConfirmByPasskey, { body: { userId: member.id } });
  const chooseMail = () => client.call(contract.chooseToConfirmByMail, { body: { userId: member.id } });

  test("takes a passkey and the codes, is told by mail, and the way back takes no code", async () => {
    const body = { purpose: "passkey-confirm", change: { userId: member.id } } as const;
    const without = await client.call(sendOtp, { params: { userId: member.id }, body });
    expect(without).toMatchObject({ status: 409, body: { code: "NO_PASSKEY" } });
    const passkey = await addTestPasskey(app, client, member);
    expect(await choose()).toMatchObject(refused);
    await confirmByPasskeyFromNow(app, client, member);
    expect((await dataOf()).confirmsByPasskey).toBe(true);
    expect((await newestMail()).subject).toBe("Your FC Portal changes are now confirmed by a passkey");

    const change = { userId: member.id, freeCoinAddress: address };
    const { grant, request } = await toSign(client, member, { purpose: "coin-address-create", change });
    expect((await chooseMail()).status).toBe(200);
    expect((await dataOf()).confirmsByPasskey).toBe(false);
    expect((await newestMail()).subject).toBe("Your FC Portal changes are confirmed by e-mail again");
    const late = await sendSignature(client, member, { grant, answer: passkey.sign(request) });
    expect(late).toMatchObject({ status: 404, body: { code: "PASSKEY_TOO_LATE" } });
  });

  test("takes the authenticator app's code as well, because a passkey replaces it from then on", async () => {
    await addTestPasskey(app, client, member);
    const { key } = await turnOnApp(app, client, member);
    await confirm(app, client, member, { purpose: "passkey-confirm", change: { userId: member.id } });
    expect(await choose()).toMatchObject({ status: 403, body: { code: "AUTHENTICATOR_REQUIRED" } });
    const code = codeShown(key, app.time.now);
    await client.call(verifyAuthenticator, { body: { userId: member.id, purpose: "passkey-confirm", code } });
    expect((await choose()).status).toBe(200);
  });
});

test.each([
  ["https://portal.example.com", "portal.example.com"],
  ["http://localhost:3000", "localhost"],
  ["https://portal.example.com:8443", "portal.example.com"],
  ["http://portal.example.com", undefined],
  ["https://192.0.2.7", undefined],
  ["http://127.0.0.1:3000", undefined],
  ["https://[2001:db8::1]", undefined],
])("at %s passkeys are made for %s", (publicUrl, rpId) => {
  expect(passkeyPlaceOf(publicUrl)?.rpId).toBe(rpId);
});
