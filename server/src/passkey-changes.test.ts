import {
  mayConfirmByPasskey,
  otpPurposes,
  sendOtp,
  signChange,
  verifyOtp,
  type OtpPurpose,
} from "@fc/contract/otp/portal";
import type { PasskeyRequest } from "@fc/contract/security/passkey-wire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minute, second } from "./platform/clock.ts";
import { turnOnApp } from "./testing/authenticator-app.ts";
import { address, otherAddress, recordChanges, type Change } from "./testing/guarded-cases.ts";
import { moneyChanges } from "./testing/guarded-money-cases.ts";
import { confirm, longAgo, setPrice, setSetting } from "./testing/money.ts";
import {
  addTestPasskey,
  confirmByPasskeyFromNow,
  givePasskey,
  sendSignature,
  SoftwarePasskey,
  toSign,
} from "./testing/software-passkey.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "./testing/test-app.ts";

/** Every change that a passkey can confirm, tried with a signature of something else. */

let app: TestApp;
let receiver: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1000, longAgo(app.time.now));
  await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
  receiver = await app.addMember({ name: "Ravi Kumar" });
});
afterAll(() => app.stop());

const cases = [...recordChanges, ...moneyChanges(() => receiver)].filter(({ purpose }) =>
  mayConfirmByPasskey(purpose),
);
const refused = { status: 403, body: { code: "INVALID_OTP" } };
const invalid = { status: 403, body: { code: "INVALID_PASSKEY" } };
const tooLate = { status: 404, body: { code: "PASSKEY_TOO_LATE" } };

describe.each(cases.map((entry) => [entry.purpose, entry] as const))("%s", (purpose, entry) => {
  let member: TestMember;
  let client: TestClient;
  let passkey: SoftwarePasskey;
  let wanted: Change;
  let other: Change;
  let before: unknown;
  beforeEach(async () => {
    member = await app.addMember();
    await entry.prepare?.(app, member);
    passkey = await givePasskey(app, member);
    client = await signedIn(app, member);
    ({ wanted, other } = await entry.change(app, client, member));
    before = (await entry.state(client, member)).body;
  });

  const ask = (change = wanted, by = client) => toSign(by, member, { purpose, change });
  async function expectUnchanged() {
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    expect((await entry.state(client, member)).body).toEqual(before);
  }

  test("a passkey that signs it makes it once, without a mail with a code", async () => {
    const mailed = (await app.mailsTo(member.email)).length;
    const { grant, request } = await ask();
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    expect((await sendSignature(client, member, { grant, answer: passkey.sign(request) })).status).toBe(200);
    expect((await entry.make(client, wanted)).status).toBe(200);
    expect((await entry.state(client, member)).body).not.toEqual(before);
    const since = (await app.mailsTo(member.email)).slice(mailed);
    expect(since.filter(({ subject }) => subject.includes("code"))).toEqual([]);
  });

  test("a signature for another change, however like this one, changes nothing", async () => {
    const { grant, request } = await ask(other);
    const answer = passkey.sign(request);
    expect((await sendSignature(client, member, { grant, answer })).status).toBe(200);
    await expectUnchanged();
    // Nor does it open this change, once this one is asked for.
    const mine = await ask();
    expect(await sendSignature(client, member, { grant: mine.grant, answer })).toMatchObject(invalid);
    await expectUnchanged();
  });

  test("a signature for another purpose changes nothing", async () => {
    const another: OtpPurpose = purpose === "fmdc" ? "profile" : "fmdc";
    const change =
      another === "fmdc"
        ? { refId: member.refId, token: address }
        : (await recordChanges[0]!.change(app, client, member)).wanted;
    const theirs = await toSign(client, member, { purpose: another, change });
    const answer = passkey.sign(theirs.request);
    const { grant } = await ask();
    expect(await sendSignature(client, member, { grant, answer })).toMatchObject(invalid);
    await expectUnchanged();
    expect((await sendSignature(client, member, { grant: theirs.grant, answer })).status).toBe(200);
    await expectUnchanged();
  });

  test("the passkey of another member, or this member's for another device, changes nothing", async () => {
    const stranger = await app.addMember();
    await entry.prepare?.(app, stranger);
    const strange = await givePasskey(app, stranger);
    const theirs = await signedIn(app, stranger);
    const { grant, request } = await ask();
    expect(await sendSignature(client, member, { grant, answer: strange.sign(request) })).toMatchObject(
      invalid,
    );
    expect(await sendSignature(theirs, stranger, { grant, answer: strange.sign(request) })).toMatchObject(
      tooLate,
    );
    await expectUnchanged();

    const device = await signedIn(app, member);
    const there = await ask(wanted, device);
    const answer = passkey.sign(there.request);
    expect(await sendSignature(client, member, { grant: there.grant, answer })).toMatchObject(tooLate);
    expect(await sendSignature(client, member, { grant, answer })).toMatchObject(invalid);
    expect((await sendSignature(device, member, { grant: there.grant, answer })).status).toBe(200);
    await expectUnchanged();
  });

  test("a signature that was given before is worth nothing, for this change or for the next one", async () => {
    // As of a passkey that is shared between devices and keeps no count: only the challenge tells it from a new one.
    const earlier = await ask();
    const given = passkey.sign(earlier.request, { count: 0 });
    await sendSignature(client, member, { grant: earlier.grant, answer: given });
    const { grant, request } = await ask();
    expect(await sendSignature(client, member, { grant, answer: given })).toMatchObject(invalid);
    await expectUnchanged();

    const answer = passkey.sign(request, { count: 0 });
    await sendSignature(client, member, { grant, answer });
    expect((await entry.make(client, wanted)).status).toBe(200);
    const after = (await entry.state(client, member)).body;
    expect(await sendSignature(client, member, { grant, answer })).toMatchObject(tooLate);
    await entry.make(client, wanted);
    expect(await entry.make(client, other)).not.toMatchObject({ status: 200 });
    expect((await entry.state(client, member)).body).toEqual(after);
  });

  test("ten minutes later neither the question nor the signature counts", async () => {
    const late = await ask();
    const answer = passkey.sign(late.request);
    app.time.advance(10 * minute);
    expect(await sendSignature(client, member, { grant: late.grant, answer })).toMatchObject(tooLate);
    await expectUnchanged();
    const { grant, request } = await ask();
    expect((await sendSignature(client, member, { grant, answer: passkey.sign(request) })).status).toBe(200);
    app.time.advance(10 * minute);
    await expectUnchanged();
  });

  test("in place of both codes, if the authenticator app is on", async () => {
    await turnOnApp(app, client, member);
    const { grant, request } = await ask();
    await sendSignature(client, member, { grant, answer: passkey.sign(request) });
    expect((await entry.make(client, wanted)).status).toBe(200);
  });

  test("the mailed code stays a way, and what the passkey was asked to sign is then over", async () => {
    const { grant, request } = await ask();
    await confirm(app, client, member, { purpose, change: wanted });
    const answer = passkey.sign(request);
    expect(await sendSignature(client, member, { grant, answer })).toMatchObject(tooLate);
    expect((await entry.make(client, wanted)).status).toBe(200);
  });
});

