import { randomUUID } from "node:crypto";
import { closeAccount, getClosure } from "@fc/contract/closure/portal";
import { proveEmail } from "@fc/contract/email/portal";
import { otpPurposes, requestOutcome, sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { changePassword } from "@fc/contract/password/portal";
import {
  authenticator,
  renewRecoveryCodes,
  startAuthenticator,
  turnOffAuthenticator,
  verifyAuthenticator,
} from "@fc/contract/security/authenticator";
import { addPasskey, chooseToConfirmByPasskey, endPasskey, passkeys } from "@fc/contract/security/passkeys";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { second } from "./platform/clock.ts";
import { codeShown, turnOnApp } from "./testing/authenticator-app.ts";
import { recordChanges, type Change } from "./testing/guarded-cases.ts";
import { testPassword } from "./testing/password.ts";
import { addTestPasskey } from "./testing/software-passkey.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  TestClient,
  type TestAnswer,
  type TestApp,
  type TestMember,
} from "./testing/test-app.ts";

/** The answer to a change that moves no money is lost; `core/guarded-changes/once.test.ts` tries those that do. */

interface LostCase {
  purpose: OtpPurpose;
  prepare?: (app: TestApp, member: TestMember) => Promise<void>;
  change: (app: TestApp, client: TestClient, member: TestMember) => Promise<{ wanted: Change }>;
  make: (client: TestClient, change: Change) => Promise<TestAnswer>;
  state: (app: TestApp, client: TestClient, member: TestMember) => Promise<unknown>;
  /** Where the code goes, if it is not mailed to the member's own address. */
  mailedTo?: (member: TestMember) => string;
  /** The member has an authenticator app, and the change needs its code as well. */
  needsApp?: true;
  /** The answer is kept nowhere, so the retry is refused: it cannot answer the same. */
  isAnsweredOnce?: true;
}

const ownId: LostCase["change"] = (_app, _client, { id }) => Promise.resolve({ wanted: { userId: id } });
const newEmailOf = ({ id }: TestMember) => `new-${id}@example.com`;
const appState: LostCase["state"] = async (_app, client, { id }) =>
  (await client.call(authenticator, { params: { userId: id } })).body;

const passkeyState: LostCase["state"] = async (_app, client, { id }) =>
  (await client.call(passkeys, { params: { userId: id } })).body;

