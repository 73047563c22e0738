import { verifyAuthenticator } from "@fc/contract/security/authenticator";
import { getBankDetails, updateBankDetails } from "@fc/contract/bank/portal";
import { changeEmail, getEmail } from "@fc/contract/email/portal";
import { createFmdc, getAllFmdcs } from "@fc/contract/fmdc/portal";
import { createFreeCoinAddress, getFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { otpPurposes, sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { getProfile, updateProfile } from "@fc/contract/profile/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minute } from "./platform/clock.ts";
import { codeShown, turnOnApp } from "./testing/authenticator-app.ts";
import { confirm, giveAddress } from "./testing/money.ts";
import { proveNewEmail } from "./testing/new-email.ts";
import { asFile, photo } from "./testing/pictures.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
  type TestMember,
} from "./testing/test-app.ts";

type Change = Record<string, unknown>;

/** A change of a member's own records, as its form makes it. */
interface GuardedCase {
  purpose: OtpPurpose;
  prepare?: (member: TestMember) => Promise<void>;
  /** The change that is requested; `other` is valid too, but not the same. */
  change: (member: TestMember, client: TestClient) => Promise<{ wanted: Change; other: Change }>;
  /** What another device needs before a code is sent to it; `change` does it for the first one. */
  prepareDevice?: (client: TestClient, member: TestMember) => Promise<void>;
  make: (client: TestClient, change: Change) => Promise<TestAnswer>;
  state: (client: TestClient, member: TestMember) => Promise<TestAnswer>;
}

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const otherAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const oldAddress = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const pair = (wanted: Change, other: Change) => Promise.resolve({ wanted, other });
const post = (path: string) => (client: TestClient, change: Change) =>
  client.send("POST", `/api${path}`, change);

const guarded: GuardedCase[] = [
  {
    purpose: "profile",
    change: ({ id, name }) => {
      const rest = {
        dob: null,
        nominee: "",
        relation: "",
        address: "",
        city: "Kochi",
        pin: "",
        country: "IN",
      };
      const wanted = { id, name, gender: "F", mobileNumber: "+919876543210", ...rest };
      return pair(wanted, { ...wanted, city: "Pune" });
    },
    make: post(updateProfile.path),
    state: (client, { id }) => client.call(getProfile, { params: { userId: id } }),
  },
  {
    purpose: "coin-address-create",
    change: ({ id: userId }) =>
      pair({ userId, freeCoinAddress: address }, { userId, freeCoinAddress: otherAddress }),
    make: post(createFreeCoinAddress.path),
    state: (client, { id }) => client.call(getFreeCoinAddress, { params: { userId: id } }),
  },
  {
    purpose: "coin-address-update",
    prepare: (member) => giveAddress(app.db, member, oldAddress, app.time.now),
    change: ({ id: userId }) => {
      const rest = { userId, freeCoinAddress: oldAddress };
      return pair({ ...rest, newAddress: address }, { ...rest, newAddress: otherAddress });
    },
    make: (client, { newAddress, ...body }) =>
      client.send("PUT", `/api/user/editFreeCoinAddress/${String(newAddress)}`, body),
    state: (client, { id }) => client.call(getFreeCoinAddress, { params: { userId: id } }),
  },
  {
    purpose: "fmdc",
    change: ({ refId }) => pair({ refId, token: address }, { refId, token: otherAddress }),
    make: post(createFmdc.path),
    state: (client) => client.call(getAllFmdcs, {}),
  },
  {
    purpose: "bank",
    change: ({ id: userId }) => {
      const rest = { userId, ifscCode: "SBIN0000691", branch: "NEW DELHI", bankName: "State Bank of India" };
      return pair({ ...rest, accountNumber: "123456789012" }, { ...rest, accountNumber: "123456789013" });
    },
    make: post(updateBankDetails.path),
    state: (client, { id }) => client.call(getBankDetails, { params: { userId: id } }),
  },
  {
    purpose: "pan",
    change: async ({ id: userId }, client) => {
      const params = { userId, folder: "pan-proof-images" } as const;
      const { body } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
      const wanted = {
        userId,
        nameInPan: "ASHA VERMA",
        panNumber: "ABCPE1234F",
        panImageUrl: body.data.proofImageUrl,
      };
      return { wanted, other: { ...wanted, panNumber: "ABCPE1234G" } };
    },
    make: post(createPanRecord.path),
    state: (client, { id }) => client.call(getPanRecord, { params: { userId: id } }),
  },
  {
    purpose: "email",
    change: async (member, client) => {
      const { id: userId } = member;
      const wanted = { userId, newEmail: `new-${userId}@example.com` };
      const other = { userId, newEmail: `other-${userId}@example.com` };
      for (const { newEmail } of [wanted, other]) await proveNewEmail(app, client, member, newEmail);
      return { wanted, other };
    },
    prepareDevice: (client, member) => proveNewEmail(app, client, member, `new-${member.id}@example.com`),
    make: post(changeEmail.path),
    state: (client, { id }) => client.call(getEmail, { params: { userId: id } }),
  },
];

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

describe.each(guarded.map((entry) => [entry.purpose, entry] as const))("%s", (purpose, entry) => {
  let member: TestMember;
  let client: TestClient;
  let wanted: Change;
  let other: Change;
  let before: unknown;
  beforeEach(async () => {
    member = await app.addMember();
    await entry.prepare?.(member);
    client = await signedIn(app, member);
    ({ wanted, other } = await entry.change(member, client));
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
    await entry.prepare?.(stranger);
    const theirs = await signedIn(app, stranger);
    const { wanted: theirChange } = await entry.change(stranger, theirs);
    await confirm(app, theirs, stranger, { purpose, change: theirChange });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    const code = await newestCode(app, stranger);
    await requestCode(client, member);
    if (code !== (await newestCode(app, member))) {
      expect((await enter(code)).body).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    }

    const device = await signedIn(app, member);
    app.time.advance(minute);
    await entry.prepareDevice?.(device, member);
    await confirm(app, device, member, { purpose, change: wanted });
    expect(await entry.make(client, wanted)).toMatchObject(refused);
    await expectUnchanged();
  });

  test("no code is sent for another member's record, and it is not changed", async () => {
    const stranger = await app.addMember();
    await entry.prepare?.(stranger);
    const theirs = await signedIn(app, stranger);
    const { wanted: theirChange } = await entry.change(stranger, theirs);
    expect((await requestCode(client, member, theirChange)).status).toBe(404);
    expect((await requestCode(client, stranger, theirChange)).status).toBe(404);
    expect((await entry.make(client, theirChange)).status).toBe(404);
  });

  test("if the authenticator app is on, its code is needed too where money goes", async () => {
    const phone = await turnOnApp(app, client, member);
    await confirm(app, client, member, { purpose, change: wanted });
    const answer = await entry.make(client, wanted);
    if (!whereMoneyGoes.has(purpose)) return expect(answer.status).toBe(200);
    expect(answer).toMatchObject({ status: 403, body: { code: "AUTHENTICATOR_REQUIRED" } });
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
    /^(change-password|staking|staking-topup|withdraw|internal-transfer|transfer|authenticator-.*|recovery-codes|email-new)$/;
  expect(guarded.map(({ purpose }) => purpose).toSorted()).toEqual(
    otpPurposes.filter((purpose) => !elsewhere.test(purpose)).toSorted(),
  );
});
