import { createFreeCoinAddress } from "@fc/contract/coin-address/portal";
import { requestOutcome, sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { updateProfile } from "@fc/contract/profile/portal";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { after, day, hour, minute, second } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { untilWaitedFor } from "../../testing/locks.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember();
  client = await signedIn(app, member);
});

const coinAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

function profile(city: string) {
  const rest = { dob: null, nominee: "", relation: "", address: "", pin: "", country: "IN" };
  return {
    id: member.id,
    name: member.name,
    gender: "F" as const,
    mobileNumber: "+919876543210",
    city,
    ...rest,
  };
}

/** Requests a code for a change, as the form does. */
function request(
  change: Record<string, unknown> = profile("Kochi"),
  purpose: OtpPurpose = "profile",
  by = client,
) {
  return by.call(sendOtp, { params: { userId: member.id }, body: { purpose, change } });
}

/** A code that was mailed, and the name by which its page asks about it. */
async function sentCode(city = "Kochi", by = client): Promise<{ grant: string; code: string }> {
  const { status, body } = await request(profile(city), "profile", by);
  expect(status).toBe(200);
  return { grant: body.data.grant, code: await newestCode(app, member) };
}

async function enter(otp: string, grant?: string, by = client) {
  const query = grant === undefined ? {} : { grant };
  return (await by.call(verifyOtp, { params: { userId: member.id, otp }, query })).body;
}

/** A code that is none of these. */
function otherThan(...codes: string[]): string {
  const found = ["111111", "222222", "333333", "444444"].find((code) => !codes.includes(code));
  return found ?? "";
}

