import { randomUUID } from "node:crypto";
import { sendOtp } from "@fc/contract/otp/portal";
import {
  checkReceiver,
  topUpStake,
  transferCoins,
  transferReport,
  transferReportCsv,
  type TransferRow,
} from "@fc/contract/transfer/portal";
import { totalStaking, walletSettings } from "@fc/contract/wallet/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../core/ledger/verify.ts";
import { legsOf } from "../../core/network/legs.ts";
import { confirmedBy } from "../../core/guarded-changes/guarded-change.ts";
import { minute, second } from "../../platform/clock.ts";
import { confirm, devices, fund, longAgo, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let house: TestMember;
let hidden: TestMember;
let root: TestMember;
let member: TestMember;
let receiver: TestMember;
let client: TestClient;

function settings(values: object = {}) {
  return setSetting(app.databaseUrl, "transfer", {
    minimumFc: 1,
    notedMinimumFc: 5_000_000,
    defaultReceiverRefId: house.refId,
    betweenMembers: true,
    hiddenReceiverRefIds: [house.refId, hidden.refId],
    ...values,
  });
}

beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  house = await app.addMember({ name: "Company Account" });
  hidden = await app.addMember({ name: "Second Account" });
  root = await app.addMember({ name: "Root" });
});
afterAll(async () => {
  expect((await verify(app.databaseUrl)).differences).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  await settings();
  member = await app.addMember({ name: "Asha Verma", sponsor: root, side: "left" });
  receiver = await app.addMember({ name: "Ravi Kumar", sponsor: root, side: "right" });
  await fund(app.db, member, { transfer: 2_000_000, earning: 70 }, app.time.now);
  client = await signedIn(app, member);
});

const bodyOf = (amount: unknown, to: TestMember = receiver) => ({
  fromRefId: member.refId,
  toRefId: to.refId,
  amount: amount as number,
});
const topUp = (amount: unknown, of: TestMember = member) => ({
  userId: member.id,
  refId: of.refId,
  amount: amount as number,
});

const requestCode = (change: Record<string, unknown>, purpose: "transfer" | "staking-topup" = "transfer") =>
  client.call(sendOtp, { params: { userId: member.id }, body: { purpose, change } });

async function send(body = bodyOf(500_000), key?: string) {
  await confirm(app, client, member, { purpose: "transfer", change: body });
  return client.call(transferCoins, { body }, key);
}

async function stake(body: ReturnType<typeof topUp> & { coins?: number } = topUp(15), key?: string) {
  await confirm(app, client, member, { purpose: "staking-topup", change: body });
  return client.call(topUpStake, { body }, key);
}

const block = ({ id }: TestMember) =>
  app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", id).execute();

async function expectNothingMoved() {
  expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 2_000_000, staked: 0 });
  expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 0, staked: 0 });
}

