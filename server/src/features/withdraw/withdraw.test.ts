import { randomUUID } from "node:crypto";
import { sendOtp } from "@fc/contract/otp/portal";
import { requestWithdrawal, transferInternally, withdrawState } from "@fc/contract/withdraw/portal";
import { walletSummary } from "@fc/contract/wallet/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmedBy } from "../../core/guarded-changes/guarded-change.ts";
import { hour } from "../../platform/clock.ts";
import {
  confirm,
  devices,
  fund,
  giveAddress,
  giveStake,
  grant,
  longAgo,
  setPrice,
  setSetting,
  walletsOf,
} from "../../testing/money.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress } from "../../testing/withdrawals.ts";

const otherAddress = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

let app: TestApp;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => stopWithBooksRight(app));

beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 3_000_000, earning: 4_000_000, offer: 5_000_000 });
  client = await signedIn(app, member);
});

const bodyOf = (amount: unknown, of: TestMember = member) => ({
  userId: of.id,
  amount: amount as number,
  currencyType: "coin" as const,
});
const move = (amount: unknown, of: TestMember = member) => ({
  userId: of.id,
  refId: of.refId,
  amount: amount as number,
  currencyType: "internal transfer" as const,
});

const requestCode = (
  change: Record<string, unknown>,
  purpose: "withdraw" | "internal-transfer" = "withdraw",
) => client.call(sendOtp, { params: { userId: member.id }, body: { purpose, change } });

async function withdraw(body = bodyOf(6_000_000), key?: string) {
  await confirm(app, client, member, { purpose: "withdraw", change: body });
  return client.call(requestWithdrawal, { body }, key);
}

async function sessionIdOf({ id }: TestMember): Promise<string> {
  const rows = await app.db.selectFrom("sessions").select("id").where("member_id", "=", id).execute();
  return rows.at(-1)!.id;
}

const rowsOf = ({ id }: TestMember) =>
  app.db.selectFrom("withdrawals").selectAll().where("member_id", "=", id).orderBy("id").execute();

async function expectNothingMoved() {
  expect(await walletsOf(app.db, member)).toMatchObject({
    staking: 3_000_000,
    earning: 4_000_000,
    offer: 5_000_000,
    withdraw_pending: 0,
    transfer: 0,
  });
  expect(await rowsOf(member)).toEqual([]);
}