describe("what a passkey signs", () => {
  let member: TestMember;
  let client: TestClient;
  let passkey: SoftwarePasskey;
  let change: Change;
  beforeEach(async () => {
    member = await app.addMember();
    client = await signedIn(app, member);
    passkey = await addTestPasskey(app, client, member);
    change = { userId: member.id, freeCoinAddress: address };
  });
  const asked = { purpose: "coin-address-create" } as const;

  test("is the digest of exactly this change, after an id that is new each time", async () => {
    await confirmByPasskeyFromNow(app, client, member);
    const asks = [
      await toSign(client, member, { ...asked, change }),
      await toSign(client, member, { ...asked, change }),
      await toSign(client, member, { ...asked, change: { ...change, freeCoinAddress: otherAddress } }),
    ];
    const parts = asks.map(({ request }) => Buffer.from(request.challenge, "base64url"));
    const [ids, digests] = [
      parts.map((part) => part.toString("hex", 0, 16)),
      parts.map((part) => part.subarray(16)),
    ];
    expect(ids).toEqual(asks.map(({ grant }) => grant.replaceAll("-", "")));
    expect(new Set(ids).size).toBe(3);
    const grants = await app.db.selectFrom("otp_grants").select(["id", "change_digest"]).execute();
    expect(digests).toEqual(asks.map(({ grant }) => grants.find(({ id }) => id === grant)?.change_digest));
    expect(digests[0]).toEqual(digests[1]);
    expect(digests[0]).not.toEqual(digests[2]);
    expect(digests[0]).toHaveLength(32);
  });

  test("nothing is asked of a passkey unless the member chose so, or for a page that cannot ask", async () => {
    const params = { userId: member.id };
    const without = await client.call(sendOtp, { params, body: { ...asked, change, passkey: true } });
    expect(without.body.data).not.toHaveProperty("passkey");
    await confirmByPasskeyFromNow(app, client, member);
    app.time.advance(31 * second);
    const old = await client.call(sendOtp, { params, body: { ...asked, change } });
    expect(old.body.data).not.toHaveProperty("passkey");
  });

  test.each([
    ["of another place", { origin: "https://fc-portal.example.com" }],
    ["for another domain", { rpId: "example.com" }],
    ["without fingerprint, face or PIN", { isVerified: false }],
    ["of another challenge", { challenge: "AAAA" }],
    ["that is said to be somebody else's", { userHandle: Buffer.alloc(32, 1) }],
  ])("a signature %s is refused", async (_, faults) => {
    await confirmByPasskeyFromNow(app, client, member);
    const { grant, request } = await toSign(client, member, { ...asked, change });
    const answer = passkey.sign(request, faults);
    expect(await sendSignature(client, member, { grant, answer })).toMatchObject(invalid);
  });

  test("refused signatures are limited like wrong passwords, and the mailed code still works", async () => {
    await confirmByPasskeyFromNow(app, client, member);
    const { grant, request } = await toSign(client, member, { ...asked, change });
    const stranger = new SoftwarePasskey(app);
    for (let tries = 0; tries < 10; tries++) {
      expect(await sendSignature(client, member, { grant, answer: stranger.sign(request) })).toMatchObject(
        invalid,
      );
    }
    const limited = await sendSignature(client, member, { grant, answer: passkey.sign(request) });
    expect(limited).toMatchObject({ status: 429, body: { limit: "passkey-failures" } });
    await confirm(app, client, member, { ...asked, change });
    app.time.advance(15 * minute);
    const again = await toSign(client, member, { ...asked, change });
    const answer = passkey.sign(again.request);
    expect((await sendSignature(client, member, { grant: again.grant, answer })).status).toBe(200);
  });

  test("a passkey whose count goes back is refused and ended, and the member is told", async () => {
    await confirmByPasskeyFromNow(app, client, member);
    const first = await toSign(client, member, { ...asked, change });
    await sendSignature(client, member, {
      grant: first.grant,
      answer: passkey.sign(first.request, { count: 7 }),
    });
    const later = await toSign(client, member, { ...asked, change });
    const forged = { ...passkey.sign(later.request, { count: 7 }) };
    // Nobody without the key can end it.
    const broken = { ...forged, response: { ...forged.response, signature: "AAAA" } };
    expect(await sendSignature(client, member, { grant: later.grant, answer: broken })).toMatchObject(
      invalid,
    );
    const copied = await sendSignature(client, member, { grant: later.grant, answer: forged });
    expect(copied).toMatchObject({ status: 403, body: { code: "PASSKEY_COPIED" } });
    const mails = await app.mailsTo(member.email);
    expect(mails.at(-1)?.subject).toBe("A passkey of FC Portal may have been copied");
    app.time.advance(31 * second);
    const body = { ...asked, change, passkey: true };
    const next = await client.call(sendOtp, { params: { userId: member.id }, body });
    expect(next.body.data).not.toHaveProperty("passkey");
  });

  test("a code that is typed fits no change that a passkey is to sign", async () => {
    await confirmByPasskeyFromNow(app, client, member);
    const { grant } = await toSign(client, member, { ...asked, change });
    const params = { userId: member.id, otp: "000000" };
    expect((await client.call(verifyOtp, { params, query: { grant } })).body.data).toBe(false);
  });

  test("what changes how a member is recognised, closes the account or hands out all data takes mailed codes", async () => {
    expect(otpPurposes.filter((purpose) => !mayConfirmByPasskey(purpose)).toSorted()).toEqual([
      "authenticator-off",
      "authenticator-on",
      "change-password",
      "close-account",
      "email",
      "email-new",
      "mail-phrase",
      "my-data",
      "passkey-add",
      "passkey-confirm",
      "passkey-end",
      "recovery-codes",
    ]);
    await confirmByPasskeyFromNow(app, client, member);
    app.time.advance(31 * second);
    const body = { purpose: "authenticator-on", change: { userId: member.id }, passkey: true } as const;
    const answer = await client.call(sendOtp, { params: { userId: member.id }, body });
    expect(answer.body.data).not.toHaveProperty("passkey");
    // Its mailed code cannot be replaced by a signature either.
    const request: PasskeyRequest = {
      challenge: "AAAA",
      rpId: "localhost",
      timeout: 1,
      userVerification: "required",
      allowCredentials: [],
    };
    const signed = await client.call(signChange, {
      body: { userId: member.id, grant: answer.body.data.grant, answer: passkey.sign(request) },
    });
    expect(signed).toMatchObject(tooLate);
  });
});

test("every purpose that a passkey can confirm is tried here", () => {
  expect(cases.map(({ purpose }) => purpose).toSorted()).toEqual(
    otpPurposes.filter(mayConfirmByPasskey).toSorted(),
  );
});
