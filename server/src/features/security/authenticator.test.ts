import {
  authenticator,
  cancelAuthenticator,
  finishAuthenticator,
  recoveryCodeText,
  renewRecoveryCodes,
  startAuthenticator,
  turnOffAuthenticator,
  verifyAuthenticator,
} from "@fc/contract/security/authenticator";
import { sendOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import type { Route } from "@fc/contract/route";
import { memberEvents } from "@fc/contract/security/portal";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day, minute, second } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { codeShown, keyForApp, turnOnApp } from "../../testing/authenticator-app.ts";
import { confirm, fund, longAgo, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer } from "../../testing/withdrawals.ts";

let app: TestApp;
let house: TestMember;
let member: TestMember;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  house = await app.addMember({ name: "Company Account" });
  await setSetting(app.databaseUrl, "transfer", {
    minimumFc: 1,
    notedMinimumFc: 5_000_000,
    defaultReceiverRefId: house.refId,
    betweenMembers: true,
    hiddenReceiverRefIds: [],
  });
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 12_000_000, transfer: 2_000_000 });
  client = await signedIn(app, member);
});

const own = (of: TestMember = member) => ({ userId: of.id });
const stateOf = async (by = client, of = member) =>
  (await by.call(authenticator, { params: { userId: of.id } })).body.data;

/** What an app with this key shows now, or some steps away. */
function shownBy({ key }: { key: string }, steps = 0): string {
  const at = new Date(app.time.now.getTime() + steps * 30 * second);
  return codeShown(key, at);
}
const finish = (code: string, by = client) => by.call(finishAuthenticator, { body: { ...own(), code } });

const startSetup = () => keyForApp(app, client, member);
const turnOn = (by = client, of = member) => turnOnApp(app, by, of);

const withdrawal = (repeats?: string) => ({
  userId: member.id,
  amount: 6_000_000,
  currencyType: "coin" as const,
  ...(repeats !== undefined && { repeats }),
});
const confirmWithdrawal = (by = client) =>
  confirm(app, by, member, { purpose: "withdraw", change: withdrawal() });
const withdraw = (by = client, repeats?: string) => by.call(requestWithdrawal, { body: withdrawal(repeats) });
const enter = (code: string, purpose: OtpPurpose = "withdraw", by = client) =>
  by.call(verifyAuthenticator, { body: { ...own(), purpose, code } });

async function expectNothingMoved() {
  expect((await withdraw()).body.code).toBe("AUTHENTICATOR_REQUIRED");
  expect(await walletsOf(app.db, member)).toMatchObject({ staking: 12_000_000, withdraw_pending: 0 });
}

describe("turning it on", () => {
  test("needs the mailed code and then the app's, and returns ten recovery codes", async () => {
    expect(await stateOf()).toEqual({ on: null, enrolment: null });
    expect((await client.call(startAuthenticator, { body: own() })).body.code).toBe("INVALID_OTP");
    const key = await startSetup();
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect((await stateOf()).enrolment.uri).toContain(`otpauth://totp/FC%20Portal:${member.refId}?`);
    expect((await stateOf()).on).toBeNull();
    const answer = await finish(shownBy({ key }));
    expect(answer.body.message).toBe("Authenticator app turned on");
    expect(new Set(answer.body.data.recoveryCodes).size).toBe(10);
    expect(await stateOf()).toEqual({
      on: { since: app.time.now.toISOString(), recoveryCodesLeft: 10 },
      enrolment: null,
    });
    const mail = (await app.mailsTo(member.email)).at(-1);
    expect(mail?.subject).toBe("Your FC Portal authenticator app was turned on");
    expect(mail?.text).toContain("192.0.2.1");
  });

  test("a wrong code leaves it off, and the right one still turns it on", async () => {
    const key = await startSetup();
    expect((await finish(shownBy({ key }, 5))).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    expect((await stateOf()).on).toBeNull();
    expect((await finish(shownBy({ key }))).status).toBe(200);
  });

  test("the key is shown to the session that requested it, for half an hour", async () => {
    const key = await startSetup();
    const other = await signedIn(app, member);
    expect((await stateOf(other)).enrolment).toBeNull();
    expect((await finish(shownBy({ key }), other)).body.code).toBe("ENROLMENT_GONE");
    app.time.advance(30 * minute);
    expect((await stateOf()).enrolment).toBeNull();
    expect((await finish(shownBy({ key }))).body.code).toBe("ENROLMENT_GONE");
  });

  test("giving up forgets the key", async () => {
    const key = await startSetup();
    expect((await client.call(cancelAuthenticator, { body: own() })).status).toBe(200);
    expect((await finish(shownBy({ key }))).body.code).toBe("ENROLMENT_GONE");
  });

  test("a retry after a lost response shows the same key", async () => {
    const key = await startSetup();
    expect((await client.call(startAuthenticator, { body: own() })).status).toBe(200);
    expect((await stateOf()).enrolment.key).toBe(key);
  });

  test("is done once, when two tabs finish at the same moment", async () => {
    const key = await startSetup();
    const answers = await Promise.all([finish(shownBy({ key })), finish(shownBy({ key }))]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "404"]);
  });

  test("a second one is refused before a code is mailed", async () => {
    await turnOn();
    app.time.advance(31 * second);
    const body = { purpose: "authenticator-on" as const, change: own() };
    const answer = await client.call(sendOtp, { params: { userId: member.id }, body });
    expect(answer.body.code).toBe("AUTHENTICATOR_ON");
  });

  test("neither the key nor a recovery code is in the database", async () => {
    const key = await startSetup();
    const secret = Buffer.from(Secret.fromBase32(key).bytes);
    const enrolments = await app.db.selectFrom("authenticator_enrolments").select("secret").execute();
    const { recoveryCodes } = (await finish(shownBy({ key }))).body.data;
    const kept = await app.db.selectFrom("authenticators").select("secret").execute();
    for (const row of [...enrolments, ...kept]) expect(row.secret.includes(secret)).toBe(false);
    const hashes = JSON.stringify(await app.db.selectFrom("recovery_codes").selectAll().execute());
    for (const code of recoveryCodes) expect(hashes).not.toContain(Buffer.from(code).toString("hex"));
  });
});