describe("a coin withdrawal", () => {
  test("is drawn from staking, then earning, then offer, and waits in the member's hold", async () => {
    const { status, body } = await withdraw(bodyOf(8_000_000.5));
    expect({ status, message: body.message }).toEqual({ status: 200, message: "Withdraw Request sent" });
    expect(await walletsOf(app.db, member)).toMatchObject({
      staking: 0,
      earning: 0,
      offer: 3_999_999.5,
      withdraw_pending: 8_000_000.5,
    });
    expect(await rowsOf(member)).toMatchObject([
      {
        id: body.data.id,
        amount_fc: 80_000_005_000n,
        fee_fc: 2_000_000_000n,
        from_staking_fc: 30_000_000_000n,
        from_earning_fc: 40_000_000_000n,
        from_offer_fc: 10_000_005_000n,
        address: coinAddress,
        status: "P",
      },
    ]);
  });

  test("is confirmed by a mail before, with amount and address, and by one after", async () => {
    await withdraw();
    const [code, request] = (await app.mailsTo(member.email)).slice(-2);
    expect(code?.text).toContain("60,00,000 FC");
    expect(code?.text).toContain(coinAddress);
    expect(request?.subject).toBe("Your withdrawal request");
    expect(request?.text).toContain("58,00,000 FC");
  });

  test.each([
    ["below the enforced minimum", 4_999_999.9999],
    ["above the three wallets together", 12_000_000.0001],
  ])("%s is refused before a code is sent", async (_, amount) => {
    const answer = await requestCode(bodyOf(amount));
    expect(answer).toMatchObject({ status: 422, body: { message: "Please enter valid amount" } });
    expect(await app.mailsTo(member.email)).toEqual([]);
    await expectNothingMoved();
  });

  test.each([
    ["text", "6000000"],
    ["zero", 0],
    ["negative", -6_000_000],
    ["finer than the unit", 6_000_000.000_01],
    ["above 2^53", 2 ** 53 + 2],
    ["beyond what a number carries exactly", 123_456_789_012_345],
    ["nothing", null],
    ["a list", [6_000_000]],
  ])("of %s as the amount is no request at all", async (_, amount) => {
    for (const answer of [
      await requestCode(bodyOf(amount)),
      await client.call(requestWithdrawal, { body: bodyOf(amount) }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.fields.amount).toBe("Please enter valid amount");
    }
    await expectNothingMoved();
  });

  test("of the exact minimum and of everything passes", async () => {
    expect((await withdraw(bodyOf(5_000_000))).status).toBe(200);
    expect((await withdraw(bodyOf(7_000_000))).status).toBe(200);
    expect(await walletsOf(app.db, member)).toMatchObject({ staking: 0, earning: 0, offer: 0 });
  });

  test("needs a stake, once", async () => {
    member = await app.addMember();
    await fund(app.db, member, { earning: 9_000_000 }, app.time.now);
    await giveAddress(app.db, member, coinAddress, longAgo(app.time.now));
    client = await signedIn(app, member);
    expect((await requestCode(bodyOf(6_000_000))).body.message).toBe("Please stake and try again");
    expect((await requestCode(move(600), "internal-transfer")).body.message).toBe(
      "Please stake and try again",
    );
    await giveStake(app.db, member, app.time.now);
    expect((await requestCode(bodyOf(6_000_000))).status).toBe(200);
  });

  test("needs an address", async () => {
    member = await app.addMember();
    await giveStake(app.db, member, app.time.now);
    await fund(app.db, member, { earning: 9_000_000 }, app.time.now);
    client = await signedIn(app, member);
    const answer = await requestCode(bodyOf(6_000_000));
    expect(answer.body.message).toBe("Please set free coin address before withdraw");
    expect((await requestCode(move(600), "internal-transfer")).status).toBe(200);
  });

  test("to an address that the platform itself uses is refused", async () => {
    await setSetting(app.databaseUrl, "payment", { coinAddress });
    expect((await requestCode(bodyOf(6_000_000))).body.code).toBe("PLATFORM_ADDRESS");
    expect((await requestCode(move(600), "internal-transfer")).status).toBe(200);
    await setSetting(app.databaseUrl, "payment", {});
  });

  test("waits 48 hours after a new address", async () => {
    await giveAddress(app.db, member, otherAddress, app.time.now);
    const held = await requestCode(bodyOf(6_000_000));
    expect(held).toMatchObject({
      status: 409,
      body: { code: "WITHDRAWALS_HELD", retryAfterSeconds: 172_800 },
    });
    const state = await client.call(withdrawState, { params: { userId: member.id } });
    expect(state.body.data).toEqual({
      freeCoinAddress: otherAddress,
      heldUntil: new Date(app.time.now.getTime() + 48 * hour).toISOString(),
      heldAfter: "address",
      pendingFc: 0,
      kycAboveFc: null,
      tax: null,
    });
    app.time.advance(48 * hour);
    expect((await withdraw()).status).toBe(200);
    const after = await client.call(withdrawState, { params: { userId: member.id } });
    expect(after.body.data).toMatchObject({ heldUntil: null, pendingFc: 6_000_000 });
  });

  test("is refused during the waiting time of the account, and an internal transfer is not", async () => {
    const until = new Date(app.time.now.getTime() + hour);
    await app.db
      .updateTable("members")
      .set({ withdrawals_held_until: until })
      .where("id", "=", member.id)
      .execute();
    expect((await requestCode(bodyOf(6_000_000))).body.code).toBe("WITHDRAWALS_HELD");
    expect((await requestCode(move(600), "internal-transfer")).status).toBe(200);
  });

  test("that a new address overtakes between code and request is refused by the waiting time", async () => {
    await confirm(app, client, member, { purpose: "withdraw", change: bodyOf(6_000_000) });
    await giveAddress(app.db, member, otherAddress, app.time.now);
    const answer = await client.call(requestWithdrawal, { body: bodyOf(6_000_000) });
    expect(answer.body.code).toBe("WITHDRAWALS_HELD");
    await expectNothingMoved();
  });

  describe("without any waiting time by setting", () => {
    const withdrawal = {
      minimumFc: 5_000_000,
      standardFromFc: 10_000_000,
      standardToFc: 100_000_000,
      feeFc: 200_000,
      hours: 24,
      holdHours: 0,
      needsStake: true,
    };
    beforeAll(() => setSetting(app.databaseUrl, "withdrawal", withdrawal));
    afterAll(() => setSetting(app.databaseUrl, "withdrawal", { ...withdrawal, holdHours: 48 }));

    test("a code confirms the address that its mail named and no other", async () => {
      await confirm(app, client, member, { purpose: "withdraw", change: bodyOf(6_000_000) });
      await giveAddress(app.db, member, otherAddress, app.time.now);
      const answer = await client.call(requestWithdrawal, { body: bodyOf(6_000_000) });
      expect(answer.body.code).toBe("INVALID_OTP");
      await expectNothingMoved();
    });

    test("a code confirms the fee that its mail named and no other", async () => {
      await confirm(app, client, member, { purpose: "withdraw", change: bodyOf(6_000_000) });
      expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("Fee: 2,00,000 FC");
      await setSetting(app.databaseUrl, "withdrawal", { ...withdrawal, feeFc: 900_000 });
      const answer = await client.call(requestWithdrawal, { body: bodyOf(6_000_000) });
      await setSetting(app.databaseUrl, "withdrawal", withdrawal);
      expect(answer.body.code).toBe("INVALID_OTP");
      await expectNothingMoved();
    });

    test("an address other than the one that was shown is refused as such", async () => {
      const shown = { ...bodyOf(6_000_000), freeCoinAddress: coinAddress };
      await confirm(app, client, member, { purpose: "withdraw", change: shown });
      await giveAddress(app.db, member, otherAddress, app.time.now);
      expect((await client.call(requestWithdrawal, { body: shown })).body.code).toBe("COIN_ADDRESS_CHANGED");
      expect((await requestCode(shown)).body.code).toBe("COIN_ADDRESS_CHANGED");
      await expectNothingMoved();
    });
  });

  test("needs a code, for exactly this amount, in this session", async () => {
    expect((await client.call(requestWithdrawal, { body: bodyOf(6_000_000) })).body.code).toBe("INVALID_OTP");
    await confirm(app, client, member, { purpose: "withdraw", change: bodyOf(6_000_000) });
    const other = await signedIn(app, member);
    for (const answer of [
      await client.call(requestWithdrawal, { body: bodyOf(6_000_001) }),
      await other.call(requestWithdrawal, { body: bodyOf(6_000_000) }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { message: "Please enter valid OTP" } });
    }
    await expectNothingMoved();
  });

  test("cannot be confirmed by a code for an internal transfer, nor by another member's", async () => {
    await confirm(app, client, member, { purpose: "internal-transfer", change: move(6_000_000) });
    expect((await client.call(requestWithdrawal, { body: bodyOf(6_000_000) })).body.code).toBe("INVALID_OTP");
    const stranger = await app.addMember();
    const change = confirmedBy(bodyOf(6_000_000), { address: coinAddress, feeFc: "2000000000" });
    await grant(app, await sessionIdOf(member), stranger, { purpose: "withdraw", change });
    expect((await client.call(requestWithdrawal, { body: bodyOf(6_000_000) })).body.code).toBe("INVALID_OTP");
    await expectNothingMoved();
  });

  test("replayed with its spent code is refused", async () => {
    await withdraw(bodyOf(5_000_000));
    const again = await client.call(requestWithdrawal, { body: bodyOf(5_000_000) });
    expect(again.body.code).toBe("INVALID_OTP");
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test("sent again under the same key gets the same answer, and with another body 409", async () => {
    const key = randomUUID();
    const first = await withdraw(bodyOf(5_000_000), key);
    const again = await client.call(requestWithdrawal, { body: bodyOf(5_000_000) }, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    const other = await client.call(requestWithdrawal, { body: bodyOf(5_000_001) }, key);
    expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test("tapped 16 times at once under one key is one request", async () => {
    const body = bodyOf(5_000_000);
    await confirm(app, client, member, { purpose: "withdraw", change: body });
    const key = randomUUID();
    const taps = Array.from({ length: 16 }, () => client.call(requestWithdrawal, { body }, key));
    const answers = await Promise.all(taps);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body: answer }) => answer.data.id)).size).toBe(1);
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test("without a key is refused", async () => {
    const path = `/api${requestWithdrawal.path}`;
    expect((await client.send("POST", path, bodyOf(6_000_000))).status).toBe(400);
    expect((await client.send("POST", path, bodyOf(6_000_000), { "idempotency-key": "short" })).status).toBe(
      400,
    );
  });

  test("of the whole balance from 32 devices at once passes once", async () => {
    const body = bodyOf(12_000_000);
    const change = confirmedBy(body, { address: coinAddress, feeFc: "2000000000" });
    const clients = await devices(app, member, 32, { purpose: "withdraw", change });
    const answers = await Promise.all(clients.map((device) => device.call(requestWithdrawal, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body: { message } }) => message))).toEqual(
      new Set(["Please enter valid amount"]),
    );
    expect(await walletsOf(app.db, member)).toMatchObject({ staking: 0, withdraw_pending: 12_000_000 });
    expect(await rowsOf(member)).toHaveLength(1);
  });

  test("of together more than KYC allows, from 8 devices at once, passes as far as it allows", async () => {
    await setSetting(app.databaseUrl, "kyc", { isNeeded: true, neededAboveFc: 7_000_000 });
    // The wallets hold enough for two, and no two are the same.
    const bodyAt = (at: number) => bodyOf(5_000_000 + at);
    const change = (at: number) => confirmedBy(bodyAt(at), { address: coinAddress, feeFc: "2000000000" });
    const clients = await devices(app, member, 8, { purpose: "withdraw", change });
    const answers = await Promise.all(
      clients.map((device, at) => device.call(requestWithdrawal, { body: bodyAt(at) })),
    );
    const outcomes = answers.map(({ status, body }): string => (status === 200 ? "made" : body.code));
    expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "KYC_NEEDED")).toHaveLength(7);
    await setSetting(app.databaseUrl, "kyc", {});
  });

  test("in two tabs: the second code ends the first, and what is left decides", async () => {
    const [one, two] = [bodyOf(7_000_000), bodyOf(8_000_000)];
    await confirm(app, client, member, { purpose: "withdraw", change: one });
    await confirm(app, client, member, { purpose: "withdraw", change: two });
    expect((await client.call(requestWithdrawal, { body: one })).body.code).toBe("INVALID_OTP");
    expect((await client.call(requestWithdrawal, { body: two })).status).toBe(200);
    expect((await requestCode(one)).body.message).toBe("Please enter valid amount");
  });

  test("for another member's id is answered as if it did not exist", async () => {
    const stranger = await app.addMember();
    expect((await requestCode(bodyOf(6_000_000, stranger))).status).toBe(404);
    expect((await client.call(requestWithdrawal, { body: bodyOf(6_000_000, stranger) })).status).toBe(404);
  });
});

