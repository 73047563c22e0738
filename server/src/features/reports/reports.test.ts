import { asFc } from "@fc/contract/units";
import { walletReports, type WalletReportName, type WalletRow } from "@fc/contract/reports/portal";
import { fcFromWire } from "@fc/contract/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postMany } from "../../core/ledger/post.ts";
import { reward } from "../../testing/ledger/entries.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { day, hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { fundPool, moveInside, pay, send } from "../../testing/histories.ts";

let app: TestApp;
let asha: TestMember;
let ravi: TestMember;
let client: TestClient;
/** 18:29 and 18:31 of the world's time are two days in India. */
const beforeMidnight = new Date("2026-11-10T18:29:00Z");
const afterMidnight = new Date("2026-11-10T18:31:00Z");

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  asha = await app.addMember({ name: "Asha Rao" });
  ravi = await app.addMember({ name: "Ravi Das" });
  client = await signedIn(app, asha);
  const { id: priceId } = await db
    .insertInto("prices")
    .values({
      fc_for_15_usd: 150_000_000n,
      inr_per_usd: 830_000n,
      effective_from: new Date(0),
      created_at: new Date(0),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(priceId).toBeGreaterThan(0);
  await fundPool(db, new Date("2026-11-01T00:00:00Z"));
  const from = new Date("2026-11-05T06:00:00Z");
  for (let at = 0; at < 7; at++) {
    const when = new Date(from.getTime() + at * hour);
    await pay(db, "ros", asha.id, asFc(12_345n + BigInt(at)), when);
    await pay(db, "pair_matching", asha.id, asFc(50_000n), when, "150_150");
    await pay(db, "ros", ravi.id, asFc(99n), when);
  }
  await pay(db, "direct_bonus", asha.id, asFc(10_000n), beforeMidnight, ravi.refId);
  await pay(db, "direct_bonus", asha.id, asFc(20_000n), afterMidnight, ravi.refId);
  await pay(db, "offer_reward", asha.id, asFc(30_000n), afterMidnight, "DIWALI");
  await atomically(db, moveInside, {
    member: asha,
    amountFc: asFc(90_000n),
    now: new Date("2026-11-11T05:00:00Z"),
  });
  await atomically(db, send, {
    member: asha,
    to: ravi,
    amountFc: asFc(1_000n),
    now: new Date("2026-11-11T06:00:00Z"),
  });
});
afterAll(() => app.stop());

const page = (name: WalletReportName, query = {}, of = asha, by = client) =>
  by.call(walletReports[name].page, { params: { userId: of.id }, query });

async function allPages(name: WalletReportName, query = {}): Promise<WalletRow[]> {
  const rows: WalletRow[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await page(name, { ...query, ...(cursor ? { cursor } : {}), size: 3 });
    rows.push(...body.data);
    cursor = body.next;
  } while (cursor);
  return rows;
}

const sumFc = (rows: readonly WalletRow[]) =>
  rows.reduce((sum, { type, fcAmount }) => sum + (type === "C" ? 1n : -1n) * fcFromWire(fcAmount)!, 0n);

