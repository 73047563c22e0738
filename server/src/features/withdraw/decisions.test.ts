import { asFc } from "@fc/contract/units";
import {
  transferInternally,
  withdrawReport,
  withdrawReportCsv,
  type WithdrawRequest,
} from "@fc/contract/withdraw/portal";
import { noTransaction } from "@fc/contract/withdraw/console";
import { deductionAmount } from "@fc/contract/wallet/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { houseBalances } from "../../core/ledger/house.ts";
import { day, hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { coins, confirm, longAgo, setPrice, walletsOf } from "../../testing/money.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress, transactionId, withdrawCoins } from "../../testing/withdrawals.ts";
import { acceptWithdrawal, rejectWithdrawal } from "./decisions.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 3_000_000, earning: 4_000_000, offer: 9_000_000 });
  client = await signedIn(app, member);
});

const withdraw = (amount = 8_000_000) => withdrawCoins(app, client, member, amount);

const accept = (id: number, paidBy = transactionId(id)) =>
  atomically(app.db, acceptWithdrawal, { id, transactionId: paidBy, now: app.time.now });
const reject = (id: number, reason = "The address is not a BEP20 address") =>
  atomically(app.db, rejectWithdrawal, { id, reason, now: app.time.now });

async function owe(amount: number, reason: string): Promise<void> {
  app.time.advance(1000);
  await app.db
    .insertInto("deductions")
    .values({
      member_id: member.id,
      amount_fc: asFc(BigInt(Math.round(amount * 10_000))),
      reason,
      created_at: app.time.now,
    })
    .execute();
}

async function linesOf(key: string) {
  const rows = await app.db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_postings", "ledger_postings.entry_id", "ledger_entries.id")
    .select(["credit_id", "amount"])
    .where("key", "=", key)
    .orderBy("line")
    .execute();
  return rows.map(({ credit_id, amount }) => [Number(credit_id), Number(amount / 10_000n)]);
}

const report = async (query: object = {}) =>
  (await client.call(withdrawReport, { body: { userId: member.id, ...query } })).body as {
    data: WithdrawRequest[];
    total: number;
  };