const received = () => ({ fromRefId: member.refId, toRefId: house.refId, amount: 10 });
const moved = () => ({
  userId: member.id,
  refId: member.refId,
  amount: 500,
  currencyType: "internal transfer",
});
const staked = () => ({ userId: member.id, refId: member.refId, amount: 15 });
const money: [OtpPurpose, Route, () => Record<string, unknown>][] = [
  ["withdraw", requestWithdrawal, withdrawal],
  ["internal-transfer", transferInternally, moved],
  ["transfer", transferCoins, received],
  ["staking-topup", topUpStake, staked],
];

describe.each(money)("while it is on, %s", (purpose, route, change) => {
  test("requires the app's code beside the mailed one", async () => {
    const phone = await turnOn();
    const before = await walletsOf(app.db, member);
    await confirm(app, client, member, { purpose, change: change() });
    const without = await client.call(route, { body: change() } as never);
    expect(without).toMatchObject({ status: 403, body: { code: "AUTHENTICATOR_REQUIRED" } });
    expect(await walletsOf(app.db, member)).toEqual(before);
    expect((await enter(shownBy(phone), purpose)).status).toBe(200);
    expect((await client.call(route, { body: change() } as never)).status).toBe(200);
    expect(await walletsOf(app.db, member)).not.toEqual(before);
    const { data } = (await client.call(memberEvents, { params: { userId: member.id }, query: {} })).body;
    expect(data).toHaveLength(2);
  });
});