describe("an internal transfer", () => {
  test("moves to the member's own transfer wallet at once", async () => {
    await confirm(app, client, member, { purpose: "internal-transfer", change: move(3_500_000) });
    const { status, body } = await client.call(transferInternally, { body: move(3_500_000) });
    expect({ status, message: body.message }).toEqual({ status: 200, message: "Transfer Request sent" });
    const { body: summary } = await client.call(walletSummary, { params: { userId: member.id } });
    expect(summary.data).toMatchObject({
      stackingWalletAmountNew: 0,
      earningWalletAmountNew: 3_500_000,
      offerWalletAmountNew: 5_000_000,
      availableBalance: 3_500_000,
    });
    expect(await rowsOf(member)).toMatchObject([
      { currency_type: "internal transfer", status: "A", fee_fc: 0n, address: null },
    ]);
  });

  test.each([
    ["below 500", 499.9999],
    ["above the three wallets together", 12_000_000.0001],
  ])("%s is refused", async (_, amount) => {
    const answer = await requestCode(move(amount), "internal-transfer");
    expect(answer.body.message).toBe("Please enter valid amount");
    await expectNothingMoved();
  });

  test("of 500 passes, and once for one key", async () => {
    await confirm(app, client, member, { purpose: "internal-transfer", change: move(500) });
    const key = randomUUID();
    const first = await client.call(transferInternally, { body: move(500) }, key);
    expect(first.status).toBe(200);
    expect(await client.call(transferInternally, { body: move(500) }, key)).toMatchObject({
      body: first.body,
    });
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 500 });
  });

  test("with another member's user id is answered as if it did not exist", async () => {
    const stranger = await app.addMember();
    const body = { ...move(600), refId: stranger.refId };
    expect((await requestCode(body, "internal-transfer")).status).toBe(404);
    expect((await client.call(transferInternally, { body })).status).toBe(404);
    await expectNothingMoved();
  });
});