describe("looking up a receiver", () => {
  const receiverOf = (refId: string) => client.call(checkReceiver, { params: { receiverRefId: refId } });

  test("returns a first name and an initial, whatever case was typed", async () => {
    expect((await receiverOf(receiver.refId.toLowerCase())).body).toEqual({ data: "Ravi K." });
  });

  test("knows neither strangers nor the blocked", async () => {
    await block(receiver);
    for (const refId of [receiver.refId, "FCNOBODY2"]) {
      expect(await receiverOf(refId)).toMatchObject({ status: 422, body: { code: "RECEIVER_UNKNOWN" } });
    }
  });

  test("is throttled", async () => {
    const answers = await Promise.all(Array.from({ length: 34 }, () => receiverOf(receiver.refId)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    app.time.advance(10 * minute);
    expect((await receiverOf(receiver.refId)).status).toBe(200);
  });
});

describe("a transfer", () => {
  test("goes from the one transfer wallet to the other, and both hear of it", async () => {
    const { status, body } = await send(bodyOf(1_234_567.0001));
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: "Transfer Request sent", data: { reference: expect.stringMatching(/^TR-/) } },
    });
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 765_432.9999, earning: 70 });
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 1_234_567.0001 });
    const [code, receipt] = (await app.mailsTo(member.email)).slice(-2);
    expect(code?.text).toContain("12,34,567.0001 FC");
    expect(code?.text).toContain(`${receiver.refId}, Ravi K.`);
    expect(receipt?.subject).toBe("Your transfer was sent");
    expect((await app.mailsTo(receiver.email)).at(-1)?.subject).toBe("You received a transfer");
    const { body: totals } = await client.call(totalStaking, { params: { userId: member.id } });
    expect(totals).toEqual({ data: { availableBalance: 765_432.9999, earningBalance: 70 } });
  });

  test.each([
    ["below 1", 0.9999, "Please enter valid amount"],
    ["above the balance", 2_000_000.0001, "Please enter valid amount"],
  ])("%s is refused", async (_, amount, message) => {
    expect(await requestCode(bodyOf(amount))).toMatchObject({ status: 422, body: { message } });
    expect((await client.call(transferCoins, { body: bodyOf(amount) })).body.message).toBe(message);
    await expectNothingMoved();
  });

  test.each([["500000"], [0], [-1], [1.000_01], [2 ** 53 + 2], [null]])(
    "of %s as the amount is no transfer at all",
    async (amount) => {
      for (const answer of [
        await requestCode(bodyOf(amount)),
        await client.call(transferCoins, { body: bodyOf(amount) }),
      ]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { fields: { amount: "Please enter valid amount" } },
        });
      }
      await expectNothingMoved();
    },
  );

  test("to oneself is refused, however it is written", async () => {
    for (const refId of [member.refId, ` ${member.refId.toLowerCase()} `]) {
      const answer = await requestCode({ ...bodyOf(10), toRefId: refId });
      expect(answer).toMatchObject({ status: 422, body: { message: "Enter another user ID" } });
    }
  });

  test("to nobody and to the blocked is refused, also when blocked after the code was sent", async () => {
    expect((await requestCode({ ...bodyOf(10), toRefId: "FCNOBODY2" })).body.code).toBe("RECEIVER_UNKNOWN");
    await confirm(app, client, member, { purpose: "transfer", change: bodyOf(10) });
    await block(receiver);
    expect((await client.call(transferCoins, { body: bodyOf(10) })).body.code).toBe("RECEIVER_UNKNOWN");
    await expectNothingMoved();
  });

  test("from another member's user id is answered as if it did not exist", async () => {
    await fund(app.db, receiver, { transfer: 10 }, app.time.now);
    const body = { ...bodyOf(5), fromRefId: receiver.refId, toRefId: member.refId };
    expect((await requestCode(body)).status).toBe(404);
    expect((await client.call(transferCoins, { body })).status).toBe(404);
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 10 });
  });

  test("needs a code for exactly this receiver and amount", async () => {
    expect((await client.call(transferCoins, { body: bodyOf(10) })).body.code).toBe("INVALID_OTP");
    await confirm(app, client, member, { purpose: "transfer", change: bodyOf(10) });
    for (const body of [bodyOf(11), bodyOf(10, hidden)]) {
      expect((await client.call(transferCoins, { body })).body.code).toBe("INVALID_OTP");
    }
    await expectNothingMoved();
  });

  test("sent again under its key is answered again, and with another body 409", async () => {
    const key = randomUUID();
    const first = await send(bodyOf(10), key);
    expect(await client.call(transferCoins, { body: bodyOf(10) }, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect((await client.call(transferCoins, { body: bodyOf(11) }, key)).body.code).toBe(
      "IDEMPOTENCY_CONFLICT",
    );
    expect((await client.call(transferCoins, { body: bodyOf(10) })).body.code).toBe("INVALID_OTP");
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 10 });
  });

  test("of everything from 32 devices at once passes once", async () => {
    const body = bodyOf(2_000_000);
    const change = confirmedBy(body, { receiver: "Ravi K." });
    const clients = await devices(app, member, 32, { purpose: "transfer", change });
    const answers = await Promise.all(clients.map((device) => device.call(transferCoins, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 0 });
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 2_000_000 });
  });

  test("crossing another one, many times at once, neither deadlocks nor loses a coin", async () => {
    await fund(app.db, receiver, { transfer: 2_000_000 }, app.time.now);
    // Each of another amount: the same one again would be questioned.
    const there = (number: number) => bodyOf(1000 + number);
    const back = (number: number) => ({ ...there(number), fromRefId: receiver.refId, toRefId: member.refId });
    const [mine, theirs] = [
      await devices(app, member, 12, {
        purpose: "transfer",
        change: (number) => confirmedBy(there(number), { receiver: "Ravi K." }),
      }),
      await devices(app, receiver, 12, {
        purpose: "transfer",
        change: (number) => confirmedBy(back(number), { receiver: "Asha V." }),
      }),
    ];
    const answers = await Promise.all([
      ...mine.map((device, number) => device.call(transferCoins, { body: there(number) })),
      ...theirs.map((device, number) => device.call(transferCoins, { body: back(number) })),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 2_000_000 });
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 2_000_000 });
  });
});