describe("each report's rows are the ledger's", () => {
  test.each(["earning", "offers", "staking", "all"] as const)("%s adds up to the balance", async (name) => {
    const rows = await allPages(name);
    const balances = await balancesOf(app.db, asha.id);
    const expected = walletReports[name].wallets.reduce((sum, wallet) => sum + balances[wallet], 0n);
    expect(rows.length).toBeGreaterThan(0);
    expect(sumFc(rows)).toBe(expected);
    const times = rows.map(({ transactionAt }) => transactionAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(rows.map(({ wallet }) => wallet))).toEqual(new Set(walletReports[name].wallets));
  });

  test("a row is as the specification has it", async () => {
    const { body } = await page("offers");
    expect(body.data.at(-1)).toEqual({
      type: "C",
      transactionAt: afterMidnight.toISOString(),
      fcAmount: 3,
      amount: null,
      message: "OFFER/DIWALI",
      transID: expect.stringMatching(/^\d+-\d+$/),
      wallet: "offer",
      isReward: true,
      reference: null,
    });
  });

  test("the lines of one wallet add up to its balance", async () => {
    const rows = await allPages("all", { wallet: "transfer" });
    expect(new Set(rows.map(({ wallet }) => wallet))).toEqual(new Set(["transfer"]));
    expect(sumFc(rows)).toBe((await balancesOf(app.db, asha.id)).transfer);
    expect((await page("earning", { wallet: "transfer" })).body.data).toEqual([]);
    const file = await client.call(walletReports.all.file, {
      params: { userId: asha.id },
      query: { wallet: "transfer" },
    });
    expect((file.body as string).trim().split("\r\n")).toHaveLength(rows.length + 1);
  });

  test("pages follow each other without a gap or a repetition", async () => {
    const whole = (await page("all", { size: 100 })).body;
    expect(whole.next).toBeNull();
    expect(await allPages("all")).toEqual(whole.data);
  });

  test("a cursor goes on where it was while new rows arrive", async () => {
    const first = (await page("staking", { size: 2 })).body;
    const rest = (await page("staking", { size: 100, cursor: first.next })).body;
    await pay(app.db, "ros", asha.id, asFc(1n), new Date("2026-11-12T05:00:00Z"));
    expect((await page("staking", { size: 100, cursor: first.next })).body).toEqual(rest);
    expect((await page("staking", { size: 1 })).body.data[0].fcAmount).toBe(0.0001);
  });

  test("days are India's, both included", async () => {
    const amounts = async (query: object) =>
      (await page("earning", query)).body.data.map((row: WalletRow) => row.fcAmount);
    expect(await amounts({ from: "2026-11-10", to: "2026-11-10" })).toEqual([1]);
    expect(await amounts({ from: "2026-11-11", to: "2026-11-11" })).toContain(2);
    expect(await amounts({ to: "2026-11-09" })).toEqual(Array.from({ length: 7 }, () => 5));
    expect(await amounts({ from: "2027-01-01" })).toEqual([]);
  });

  test.each([
    { from: "2026-02-30" },
    { from: "yesterday" },
    { size: 0 },
    { size: 1000 },
    { page: 2 },
    { cursor: "x".repeat(101) },
  ])("refuses %o", async (query) => {
    expect((await page("all", query)).status).toBe(400);
  });

  test("a cursor that is not ours reads from the start", async () => {
    expect((await page("all", { cursor: "1.2.3' or 1=1" })).body).toEqual((await page("all")).body);
  });
});

describe("nobody else's rows", () => {
  test("are shown, by any cursor or caller", async () => {
    expect((await page("all", {}, ravi)).status).toBe(404);
    const his = (await page("all", {}, ravi, await signedIn(app, ravi))).body.data as WalletRow[];
    const hers = (await page("all", { size: 100 })).body;
    expect(his).toHaveLength(8);
    // Her cursor leads him to his own rows.
    const { next } = (await page("all", { size: 5 })).body;
    const led = (await page("all", { cursor: next, size: 100 }, ravi, await signedIn(app, ravi))).body.data;
    const id = ({ transID, type }: WalletRow) => transID + type;
    expect(his.map(id)).toEqual(expect.arrayContaining(led.map(id)));
    expect(hers.data.map(id)).not.toEqual(expect.arrayContaining([id(his.at(-1)!)]));
  });
});

describe("as a file", () => {
  const file = (name: WalletReportName, query = {}) =>
    client.call(walletReports[name].file, { params: { userId: asha.id }, query });

  test("everything is in it, in words and with its sign", async () => {
    const { body, headers } = await file("all");
    expect(headers.get("content-disposition")).toContain("wallet-report.csv");
    const [header, ...lines] = (body as string).replace("\uFEFF", "").trim().split("\r\n");
    expect(header).toBe("Serial,Date/Time,Coin (FC),Message,Type,Wallet,Transaction ID,Before the move (FC)");
    const rows = (await page("all", { size: 100 })).body.data as WalletRow[];
    expect(lines).toHaveLength(rows.length);
    const sum = lines.reduce((total, line) => total + Number(line.split(",")[2]), 0);
    expect(sum).toBeCloseTo(Number(sumFc(rows)) / 10_000, 4);
    const sent = `Transfer from ${asha.refId} to ${ravi.refId},Debited,Transfer Wallet`;
    expect(lines.find((line) => line.includes(sent))).toContain(",2026-11-11 11:30:00,-0.1,");
  });

  test("of the staking wallet it says ROS, or a dash", async () => {
    const { body } = await file("staking", { from: "2026-11-11", to: "2026-11-12" });
    const messages = (body as string)
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[3]);
    expect(messages).toEqual(["ROS", "-"]);
  });

  test("is as long as the history, more than a batch", async () => {
    const many = await app.addMember();
    const start = new Date("2026-01-01T00:00:00Z").getTime();
    const entries = Array.from({ length: 2345 }, (_, at) => {
      // Several at the same moment, so that their time alone does not order them.
      const effectiveAt = new Date(start + Math.floor(at / 7) * day);
      return reward("ros", { key: `many/${at}`, effectiveAt, memberId: many.id, amountFc: asFc(7n) });
    });
    await atomically(app.db, postMany, entries);
    const his = await signedIn(app, many);
    const { body } = await his.call(walletReports.staking.file, { params: { userId: many.id }, query: {} });
    const ids = (body as string)
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[6]);
    expect(ids).toHaveLength(2345);
    expect(new Set(ids).size).toBe(2345);
  });
});