describe("the app's code", () => {
  test("is announced when the mailed one is sent, to those who have turned it on", async () => {
    const needsAppCode = async (by: TestClient, of: TestMember, purpose: OtpPurpose, change: object) => {
      app.time.advance(31 * second);
      const body = { purpose, change: change as Record<string, unknown> };
      return (await by.call(sendOtp, { params: { userId: of.id }, body })).body.data.authenticator;
    };
    expect(await needsAppCode(client, member, "withdraw", withdrawal())).toBe(false);
    await turnOn();
    expect(await needsAppCode(client, member, "withdraw", withdrawal())).toBe(true);
    const change = { userId: member.id, oldPassword: "Correct-Horse-9", newPassword: "Monsoon over Kochi 5" };
    expect(await needsAppCode(client, member, "change-password", change)).toBe(false);
  });

  test("is refused before the mailed one was verified, in another session and for another purpose", async () => {
    const phone = await turnOn();
    app.time.advance(31 * second);
    expect((await enter(shownBy(phone))).body.code).toBe("INVALID_OTP");
    await confirmWithdrawal();
    const other = await signedIn(app, member);
    expect((await enter(shownBy(phone), "withdraw", other)).body.code).toBe("INVALID_OTP");
    expect((await enter(shownBy(phone), "transfer")).body.code).toBe("INVALID_OTP");
    await expectNothingMoved();
  });

  test("is accepted from the step before or after, as clocks differ", async () => {
    const phone = await turnOn();
    app.time.advance(minute);
    await confirmWithdrawal();
    expect((await enter(shownBy(phone, -1))).status).toBe(200);
    expect((await withdraw()).status).toBe(200);
  });

  test.each([-2, 2])("is refused %i steps away", async (steps) => {
    const phone = await turnOn();
    app.time.advance(2 * minute);
    await confirmWithdrawal();
    expect((await enter(shownBy(phone, steps))).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    await expectNothingMoved();
  });

  test("works once: neither it nor one of the step before is accepted for a second change", async () => {
    const phone = await turnOn();
    await confirmWithdrawal();
    const used = shownBy(phone);
    expect((await enter(used)).status).toBe(200);
    const { reference } = (await withdraw()).body.data;
    await fund(app.db, member, { staking: 6_000_000 }, app.time.now);
    const other = await signedIn(app, member);
    const body = { purpose: "withdraw" as const, change: withdrawal(reference) };
    // The same half minute: confirmed without its wait.
    await app.db.deleteFrom("rate_limits").execute();
    await other.call(sendOtp, { params: { userId: member.id }, body });
    await app.db.updateTable("otp_grants").set({ verified_at: app.time.now }).execute();
    for (const code of [used, shownBy(phone, -1)]) {
      expect((await enter(code, "withdraw", other)).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    }
    expect((await withdraw(other, reference)).body.code).toBe("AUTHENTICATOR_REQUIRED");
    expect(await walletsOf(app.db, member)).toMatchObject({ withdraw_pending: 6_000_000 });
  });

  test("the one that turned it on is used up as well", async () => {
    const key = await startSetup();
    const first = shownBy({ key });
    await finish(first);
    await app.db.deleteFrom("rate_limits").execute();
    const body = { purpose: "withdraw" as const, change: withdrawal() };
    await client.call(sendOtp, { params: { userId: member.id }, body });
    await app.db.updateTable("otp_grants").set({ verified_at: app.time.now }).execute();
    expect((await enter(first)).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    await expectNothingMoved();
  });

  test("sent eight times at once, it confirms one change", async () => {
    const phone = await turnOn();
    await confirmWithdrawal();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(shownBy(phone))));
    // A right code is accepted again, because the first answer may be lost; it is still one change.
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await Promise.all(Array.from({ length: 8 }, () => withdraw()));
    expect(await walletsOf(app.db, member)).toMatchObject({ withdraw_pending: 6_000_000 });
  });

  test("of another member does not work", async () => {
    await turnOn();
    const theirs = await app.addMember();
    const stranger = await turnOn(await signedIn(app, theirs), theirs);
    await confirmWithdrawal();
    for (const code of [shownBy(stranger), stranger.recoveryCodes[0]!]) {
      expect((await enter(code)).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    }
    await expectNothingMoved();
  });

  test("of another member does not work either where that member's secret was copied in the database", async () => {
    await turnOn();
    const theirs = await app.addMember();
    const stranger = await turnOn(await signedIn(app, theirs), theirs);
    const copied = await app.db
      .selectFrom("authenticators")
      .selectAll()
      .where("owner_id", "=", theirs.id)
      .executeTakeFirstOrThrow();
    await app.db.deleteFrom("authenticators").where("owner_id", "=", member.id).execute();
    await app.db
      .insertInto("authenticators")
      .values({ ...copied, owner_id: member.id })
      .execute();
    await confirmWithdrawal();
    expect((await enter(shownBy(stranger))).status).toBe(500);
    await expectNothingMoved();
  });

  test("is guessed twenty times a day at most, even when all are sent at once", async () => {
    const phone = await turnOn();
    await confirmWithdrawal();
    const guesses = await Promise.all(Array.from({ length: 24 }, () => enter("000000")));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    const right = await enter(shownBy(phone));
    expect(right.status).toBe(429);
    expect(right.body.retryAfterSeconds).toBeGreaterThan(0);
    await expectNothingMoved();
    app.time.advance(day);
    client = await signedIn(app, member);
    await confirmWithdrawal();
    expect((await enter(shownBy(phone))).status).toBe(200);
  });

  test.each(["", " ", "12345", "1234567", "१२३४५६", "<script>", "😀😀😀", "' or 1=1", "x".repeat(40)])(
    "%j is refused in plain words",
    async (code) => {
      await turnOn();
      await confirmWithdrawal();
      expect(await enter(code)).toMatchObject({ status: 403, body: { code: "INVALID_AUTHENTICATOR_CODE" } });
      expect((await enter("1".repeat(10_000))).status).toBe(400);
      await expectNothingMoved();
    },
  );

  test("turned on on another device meanwhile, it is required as well", async () => {
    await confirmWithdrawal();
    const other = await signedIn(app, member);
    await turnOn(other);
    await expectNothingMoved();
  });
});

describe("a recovery code", () => {
  test("works in place of the app, once, however it is typed", async () => {
    const { recoveryCodes } = await turnOn();
    const code = recoveryCodes[3]!;
    await confirmWithdrawal();
    expect((await enter(` ${recoveryCodeText(code).toUpperCase()} `)).status).toBe(200);
    expect((await withdraw()).status).toBe(200);
    expect((await stateOf()).on.recoveryCodesLeft).toBe(9);
    const events = (await client.call(memberEvents, { params: { userId: member.id }, query: {} })).body.data;
    expect(events.map(({ kind }: { kind: string }) => kind)).toContain("recovery-code-used");
    const mail = (await app.mailsTo(member.email)).find(({ subject }) => subject.includes("recovery"));
    expect(mail?.subject).toBe("Your FC Portal recovery code was used");
    expect(mail?.text).toContain("Recovery codes left: 9");
    expect(mail?.text).toContain("change your password at once");

    app.time.advance(5 * minute);
    await confirmWithdrawal();
    expect((await enter(code)).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    expect((await withdraw()).body.code).toBe("AUTHENTICATOR_REQUIRED");
  });

  test("is replaced by new ones, with both codes; the old ones stop working", async () => {
    const phone = await turnOn();
    await confirm(app, client, member, { purpose: "recovery-codes", change: own() });
    expect((await client.call(renewRecoveryCodes, { body: own() })).body.code).toBe("AUTHENTICATOR_REQUIRED");
    expect((await enter(shownBy(phone), "recovery-codes")).status).toBe(200);
    const { recoveryCodes } = (await client.call(renewRecoveryCodes, { body: own() })).body.data;
    expect(recoveryCodes).toHaveLength(10);
    await confirmWithdrawal();
    expect((await enter(phone.recoveryCodes[0]!)).status).toBe(403);
    expect((await enter(recoveryCodes[0])).status).toBe(200);
  });
});

describe("turning it off", () => {
  test("needs the mailed code and the app's, or the mailbox alone would be enough", async () => {
    const phone = await turnOn();
    await confirm(app, client, member, { purpose: "authenticator-off", change: own() });
    const refused = await client.call(turnOffAuthenticator, { body: own() });
    expect(refused.body.code).toBe("AUTHENTICATOR_REQUIRED");
    expect((await stateOf()).on).not.toBeNull();
    expect((await enter(shownBy(phone), "authenticator-off")).status).toBe(200);
    const answer = await client.call(turnOffAuthenticator, { body: own() });
    expect(answer.body.message).toBe("Authenticator app turned off");
    expect((await stateOf()).on).toBeNull();
    expect((await app.mailsTo(member.email)).at(-1)?.subject).toBe(
      "Your FC Portal authenticator app was turned off",
    );
    // Requested again because the answer was lost, and then a withdrawal without it.
    expect((await client.call(turnOffAuthenticator, { body: own() })).status).toBe(200);
    await confirmWithdrawal();
    expect((await withdraw()).status).toBe(200);
  });

  test("a lost phone is turned off with a recovery code, and another set up", async () => {
    const lost = await turnOn();
    await confirm(app, client, member, { purpose: "authenticator-off", change: own() });
    await enter(lost.recoveryCodes[0]!, "authenticator-off");
    expect((await client.call(turnOffAuthenticator, { body: own() })).status).toBe(200);
    const found = await turnOn();
    expect(found.key).not.toBe(lost.key);
    await confirmWithdrawal();
    for (const code of [shownBy(lost), lost.recoveryCodes[1]!]) expect((await enter(code)).status).toBe(403);
    expect((await enter(shownBy(found))).status).toBe(200);
  });

  test("once turned on again, an earlier turning off does not count as this one", async () => {
    const first = await turnOn();
    await confirm(app, client, member, { purpose: "authenticator-off", change: own() });
    await enter(shownBy(first), "authenticator-off");
    await client.call(turnOffAuthenticator, { body: own() });
    await turnOn();
    expect((await client.call(turnOffAuthenticator, { body: own() })).body.code).toBe("INVALID_OTP");
    expect((await stateOf()).on).not.toBeNull();
  });
});