test("a key of more than a month ago is not used again, and refuses nobody else's transfer", async () => {
  const key = randomUUID();
  expect((await send(bodyOf(10), key)).status).toBe(200);
  await app.db.deleteFrom("idempotency_keys").where("key", "=", key).execute();
  app.time.now = new Date(app.time.now.getTime() + minute);
  expect(await send(bodyOf(10), key)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 10 });
});

describe("while transfers between members are closed", () => {
  beforeEach(() => settings({ betweenMembers: false }));

  test("only the internal account receives, without a mail for each", async () => {
    expect(await requestCode(bodyOf(10))).toMatchObject({ status: 422, body: { code: "RECEIVER_FIXED" } });
    expect((await send(bodyOf(10, house))).status).toBe(200);
    expect(await app.mailsTo(house.email)).toEqual([]);
    const { body } = await client.call(walletSettings, { params: { userId: member.id } });
    expect(body.data.transfer).toEqual({
      minimumFc: 1,
      notedMinimumFc: 5_000_000,
      receiverRefId: house.refId,
      betweenMembers: false,
      coolingOffHours: 0,
    });
  });

  test("and without an internal account, nobody; the screen shows it", async () => {
    await settings({ betweenMembers: false, defaultReceiverRefId: "" });
    expect((await requestCode(bodyOf(10))).body.code).toBe("TRANSFERS_CLOSED");
    const { body } = await client.call(walletSettings, { params: { userId: member.id } });
    expect(body.data.transfer.receiverRefId).toBeNull();
    await expectNothingMoved();
  });

  test("a member still stakes for the own id, and for nobody else's", async () => {
    expect((await requestCode(topUp(15, receiver), "staking-topup")).body.code).toBe("RECEIVER_FIXED");
    expect((await stake(topUp(15))).status).toBe(200);
  });
});