const cases: readonly LostCase[] = [
  ...recordChanges.map(({ state, ...entry }) => ({
    ...entry,
    state: async (_app: TestApp, client: TestClient, member: TestMember) =>
      (await state(client, member)).body,
  })),
  {
    purpose: "change-password",
    change: (_app, _client, { id: userId }) =>
      Promise.resolve({
        wanted: { userId, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" },
      }),
    make: (client, change) => client.send("POST", `/api${changePassword.path}`, change),
    state: async (app, _client, { refId }) => typeof (await new TestClient(app).logIn(refId)).body.token,
  },
  {
    purpose: "email-new",
    change: (_app, _client, member) =>
      Promise.resolve({ wanted: { userId: member.id, newEmail: newEmailOf(member) } }),
    mailedTo: newEmailOf,
    make: (client, change) => client.send("POST", `/api${proveEmail.path}`, change),
    // The next step sends its code only if this one is done.
    state: async (_app, client, member) => {
      const change = { userId: member.id, newEmail: newEmailOf(member) };
      const body = { purpose: "email" as const, change };
      const { code } = (await client.call(sendOtp, { params: { userId: member.id }, body })).body;
      return code !== "EMAIL_NOT_PROVEN";
    },
  },
  {
    purpose: "close-account",
    change: (_app, _client, { id: userId }) =>
      Promise.resolve({ wanted: { userId, leftFc: 0, lockedFc: 0 } }),
    make: (client, change) => client.send("POST", `/api${closeAccount.path}`, change),
    state: async (_app, client, { id }) =>
      (await client.call(getClosure, { params: { userId: id } })).body.data.asked,
  },
  {
    purpose: "authenticator-on",
    change: ownId,
    make: (client, change) => client.send("POST", `/api${startAuthenticator.path}`, change),
    state: appState,
  },
  {
    purpose: "authenticator-off",
    change: ownId,
    needsApp: true,
    make: (client, change) => client.send("POST", `/api${turnOffAuthenticator.path}`, change),
    state: appState,
  },
  {
    purpose: "recovery-codes",
    change: ownId,
    needsApp: true,
    isAnsweredOnce: true,
    make: (client, change) => client.send("POST", `/api${renewRecoveryCodes.path}`, change),
    state: ({ db }, _client, { id }) =>
      db.selectFrom("recovery_codes").select("code_hash").where("owner_id", "=", id).execute(),
  },
  {
    purpose: "passkey-add",
    change: (_app, _client, { id: userId }) => Promise.resolve({ wanted: { userId, name: "Phone" } }),
    make: (client, change) => client.send("POST", `/api${addPasskey.path}`, change),
    state: ({ db }) => db.selectFrom("passkey_challenges").select("holder").execute(),
  },
  {
    purpose: "passkey-end",
    change: async (givenApp, client, member) => {
      await addTestPasskey(givenApp, client, member);
      const { body } = await client.call(passkeys, { params: { userId: member.id } });
      return { wanted: { userId: member.id, passkeyId: body.data.passkeys[0].id } };
    },
    make: (client, change) => client.send("POST", `/api${endPasskey.path}`, change),
    state: passkeyState,
  },
  {
    purpose: "passkey-confirm",
    change: async (givenApp, client, member) => {
      await addTestPasskey(givenApp, client, member);
      return { wanted: { userId: member.id } };
    },
    make: (client, change) => client.send("POST", `/api${chooseToConfirmByPasskey.path}`, change),
    state: passkeyState,
  },
];

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

describe.each(cases)("$purpose", (entry) => {
  const { purpose } = entry;
  let member: TestMember;
  let client: TestClient;
  let wanted: Change;
  let before: unknown;
  let appKey: string | undefined;
  beforeEach(async () => {
    member = await app.addMember();
    await entry.prepare?.(app, member);
    client = await signedIn(app, member);
    appKey = entry.needsApp && (await turnOnApp(app, client, member)).key;
    ({ wanted } = await entry.change(app, client, member));
    before = await state();
  });

  const state = () => entry.state(app, client, member);
  const outcome = async (key: string, by = client, of = member) =>
    (await by.call(requestOutcome, { params: { userId: of.id, key } })).body.data;
  const requestCode = (key: string) =>
    client.call(sendOtp, { params: { userId: member.id }, body: { purpose, change: wanted, key } });

  /** Up to the call that makes the change, under this key. */
  async function confirmUnder(key: string): Promise<void> {
    app.time.advance(31 * second);
    expect((await requestCode(key)).status).toBe(200);
    const otp = await newestCode(app, { email: entry.mailedTo?.(member) ?? member.email });
    const params = { userId: member.id, otp };
    expect((await client.call(verifyOtp, { params, query: {} })).body.data).toBe(true);
    if (appKey === undefined) return;
    const body = { userId: member.id, purpose, code: codeShown(appKey, app.time.now) };
    expect((await client.call(verifyAuthenticator, { body })).status).toBe(200);
  }

  /** What a change that is made leaves behind beside itself. */
  async function traces() {
    const events = await app.db
      .selectFrom("member_events")
      .select("kind")
      .where("member_id", "=", member.id)
      .execute();
    const mails = (await app.mailsTo(member.email)).map(({ subject }) => subject);
    return { events, mails: mails.filter((subject) => !subject.includes("code")) };
  }

  test("is made once: sent again it answers the same, and its key is found by its member and by nobody else", async () => {
    const key = randomUUID();
    await confirmUnder(key);
    const first = await entry.make(client, wanted);
    expect(first.status).toBe(200);
    const [after, left] = [await state(), await traces()];
    expect(after).not.toEqual(before);

    const again = await entry.make(client, wanted);
    if (entry.isAnsweredOnce) expect(again.body.code).toBe("INVALID_OTP");
    else expect([again.status, again.body]).toEqual([first.status, first.body]);
    const stranger = await app.addMember();
    const theirs = await signedIn(app, stranger);
    expect(await outcome(key, theirs, stranger)).toEqual({ state: "not-done" });
    expect(await outcome(key, theirs, member)).toBeUndefined();
    for (let time = 0; time < 2; time++) expect(await outcome(key)).toEqual({ state: "done" });
    expect([await state(), await traces()]).toEqual([after, left]);
  });

  test("that arrives after the look-up said it was not done is refused, and so is another code for its key", async () => {
    const key = randomUUID();
    await confirmUnder(key);
    const left = await traces();
    expect(await outcome(key)).toEqual({ state: "not-done" });
    expect((await entry.make(client, wanted)).body.code).toBe("INVALID_OTP");
    app.time.advance(31 * second);
    expect((await requestCode(key)).body.code).toBe("GIVEN_UP");
    expect(await outcome(key)).toEqual({ state: "not-done" });
    expect([await state(), await traces()]).toEqual([before, left]);
  });
});

test("every purpose that moves no money and changes something is tried here", () => {
  const others = new Set<OtpPurpose>([
    "my-data",
    "staking",
    "staking-topup",
    "stake-undo",
    "withdraw",
    "internal-transfer",
    "transfer",
  ]);
  expect(cases.map(({ purpose }) => purpose).toSorted()).toEqual(
    otpPurposes.filter((purpose) => !others.has(purpose)).toSorted(),
  );
});