describe("a refused code says why", () => {
  test("wrong: with the tries that are left, and after the fifth that it is locked", async () => {
    const { grant, code } = await sentCode();
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await enter(otherThan(code), grant)).toEqual({ data: false, reason: "wrong", triesLeft });
    }
    expect(await enter(otherThan(code), grant)).toEqual({ data: false, reason: "locked" });
    expect(await enter(code, grant)).toEqual({ data: false, reason: "locked" });
  });

  test("expired, also when the page has waited for hours", async () => {
    const { grant, code } = await sentCode();
    app.time.advance(10 * minute);
    expect(await enter(code, grant)).toEqual({ data: false, reason: "expired" });
    app.time.advance(3 * hour);
    expect(await enter(code, grant)).toEqual({ data: false, reason: "expired" });
  });

  test("earlier: of the mail before the newest, which is still valid", async () => {
    const first = await sentCode();
    app.time.advance(31 * second);
    const newer = await sentCode();
    if (first.code === newer.code) return;
    expect(await enter(first.code, newer.grant)).toEqual({ data: false, reason: "earlier", triesLeft: 4 });
    expect(await enter(newer.code, newer.grant)).toEqual({ data: true });
  });

  test("replaced: another tab requested a code for another change, whichever code is entered", async () => {
    const firstTab = await sentCode("Kochi");
    app.time.advance(31 * second);
    const secondTab = await sentCode("Pune");
    for (const code of [firstTab.code, secondTab.code, otherThan(firstTab.code, secondTab.code)]) {
      expect(await enter(code, firstTab.grant)).toEqual({ data: false, reason: "replaced" });
    }
    // What the first tab entered was not compared with the second tab's code and took none of its tries.
    const wrong = otherThan(firstTab.code, secondTab.code);
    expect(await enter(wrong, secondTab.grant)).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    expect(await enter(secondTab.code, secondTab.grant)).toEqual({ data: true });
  });

  test("replaced, also while the other tab's code is still being sent", async () => {
    const { grant, code } = await sentCode();
    async function sendInTheMiddle(tx: Tx, now: Date) {
      const row = await tx
        .updateTable("otp_grants")
        .set({ closed_at: now })
        .where("id", "=", grant)
        .returningAll()
        .executeTakeFirstOrThrow();
      const newer = { ...row, id: randomUUID(), change_digest: Buffer.alloc(32), created_at: now };
      await tx
        .insertInto("otp_grants")
        .values({ ...newer, closed_at: null })
        .execute();
      const answer = enter(code, grant);
      await untilWaitedFor(tx);
      return { answer };
    }
    const entered = await atomically(app.db, sendInTheMiddle, after(app.time.now, second));
    expect(await entered.answer).toEqual({ data: false, reason: "replaced" });
  });

  test("not replaced, if the other tab requested a code for the very same change: the newer one is valid in both", async () => {
    const firstTab = await sentCode("Kochi");
    app.time.advance(31 * second);
    const secondTab = await sentCode("Kochi");
    expect(await enter(secondTab.code, firstTab.grant)).toEqual({ data: true });
  });

  test("closed: another tab looked up what became of the request, and nothing had been done", async () => {
    const key = randomUUID();
    const body = { purpose: "profile", change: profile("Kochi"), key } as const;
    const sent = await client.call(sendOtp, { params: { userId: member.id }, body });
    const code = await newestCode(app, member);
    const looked = await client.call(requestOutcome, { params: { userId: member.id, key } });
    expect(looked.body.data).toEqual({ state: "not-done" });
    const closed = { data: false, reason: "closed" };
    expect(await enter(code, sent.body.data.grant)).toEqual(closed);
    expect(await enter(otherThan(code), sent.body.data.grant)).toEqual(closed);
  });

  test("spent: the change was made", async () => {
    const { grant, code } = await sentCode();
    await enter(code, grant);
    expect((await client.call(updateProfile, { body: profile("Kochi") })).status).toBe(200);
    expect(await enter(code, grant)).toEqual({ data: false, reason: "spent" });
    expect(await enter(code)).toEqual({ data: false, reason: "spent" });
  });

  test("a code of another purpose neither opens this one nor loses a try by it", async () => {
    const { grant, code } = await sentCode();
    const change = { userId: member.id, freeCoinAddress: coinAddress };
    const other = (await request(change, "coin-address-create")).body.data.grant;
    const otherCode = await newestCode(app, member);
    if (code === otherCode) return;
    expect(await enter(code, other)).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    expect(await enter(otherThan(code, otherCode), grant)).toEqual({
      data: false,
      reason: "wrong",
      triesLeft: 4,
    });
  });

  test("a code that names no grant is compared with the newest open one, and neither opens an older one nor tells it", async () => {
    const older = await sentCode();
    app.time.advance(second);
    const change = { userId: member.id, freeCoinAddress: coinAddress };
    await request(change, "coin-address-create");
    const newest = await newestCode(app, member);
    if (older.code === newest) return;
    expect(await enter(older.code)).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    expect((await client.call(updateProfile, { body: profile("Kochi") })).body.code).toBe("INVALID_OTP");
    expect(await enter(newest)).toEqual({ data: true });
    expect((await client.call(createFreeCoinAddress, { body: change })).status).toBe(200);
    // The older one has lost no try, and is the newest open one now.
    expect(await enter(otherThan(older.code), older.grant)).toMatchObject({ triesLeft: 4 });
    expect(await enter(older.code)).toEqual({ data: true });
  });

  test("of another session or member: as if there were no such code, and it loses no try", async () => {
    const { grant, code } = await sentCode();
    const otherDevice = await signedIn(app, member);
    for (let tries = 0; tries < 6; tries++) {
      expect(await enter(code, grant, otherDevice)).toEqual({ data: false, reason: "expired" });
    }
    expect(await enter(code, randomUUID())).toEqual({ data: false, reason: "expired" });
    expect((await client.send("GET", `/api/user/otp/verify/${member.id}/123456?grant=x`)).status).toBe(400);
    expect(await enter(otherThan(code), grant)).toEqual({ data: false, reason: "wrong", triesLeft: 4 });
    expect(await enter(code, grant)).toEqual({ data: true });
  });

  test("never says more tries than the day's limit of wrong codes leaves", async () => {
    for (let codes = 0; codes < 3; codes++) {
      const { grant, code } = await sentCode();
      for (let tries = 0; tries < 5; tries++) await enter(otherThan(code), grant);
      app.time.advance(31 * second);
    }
    const { grant, code } = await sentCode();
    await enter(otherThan(code), randomUUID());
    await enter(otherThan(code), randomUUID());
    expect(await enter(otherThan(code), grant)).toMatchObject({ reason: "wrong", triesLeft: 2 });
    expect(await enter(otherThan(code), grant)).toMatchObject({ reason: "wrong", triesLeft: 1 });
    expect(await enter(otherThan(code), grant)).toMatchObject({ reason: "locked" });
    expect(await enter(code, grant)).toMatchObject({ code: "TOO_MANY_REQUESTS", limit: "otp-failures" });
  });

  test("wrong, after the right one was entered: that takes it no try, and only wrong ones count for the day", async () => {
    const { grant, code } = await sentCode();
    expect(await enter(code, grant)).toEqual({ data: true });
    for (let triesLeft = 19; triesLeft > 13; triesLeft--) {
      expect(await enter(otherThan(code), grant)).toEqual({ data: false, reason: "wrong", triesLeft });
    }
    expect(await enter(code, grant)).toEqual({ data: true });
    expect((await client.call(updateProfile, { body: profile("Kochi") })).status).toBe(200);
  });

  test("where the page names no grant: by the code that it is, or else by the newest one", async () => {
    expect(await enter("000000")).toEqual({ data: false, reason: "wrong" });
    const spent = await sentCode("Kochi");
    await enter(spent.code, spent.grant);
    await client.call(updateProfile, { body: profile("Kochi") });
    app.time.advance(31 * second);
    const newest = await sentCode("Pune");
    app.time.advance(10 * minute);
    if (spent.code === newest.code) return;
    expect(await enter(spent.code)).toEqual({ data: false, reason: "spent" });
    expect(await enter(newest.code)).toEqual({ data: false, reason: "expired" });
    expect(await enter(otherThan(spent.code, newest.code))).toEqual({ data: false, reason: "expired" });
    // A code is recognised for an hour.
    app.time.advance(hour);
    expect(await enter(newest.code)).toEqual({ data: false, reason: "wrong" });
  });

  test("32 guesses at once get five tries, and each is counted", async () => {
    const { grant, code } = await sentCode();
    const answers = await Promise.all(Array.from({ length: 32 }, () => enter(otherThan(code), grant)));
    const wrong = answers.filter(({ reason }) => reason === "wrong").map(({ triesLeft }) => triesLeft);
    expect(wrong.toSorted((a, b) => b - a)).toEqual([4, 3, 2, 1]);
    expect(answers.filter(({ reason }) => reason === "locked")).toHaveLength(16);
    expect(answers.filter(({ limit }) => limit === "otp-failures")).toHaveLength(12);
  });
});

