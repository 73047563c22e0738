import { verifyAuthenticator } from "@fc/contract/security/authenticator";
import { otpPurposes, sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minute } from "./platform/clock.ts";
import { codeShown, turnOnApp } from "./testing/authenticator-app.ts";
import { address, recordChanges, type Change } from "./testing/guarded-cases.ts";
import { confirm } from "./testing/money.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

/** Somebody who only reads a member's mail must not be able to redirect these. */
const whereMoneyGoes = new Set<OtpPurpose>([
  "coin-address-create",
  "coin-address-update",
  "fmdc",
  "bank",
  "email",
]);
const refused = { status: 403, body: { code: "INVALID_OTP", message: "Please enter valid OTP" } };
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe.each(recordChanges.map((entry) => [entry.purpose, entry] as const))("%s", (purpose, entry) => {
  let member: TestMember;
  let client: TestClient;
  let wanted: Change;
  let other: Change;
  let before: unknown;
  beforeEach(async () => {
    member = await app.addMember();
    await entry.prepare?.(app, member);
    client = await signedIn(app, member);
    ({ wanted, other } = await entry.change(app, client, member));
    before = (await entry.state(client, member)).body;
  });

  const requestCode = (by: TestClient, owner: TestMember, change: Change = wanted) =>
    by.call(sendOtp, { params: { userId: owner.id }, body: { purpose, change } });
  const enter = (otp: string) => client.call(verifyOtp, { params: { userId: member.id, otp }, query: {} });
  async function expectUnchanged() {
    expect((await entry.state(client, member)).body).toEqual(before);
    const mails = (await app.mailsTo(member.email)).filter(({ subject }) => !subject.includes("code"));
    expect(mails).toEqual([]);
  }

  test("with its code it is made once, kept on record, and mailed with when, where from and how to react", async () => {
    await confirm(app, client, member, { purpose, change: wanted });
    expect((await entry.make(client, wanted)).status).toBe(200);
    expect((await entry.state(client, member)).body).not.toEqual(before);
    expect((await entry.make(client, wanted)).status).toBe(200);
    const mails = (await app.mailsTo(member.email)).filter(({ subject }) => !subject.includes("code"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("When: 15 Nov 2026");
    expect(mails[0]?.text).toContain("Internet address: 192.0.2.1");
    expect(mails[0]?.text).toContain("change your password at once");
    const events = await app.db
      .selectFrom("member_events")
      .select("ip")
      .where("member_id", "=", member.id)
      .execute();
    expect(events).toEqual([{ ip: "192.0.2.1" }]);
  });

  test("without a code, or with one that was not entered, nothing changes", async () => {
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await requestCode(client, member);
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("a guessed code changes nothing", async () => {
    await requestCode(client, member);
    const code = await newestCode(app, member);
    for (const triesLeft of [4, 3, 2, 1]) {
      expect((await enter(wrong(code))).body).toEqual({ data: false, reason: "wrong", triesLeft });
    }
    const locked = { data: false, reason: "locked" };
    expect((await enter(wrong(code))).body).toEqual(locked);
    expect((await enter(code)).body).toEqual(locked);
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("an expired code changes nothing, entered in time or not", async () => {
    await confirm(app, client, member, { purpose, change: wanted });
    app.time.advance(10 * minute);
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("a code for another change, however like this one, changes nothing", async () => {
    await confirm(app, client, member, { purpose, change: other });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("a code for another purpose changes nothing", async () => {
    const another = purpose === "fmdc" ? "coin-address-create" : "fmdc";
    const change = { refId: member.refId, token: address };
    const coin = { userId: member.id, freeCoinAddress: address };
    await confirm(app, client, member, { purpose: another, change: another === "fmdc" ? change : coin });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("a code of another member, or of this member's other device, changes nothing", async () => {
    const stranger = await app.addMember();
    await entry.prepare?.(app, stranger);
    const theirs = await signedIn(app, stranger);
    const { wanted: theirChange } = await entry.change(app, theirs, stranger);
    await confirm(app, theirs, stranger, { purpose, change: theirChange });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    const code = await newestCode(app, stranger);
    await requestCode(client, member);
    if (code !== (await newestCode(app, member))) {
      // oxlint-disable-next-line tests/no-conditional-expect -- Once in a million times the two codes are alike.
      expect((await enter(code)).body).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    }

    const device = await signedIn(app, member);
    app.time.advance(minute);
    await entry.prepareDevice?.(app, device, member);
    await confirm(app, device, member, { purpose, change: wanted });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("no code is sent for another member's record, and it is not changed", async () => {
    const stranger = await app.addMember();
    await entry.prepare?.(app, stranger);
    const theirs = await signedIn(app, stranger);
    const { wanted: theirChange } = await entry.change(app, theirs, stranger);
    expect((await requestCode(client, member, theirChange)).status).toBe(404);
    expect((await requestCode(client, stranger, theirChange)).status).toBe(404);
    expect((await entry.make(client, theirChange)).status).toBe(404);
  });

  test("if the authenticator app is on, its code is needed too where money goes", async () => {
    const phone = await turnOnApp(app, client, member);
    await confirm(app, client, member, { purpose, change: wanted });
    const answer = await entry.make(client, wanted);
    const isNeeded = whereMoneyGoes.has(purpose);
    expect(answer.status).toBe(isNeeded ? 403 : 200);
    if (!isNeeded) return;
    expect(answer.body).toMatchObject({ code: "AUTHENTICATOR_REQUIRED" });
    expect((await entry.state(client, member)).body).toEqual(before);
    const body = { userId: member.id, purpose, code: codeShown(phone.key, app.time.now) };
    expect((await client.call(verifyAuthenticator, { body })).status).toBe(200);
    expect((await entry.make(client, wanted)).status).toBe(200);
  });

  test("sent eight times at once it is made once", async () => {
    await confirm(app, client, member, { purpose, change: wanted });
    const answers = await Promise.all(Array.from({ length: 8 }, () => entry.make(client, wanted)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const mails = (await app.mailsTo(member.email)).filter(({ subject }) => !subject.includes("code"));
    expect(mails).toHaveLength(1);
  });
});

test("every purpose of a member's own records is tried here", () => {
  const elsewhere =
    /^(change-password|staking|staking-topup|stake-undo|withdraw|internal-transfer|transfer|authenticator-.*|recovery-codes|passkey-.*|email-new|my-data|close-account)$/;
  expect(recordChanges.map(({ purpose }) => purpose).toSorted()).toEqual(
    otpPurposes.filter((purpose) => !elsewhere.test(purpose)).toSorted(),
  );
});