describe("staking from the transfer wallet", () => {
  test("pays a package at today's price, and the stake starts at once", async () => {
    const before = (await legsOf(app.db, [root.id])).get(root.id)!;
    const { status, body } = await stake(topUp(30));
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: "Topup Request sent", data: { reference: expect.stringMatching(/^TU-/) } },
    });
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 0, staked: 2_000_000 });
    const stakes = await app.db
      .selectFrom("stakes")
      .select(["principal_usd_cents", "principal_fc", "payer_id"])
      .where("member_id", "=", member.id)
      .execute();
    expect(stakes).toEqual([{ principal_usd_cents: 3000n, principal_fc: 20_000_000_000n, payer_id: null }]);
    const after = (await legsOf(app.db, [root.id])).get(root.id)!;
    expect(after.left.businessUsdCents - before.left.businessUsdCents).toBe(3000n);
    expect(after.left.activeUsers - before.left.activeUsers).toBe(1);
    const mails = (await app.mailsTo(member.email)).slice(-2);
    expect(mails[0]?.text).toContain("20,00,000 FC");
    expect(mails[1]?.subject).toBe("A stake was paid from your transfer wallet");
  });

  test("for another member is that member's stake, who hears of it", async () => {
    expect((await stake(topUp(15, receiver))).status).toBe(200);
    expect(await walletsOf(app.db, receiver)).toMatchObject({ transfer: 0, staked: 1_000_000 });
    expect((await app.mailsTo(receiver.email)).at(-1)?.subject).toBe("A stake was started for you");
  });

  test.each([
    ["above the dollar balance", 45, 422],
    ["no listed package", 16, 422],
    ["a multiple of 15 that is no package", 90, 422],
    ["text", "15", 400],
    ["nothing", 0, 400],
    ["a fraction of a cent", 15.001, 400],
  ])("of %s is refused", async (_, amount, status) => {
    const answer = await requestCode(topUp(amount), "staking-topup");
    expect(answer.status).toBe(status);
    const message = status === 400 ? answer.body.fields.amount : answer.body.message;
    expect(message).toBe("Please enter valid amount");
    expect((await client.call(topUpStake, { body: topUp(amount) })).status).toBe(status);
    await expectNothingMoved();
  });

  test("for nobody is refused", async () => {
    const answer = await requestCode({ ...topUp(15), refId: "FCNOBODY2" }, "staking-topup");
    expect(answer.body.code).toBe("RECEIVER_UNKNOWN");
  });

  test("for another payer's id is answered as if it did not exist", async () => {
    const body = { ...topUp(15), userId: receiver.id };
    expect((await requestCode(body, "staking-topup")).status).toBe(404);
    expect((await client.call(topUpStake, { body })).status).toBe(404);
  });

  test("twice under one key is one stake", async () => {
    const key = randomUUID();
    await stake(topUp(15), key);
    expect((await client.call(topUpStake, { body: topUp(15) }, key)).status).toBe(200);
    expect((await client.call(topUpStake, { body: topUp(30) }, key)).status).toBe(409);
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 1_000_000, staked: 1_000_000 });
  });

  test("of everything from 16 devices at once passes once", async () => {
    const body = topUp(30);
    const change = confirmedBy(body, { costFc: "20000000000" });
    const clients = await devices(app, member, 16, { purpose: "staking-topup", change });
    const answers = await Promise.all(clients.map((device) => device.call(topUpStake, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 0, staked: 2_000_000 });
  });

  test("after the price changed is refused: with the coins shown in words, else by the code", async () => {
    const shown = { ...topUp(15), coins: 1_000_000 };
    await confirm(app, client, member, { purpose: "staking-topup", change: shown });
    await setPrice(app.db, 900_000, app.time.now);
    expect(await client.call(topUpStake, { body: shown })).toMatchObject({
      status: 409,
      body: { code: "PRICE_CHANGED" },
    });
    await confirm(app, client, member, { purpose: "staking-topup", change: topUp(15) });
    app.time.advance(second);
    await setPrice(app.db, 1_000_000, app.time.now);
    expect((await client.call(topUpStake, { body: topUp(15) })).body.code).toBe("INVALID_OTP");
    await expectNothingMoved();
  });
});

describe("the report", () => {
  test("shows what was sent, without the internal accounts", async () => {
    await send(bodyOf(10));
    await send(bodyOf(20, hidden));
    await send(bodyOf(30, house));
    app.time.advance(minute);
    await send(bodyOf(40, root));
    await fund(app.db, receiver, { transfer: 5 }, app.time.now);
    const list = async (query: object = {}) =>
      (await client.call(transferReport, { params: { userId: member.id }, query })).body as {
        data: TransferRow[];
        total: number;
      };
    const { data, total } = await list();
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { fromRefId: member.refId, toRefId: root.refId, amount: 40, respondedAt: app.time.now.toISOString() },
      { toRefId: receiver.refId, amount: 10 },
    ]);
    expect((await list({ sort: "amount", order: "asc" })).data.map(({ amount }) => amount)).toEqual([10, 40]);
    expect((await list({ page: 2, size: 1 })).data.map(({ amount }) => amount)).toEqual([10]);
    expect((await list({ to: "2026-11-14" })).total).toBe(0);
    const csv = await client.call(transferReportCsv, { params: { userId: member.id }, query: {} });
    const lines = (csv.body as string).trim().split("\r\n");
    expect(lines[0]).toContain("Date,Receiver's ID,Coin (FC)");
    expect(lines[1]).toMatch(new RegExp(`,${root.refId},40$`));
    expect(lines).toHaveLength(3);
    // Who received them has sent nothing.
    const theirs = await (
      await signedIn(app, receiver)
    ).call(transferReport, {
      params: { userId: receiver.id },
      query: {},
    });
    expect(theirs.body).toEqual({ data: [], total: 0 });
  });
});