describe("codes are limited", () => {
  /** As many codes as a member had at a time, without waiting half a minute for each. */
  async function had(count: number, { at, used }: { at: Date; used: boolean }): Promise<void> {
    const { id: sessionId } = await app.db
      .selectFrom("sessions")
      .select("id")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const codes = Array.from({ length: count }, () => ({
      id: randomUUID(),
      member_id: member.id,
      session_id: sessionId,
      purpose: "fmdc",
      change_digest: Buffer.alloc(32),
      code_hash: Buffer.alloc(32),
      tries_left: 5,
      created_at: at,
      expires_at: after(at, 10 * minute),
      verified_at: used ? at : null,
      closed_at: at,
      consumed_at: used ? at : null,
    }));
    await app.db.insertInto("otp_grants").values(codes).execute();
  }

  test("one in 30 seconds for one kind of change: refused with the limit's name and the wait", async () => {
    await sentCode();
    app.time.advance(2 * second);
    expect(await request()).toMatchObject({
      status: 429,
      body: { code: "TOO_MANY_REQUESTS", limit: "otp-resend", retryAfterSeconds: 28 },
    });
  });

  test("ten an hour that were not used; the next one can be sent an hour after the oldest", async () => {
    await had(1, { at: after(app.time.now, -40 * minute), used: false });
    await had(9, { at: after(app.time.now, -10 * minute), used: false });
    const refused = { status: 429, body: { limit: "otp-send", retryAfterSeconds: 20 * 60 } };
    expect(await request()).toMatchObject(refused);
    // A refusal is no code: it makes nothing wait longer.
    expect(await request()).toMatchObject(refused);
    expect(await app.mailsTo(member.email)).toEqual([]);
    app.time.advance(20 * minute);
    await sentCode();
  });

  test("those that were used are not counted: a member can fill in a dozen records in one hour", async () => {
    for (let change = 0; change < 12; change++) {
      const city = `Kochi ${change}`;
      const { grant, code } = await sentCode(city);
      expect(await enter(code, grant)).toEqual({ data: true });
      expect((await client.call(updateProfile, { body: profile(city) })).status).toBe(200);
      app.time.advance(31 * second);
    }
  });

  test("a code that was entered for a refused change is not used", async () => {
    await had(9, { at: app.time.now, used: false });
    const { grant, code } = await sentCode();
    await enter(code, grant);
    await client.call(updateProfile, { body: profile("Pune") });
    const change = { userId: member.id, freeCoinAddress: coinAddress };
    expect((await request(change, "coin-address-create")).body.limit).toBe("otp-send");
    await client.call(updateProfile, { body: profile("Kochi") });
    expect((await request(change, "coin-address-create")).status).toBe(200);
    await client.call(createFreeCoinAddress, { body: change });
  });

  test("a hundred a day, used or not", async () => {
    await had(1, { at: after(app.time.now, -20 * hour), used: true });
    await had(99, { at: after(app.time.now, -2 * hour), used: true });
    const refused = { status: 429, body: { limit: "otp-send-day", retryAfterSeconds: (4 * hour) / second } };
    expect(await request()).toMatchObject(refused);
    app.time.advance(4 * hour);
    await sentCode();
  });

  test("32 requests at once from two devices, for two kinds of change, find no more room than there is", async () => {
    await had(9, { at: app.time.now, used: false });
    const otherDevice = await signedIn(app, member);
    const change = { userId: member.id, freeCoinAddress: coinAddress };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, number) => {
        const by = number % 4 < 2 ? client : otherDevice;
        return number % 2 === 0
          ? request(profile("Kochi"), "profile", by)
          : request(change, "coin-address-create", by);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(31);
    expect(await app.mailsTo(member.email)).toHaveLength(1);
  });

  test("after twenty wrong ones in a day none is sent, and the refusal says until when", async () => {
    for (let tries = 0; tries < 20; tries++) await enter("000000");
    app.time.advance(hour);
    const refused = { limit: "otp-failures", retryAfterSeconds: (day - hour) / second };
    expect((await request()).body).toMatchObject(refused);
    expect(await enter("000000")).toMatchObject(refused);
  });
});