describe("accepting", () => {
  test("pays the net, and the fee is a line of its own", async () => {
    const before = await houseBalances(app.db);
    const id = await withdraw();
    expect(await accept(id)).toMatchObject({ deductionFc: 0n, netFc: coins(7_800_000) });
    expect(await walletsOf(app.db, member)).toMatchObject({ withdraw_pending: 0, offer: 8_000_000 });
    expect(await linesOf(`withdraw/accepted/${id}`)).toEqual([
      [3, 7_800_000],
      [4, 200_000],
    ]);
    const after = await houseBalances(app.db);
    expect(after.fees - before.fees).toBe(coins(200_000));
    expect((await report()).data[0]).toMatchObject({
      id,
      status: "A",
      amount: 8_000_000,
      fee: 200_000,
      deduction: 0,
      net: 7_800_000,
      transactionId: transactionId(id),
      reason: null,
      address: coinAddress,
      respondedAt: app.time.now.toISOString(),
    });
    const mail = (await app.mailsTo(member.email)).at(-1);
    expect(mail?.subject).toBe("Your withdrawal was accepted");
    expect(mail?.text).toContain("78,00,000 FC");
  });

  test("collects what is owed, oldest first, as its own line", async () => {
    await owe(1_000_000, "Chargeback of March");
    await owe(500_000.5, "Correction");
    const { body } = await client.call(deductionAmount, { params: { userId: member.id } });
    expect(body.data).toMatchObject({
      DeductionFcAmount: 1_500_000.5,
      // 1,500,000.5 coins are worth $22.5000075, at 83 rupees each.
      DeductioINRAmount: 1867.5,
      items: [{ amount: 1_000_000, reason: "Chargeback of March" }, { amount: 500_000.5 }],
    });
    const id = await withdraw();
    // The mail and the report show before the decision what is then paid.
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("You receive: 62,99,999.5 FC");
    expect((await report()).data[0]).toMatchObject({ deduction: 1_500_000.5, net: 6_299_999.5 });
    expect(await accept(id)).toMatchObject({
      deductionFc: coins(1_500_000) + 5000n,
      netFc: coins(6_299_999) + 5000n,
    });
    expect((await linesOf(`withdraw/accepted/${id}`)).map(([account]) => account)).toEqual([3, 4, 5]);
    const again = await client.call(deductionAmount, { params: { userId: member.id } });
    expect(again.body.data).toEqual({ DeductionFcAmount: 0, DeductioINRAmount: 0, items: [] });
  });

  test("never collects more than the net, and the rest of it next time", async () => {
    await owe(6_000_000, "First");
    await owe(3_000_000, "Second");
    const first = await withdraw(8_000_000);
    expect(await accept(first, noTransaction)).toMatchObject({ deductionFc: coins(7_800_000), netFc: 0n });
    const open = await app.db
      .selectFrom("deductions")
      .select(["reason", "collected_fc"])
      .where("member_id", "=", member.id)
      .orderBy("id")
      .execute();
    expect(open).toEqual([
      { reason: "First", collected_fc: coins(6_000_000) },
      { reason: "Second", collected_fc: coins(1_800_000) },
    ]);
    const second = await withdraw(8_000_000);
    expect(await accept(second)).toMatchObject({ deductionFc: coins(1_200_000), netFc: coins(6_600_000) });
  });

  test("two withdrawals at once collects what is owed once", async () => {
    await owe(3_000_000, "Once");
    const ids = [await withdraw(6_000_000), await withdraw(6_000_000)];
    const done = await Promise.all(ids.map((id) => accept(id)));
    expect(done.reduce((sum, { deductionFc }) => sum + deductionFc, 0n)).toBe(coins(3_000_000));
  });

  test("needs a transaction id", async () => {
    const id = await withdraw();
    await expect(accept(id, "  ")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect((await report()).data[0]?.status).toBe("P");
  });
});

describe("rejecting", () => {
  test("gives back to exactly the wallets it was drawn from, and says why", async () => {
    await owe(1_000_000, "Stays owed");
    const before = await walletsOf(app.db, member);
    const id = await withdraw();
    await reject(id);
    expect(await walletsOf(app.db, member)).toEqual(before);
    const { data } = await report();
    expect(data[0]).toMatchObject({
      status: "R",
      reason: "The address is not a BEP20 address",
      deduction: null,
    });
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("The address is not a BEP20 address");
    const { body } = await client.call(deductionAmount, { params: { userId: member.id } });
    expect(body.data.DeductionFcAmount).toBe(1_000_000);
  });

  test("needs a reason", async () => {
    const id = await withdraw();
    await expect(reject(id, "")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("deciding", () => {
  test("eight times at once, one way or the other, counts once", async () => {
    const id = await withdraw();
    const tries = Array.from({ length: 8 }, (_, number) => (number % 2 === 0 ? accept(id) : reject(id)));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toMatchObject(Array.from({ length: 7 }, () => ({ code: "DECIDED_ALREADY" })));
    expect(await walletsOf(app.db, member)).toMatchObject({ withdraw_pending: 0 });
  });

  test("what is not there is not found", async () => {
    await expect(accept(1_000_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an internal transfer is done already", async () => {
    const body = {
      userId: member.id,
      refId: member.refId,
      amount: 600,
      currencyType: "internal transfer" as const,
    };
    await confirm(app, client, member, { purpose: "internal-transfer", change: body });
    const { id } = (await client.call(transferInternally, { body })).body.data;
    await expect(reject(id)).rejects.toMatchObject({ code: "DECIDED_ALREADY" });
    expect((await report()).data[0]).toMatchObject({
      currencyType: "internal transfer",
      transactionId: null,
    });
  });
});

describe("the report", () => {
  test("is paged, sorted, narrowed by India's days and the member's own", async () => {
    const start = new Date("2026-12-01T18:00:00Z");
    app.time.now = start;
    client = await signedIn(app, member);
    const ids = [await withdraw(5_000_000)];
    // Half past midnight in India: the next day there.
    app.time.now = new Date(start.getTime() + hour);
    ids.push(await withdraw(6_000_000));
    await reject(ids[1]!);
    app.time.now = new Date(start.getTime() + day);
    ids.push(await withdraw(7_000_000));

    const found = async (query: object) => (await report(query)).data.map(({ id }) => ids.indexOf(id));
    expect(await found({})).toEqual([2, 1, 0]);
    expect(await found({ sort: "amount", order: "asc" })).toEqual([0, 1, 2]);
    expect(await found({ page: 2, size: 2 })).toEqual([0]);
    expect((await report({ size: 1 })).total).toBe(3);
    expect(await found({ to: "2026-12-01" })).toEqual([0]);
    expect(await found({ from: "2026-12-02", to: "2026-12-02" })).toEqual([2, 1]);
    const bad = await client.call(withdrawReport, { body: { userId: member.id, from: "2026-02-30" } });
    expect(bad.status).toBe(400);

    const csv = await client.call(withdrawReportCsv, {
      params: { userId: member.id },
      query: { from: "2026-12-02" },
    });
    const lines = (csv.body as string).trim().split("\r\n");
    expect(lines[0]).toContain("Serial No,Transaction Date,Currency Type,Coin (FC),Status");
    expect(lines[2]).toMatch(/^2,.*,Coin,6000000,Rejected$/);
    expect(lines).toHaveLength(3);

    const stranger = await app.addMember();
    const foreign = await client.call(withdrawReport, { body: { userId: stranger.id } });
    expect(foreign.status).toBe(404);
    const theirs = await (
      await signedIn(app, stranger)
    ).call(withdrawReport, { body: { userId: stranger.id } });
    expect(theirs.body).toEqual({ data: [], total: 0 });
  });
});
