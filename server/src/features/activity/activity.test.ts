import { noFc, minus, asFc, plus } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import * as contract from "@fc/contract/activity/portal";
import { fcToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { wallets, walletsFc, type Wallet } from "@fc/contract/wallet/kinds";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "../../core/ledger/post.ts";
import { adjustment, withdrawalRejected, withdrawalRequested } from "../../core/ledger/posting.ts";
import { balancesOf, statementPage, type StatementLine } from "../../core/ledger/statement.ts";
import { hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { fundPool, moveInside, pay, send } from "../../testing/histories.ts";
import { coins, fund, giveStake, setPrice } from "../../testing/money.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let asha: TestMember;
let ravi: TestMember;
let client: TestClient;
/** 18:29 and 18:31 of the world's time are two days in India. */
const beforeMidnight = new Date("2026-11-10T18:29:00Z");
const afterMidnight = new Date("2026-11-10T18:31:00Z");
const noonOf = (day: string) => new Date(`${day}T06:30:00Z`);

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  asha = await app.addMember({ name: "Asha Rao" });
  ravi = await app.addMember({ name: "Ravi 100%_Das", sponsor: asha });
  client = await signedIn(app, asha);
  await setPrice(db, 15_000, new Date(0));
  await fundPool(db, noonOf("2026-11-01"));
  for (let at = 0; at < 7; at++) {
    const when = new Date(noonOf("2026-11-05").getTime() + at * hour);
    await pay(db, "ros", asha.id, asFc(12_345n + BigInt(at)), when);
    await pay(db, "pair_matching", asha.id, asFc(50_000n), when, "150_150");
    await pay(db, "ros", ravi.id, asFc(99n), when);
  }
  await pay(db, "direct_bonus", asha.id, asFc(10_000n), beforeMidnight, ravi.refId);
  await pay(db, "offer_reward", asha.id, asFc(605_000n), afterMidnight, "$1,500");
  await atomically(db, moveInside, { member: asha, amountFc: asFc(80_000n), now: noonOf("2026-11-11") });
  await atomically(db, send, { member: asha, to: ravi, amountFc: asFc(1_000n), now: noonOf("2026-11-12") });
  await giveStake(db, asha, noonOf("2026-11-13"));
  const drawn = { staking: asFc(300n), earning: asFc(20_000n), offer: asFc(5_000n) };
  const withdrawal = { memberId: asha.id, drawn, effectiveAt: noonOf("2026-11-14") };
  await atomically(db, post, withdrawalRequested({ ...withdrawal, key: "withdraw/request/77" }));
  const later = { ...withdrawal, effectiveAt: noonOf("2026-11-15") };
  await atomically(db, post, withdrawalRejected({ ...later, key: "withdraw/rejected/77" }));
  const given = { key: randomUUID(), memberId: asha.id, account: "offer", direction: "debit" } as const;
  const mended = {
    ...given,
    amountFc: asFc(4_000n),
    reason: "Paid 20% twice",
    effectiveAt: noonOf("2026-11-15"),
  };
  await atomically(db, post, adjustment(mended));
});
afterAll(() => app.stop());

type Query = Parameters<typeof client.call<typeof contract.activity>>[1]["query"];
type FilterQuery = Parameters<typeof client.call<typeof contract.activitySums>>[1]["query"];

const page = (query: Query = {}, of = asha, by = client) =>
  by.call(contract.activity, { params: { userId: of.id }, query });

async function all(query: Query = {}, size = 100): Promise<contract.Movement[]> {
  const rows: contract.Movement[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await page({ ...query, size, ...(cursor === null ? {} : { cursor }) });
    rows.push(...body.data);
    cursor = body.next;
  } while (cursor !== null);
  return rows;
}

const sums = async (query: FilterQuery = {}) =>
  (await client.call(contract.activitySums, { params: { userId: asha.id }, query })).body.data;
const found = async (search: string, query: Query = {}) =>
  (await all({ ...query, search })).map(({ message }) => message);

/** The ledger's own lines of these wallets, oldest first, one list for each entry. */
async function entriesOf(accounts: readonly Wallet[] = wallets): Promise<StatementLine[][]> {
  const { lines } = await statementPage(app.db, { memberId: asha.id, accounts, limit: 1000 });
  const entries = new Map<bigint, StatementLine[]>();
  for (const line of lines.toReversed())
    entries.set(line.entryId, [...(entries.get(line.entryId) ?? []), line]);
  return [...entries.values()];
}
const changeOf = (lines: readonly StatementLine[]) =>
  lines.reduce((sum, { type, amountFc }) => sum + (type === "C" ? amountFc : minus(noFc, amountFc)), 0n);

describe("the history is the ledger's", () => {
  test.each([["all wallets", undefined], ...wallets.map((wallet) => [wallet, wallet] as const)] as const)(
    "of %s: every entry once, with its amount and the balance after it",
    async (_, wallet) => {
      const entries = await entriesOf(wallet === undefined ? wallets : [wallet]);
      let balanceFc = noFc;
      const expected = entries.map((lines) => {
        const change = asFc(changeOf(lines));
        balanceFc = plus(balanceFc, change);
        const sameWallets = asFc(
          lines.reduce((sum, { type, amountFc }) => (type === "C" ? sum + amountFc : sum), 0n),
        );
        return {
          id: String(lines[0]!.entryId),
          amountFc: fcToWire(change === 0n ? sameWallets : change < 0n ? minus(noFc, change) : change),
          direction: change === 0n ? "between" : change < 0n ? "out" : "in",
          balanceFc: fcToWire(balanceFc),
        };
      });
      const rows = await all(wallet === undefined ? {} : { wallet });
      expect(
        rows.toReversed().map(({ id, amountFc, direction, balanceFc: after }) => ({
          id,
          amountFc,
          direction,
          balanceFc: after,
        })),
      ).toEqual(expected);
      const balances = await balancesOf(app.db, asha.id);
      expect(rows[0]?.balanceFc).toBe(
        fcToWire(wallet === undefined ? walletsFc(balances) : balances[wallet]),
      );
    },
  );

  test.each([1, 2, 7])(
    "pages of %i follow each other without a gap, with the same balances",
    async (size) => {
      expect(await all({}, size)).toEqual(await all());
      expect(await all({ kinds: "pair_matching,transfers" }, size)).toEqual(
        (await all()).filter(({ kind }) => kind === "pair_matching" || kind === "transfers"),
      );
    },
  );

  test("the balance of a period is the one of that time, whatever came later", async () => {
    const whole = await all();
    const rows = await all({ from: "2026-11-10", to: "2026-11-12" });
    expect(rows).toEqual(whole.filter(({ at }) => at >= "2026-11-09T18:30" && at < "2026-11-12T18:30"));
    expect(rows.map(({ message }) => message)).toEqual([
      `TRANSFER/${asha.refId}_${ravi.refId}`,
      "INTERNAL",
      "OFFER/$1,500",
      `DIRECT/${ravi.refId}`,
    ]);
    expect(await all({ from: "2026-11-11", to: "2026-11-11", kinds: "offer_reward" })).toHaveLength(1);
  });

  test("sums are those of the ledger, and of whatever is chosen", async () => {
    const changes = (await entriesOf()).map(changeOf);
    const total = (which: (change: bigint) => boolean) =>
      fcToWire(asFc(changes.filter(which).reduce((sum, change) => sum + change, 0n)));
    expect(await sums()).toEqual({
      count: changes.length,
      inFc: total((change) => change > 0n),
      outFc: -total((change) => change < 0n),
      netFc: fcToWire(walletsFc(await balancesOf(app.db, asha.id))),
    });
    expect(await sums({ kinds: "withdrawals" })).toEqual({ count: 2, inFc: 2.53, outFc: 2.53, netFc: 0 });
    expect(await sums({ kinds: "pair_matching", to: "2026-11-05" })).toMatchObject({ count: 7, inFc: 35 });
    expect(await sums({ search: "0.1" })).toEqual({ count: 1, inFc: 0, outFc: 0.1, netFc: -0.1 });
    expect(await sums({ from: "2027-01-01" })).toEqual({ count: 0, inFc: 0, outFc: 0, netFc: 0 });
  });

  test("a cursor goes on where it was while new movements arrive", async () => {
    const other = await app.addMember();
    const his = await signedIn(app, other);
    for (const day of ["2026-11-01", "2026-11-02", "2026-11-03"]) {
      await pay(app.db, "ros", other.id, asFc(10_000n), noonOf(day));
    }
    const first = (await page({ size: 1 }, other, his)).body;
    await pay(app.db, "ros", other.id, asFc(70_000n), noonOf("2026-11-04"));
    const rest = (await page({ size: 5, cursor: first.next }, other, his)).body;
    expect(rest.data.map(({ balanceFc }: contract.Movement) => balanceFc)).toEqual([2, 1]);
  });
});

describe("a movement", () => {
  test("says who the other one was, and leads to its receipt", async () => {
    const [sent] = await all({ search: "ravi", kinds: "transfers" });
    expect(sent).toMatchObject({
      direction: "out",
      amountFc: 0.1,
      wallets: ["transfer"],
      person: { refId: ravi.refId, name: ravi.name },
      reference: referenceOf("transfer", BigInt(sent!.id)),
      transID: null,
    });
    const [bonus] = await all({ kinds: "direct_bonus" });
    expect(bonus).toMatchObject({ person: { refId: ravi.refId, name: ravi.name }, reference: null });
  });

  test("of the own team and the sponsor has the whole name, of others the first name and an initial", async () => {
    const [stranger, friend] = [
      await app.addMember({ name: "Meera Devi Nair" }),
      await app.addMember({ name: "Kiran Das", sponsor: ravi }),
    ];
    for (const [from, to] of [[stranger, ravi] as const, [friend, ravi] as const]) {
      await fund(app.db, from, { transfer: 1 }, noonOf("2026-11-11"));
      await atomically(app.db, send, { member: from, to, amountFc: asFc(100n), now: noonOf("2026-11-12") });
    }
    const his = await signedIn(app, ravi);
    const names = async (search: string) =>
      (await page({ kinds: "transfers", search }, ravi, his)).body.data.map(
        ({ person }: contract.Movement) => person?.name,
      );
    expect(await names("")).toEqual(["Kiran Das", "Meera N.", "Asha Rao"]);
    // What is not shown is not found either.
    expect(await names("Nair")).toEqual([]);
    expect(await names("Devi")).toEqual([]);
    expect(await names("meera n")).toEqual(["Meera N."]);
    expect(await names("das")).toEqual(["Kiran Das"]);
  });

  test("of three wallets is one line", async () => {
    const [back, out] = await all({ kinds: "withdrawals" });
    expect(out).toMatchObject({ direction: "out", amountFc: 2.53, reference: referenceOf("withdrawal", 77) });
    expect(out!.wallets.toSorted()).toEqual(["earning", "offer", "staking"]);
    expect(back).toMatchObject({ direction: "in", amountFc: 2.53 });
    expect(await all({ kinds: "transfers", search: "INTERNAL" })).toMatchObject([
      { direction: "between", amountFc: 8 },
    ]);
  });

  test("that is a reward names the line that explains it", async () => {
    const [reward] = await all({ kinds: "ros" });
    expect(reward!.transID).toMatch(/^\d+-1$/);
    const params = { userId: asha.id, transID: reward!.transID! };
    // These were not made by a closing, so there is nothing to explain; another's line would answer the same.
    expect((await client.call(reasonOfCredit, { params })).status).toBe(404);
  });
});

describe("a search finds", () => {
  test("a reference, also in small letters", async () => {
    expect(await found(referenceOf("withdrawal", 77).toLowerCase())).toEqual([
      "WITHDRAW/REJECTED",
      "WITHDRAW/REQUESTED",
    ]);
    const [sent] = await all({ search: "ravi", kinds: "transfers" });
    expect(await found(sent!.reference!)).toEqual([sent!.message]);
    expect(await found(referenceOf("withdrawal", 7))).toEqual([]);
  });

  test("an amount as it is shown, with or without its fraction", async () => {
    expect(await found("60.5")).toEqual(["OFFER/$1,500"]);
    expect(await found("60 FC")).toEqual(["OFFER/$1,500"]);
    expect(await found("60.4")).toEqual([]);
    expect(await found("15,000")).toEqual(["STAKE/TRANSFER", "OPENING"]);
    // Of all three wallets together.
    expect(await found("2.53")).toHaveLength(2);
  });

  test("a person by name or user ID, and nothing of the member's own name", async () => {
    const withRavi = [`TRANSFER/${asha.refId}_${ravi.refId}`, `DIRECT/${ravi.refId}`];
    expect(await found("RAVI")).toEqual(withRavi);
    expect(await found(ravi.refId)).toEqual(withRavi);
    expect(await found("Asha")).toEqual([]);
  });

  test("an operator's words, and signs as they are", async () => {
    expect(await found("20%")).toEqual(["ADJUSTMENT/Paid 20% twice"]);
    expect(await found("100%_D")).toEqual(await found("ravi"));
    expect(await found("%")).toHaveLength(1);
    expect(await found("' or true --")).toEqual([]);
  });

  test("words in the reader's language, by the messages that say them", async () => {
    expect(await all({ search: "निकासी", messages: "WITHDRAW/REQUESTED" })).toMatchObject([
      { message: "WITHDRAW/REQUESTED" },
    ]);
    expect(await found("निकासी")).toEqual([]);
  });
});

test("nobody sees another member's movements, by any cursor, search or number", async () => {
  const { id: userId } = asha;
  const his = await signedIn(app, ravi);
  expect((await page({}, asha, his)).status).toBe(404);
  for (const route of [contract.activitySums, contract.activityCsv, contract.balanceHistory]) {
    expect((await his.call(route, { params: { userId }, query: {} })).status).toBe(404);
  }
  const { next } = (await page({ size: 3 })).body;
  const own = (await page({ size: 100 }, ravi, his)).body.data as contract.Movement[];
  expect(own).toHaveLength(10);
  const led = (await page({ size: 100, cursor: next }, ravi, his)).body.data as contract.Movement[];
  expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining(led.map(({ id }) => id)));
  const [hers] = await all({ kinds: "withdrawals" });
  expect((await page({ search: hers!.reference! }, ravi, his)).body.data).toEqual([]);
  const shared = (await page({ search: "asha" }, ravi, his)).body.data;
  expect(shared).toMatchObject([{ direction: "in", amountFc: 0.1, person: { name: "Asha Rao" } }]);
});

test.each([
  { from: "2026-02-30" },
  { size: "0" },
  { size: "1000" },
  { page: "2" },
  { wallet: "staked" },
  { search: "x".repeat(81) },
  { cursor: "x".repeat(101) },
])("refuses %o", async (query) => {
  const path = `/api/user/getActivity/${asha.id}?${new URLSearchParams(query)}`;
  expect((await client.send("GET", path)).status).toBe(400);
});

test("kinds and cursors that are not ours are ignored", async () => {
  expect((await page({ cursor: "1.2' or 1=1", kinds: "wages" })).body).toEqual((await page()).body);
});

test("what is shown is a file: signed amounts that add up to the net", async () => {
  const { body, headers } = await client.call(contract.activityCsv, {
    params: { userId: asha.id },
    query: { kinds: "transfers,direct_bonus" },
  });
  expect(headers.get("content-disposition")).toContain("activity.csv");
  const [header, ...lines] = (body as string).replace("\uFEFF", "").trim().split("\r\n");
  expect(header).toBe("Date/Time,What,Person,Wallets,Coin (FC),Balance (FC),Reference,Before the move (FC)");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(
    `2026-11-12 12:00:00,Transfer from ${asha.refId} to ${ravi.refId},${ravi.name} (${ravi.refId}),Transfer Wallet,-0.1,`,
  );
  const added = lines.reduce(
    (sum, line) => plus(sum, asFc(BigInt(Math.round(Number(line.split(",").at(-4)) * 10_000)))),
    noFc,
  );
  expect(fcToWire(added)).toBe((await sums({ kinds: "transfers,direct_bonus" })).netFc);
});

describe("the chart", () => {
  const history = async (range: contract.HistoryRange): Promise<contract.BalanceHistory> =>
    (await client.call(contract.balanceHistory, { params: { userId: asha.id }, query: { range } })).body.data;

  test("has each day's balance, and what each kind of reward brought, as the ledger has them", async () => {
    app.time.now = noonOf("2026-11-16");
    client = await signedIn(app, asha);
    const { from, to, balances, earned, earnedInAll, withdrawals } = await history("30d");
    expect({ from, to }).toEqual({ from: "2026-10-18", to: "2026-11-16" });
    const rows = await all();
    const atEndOf = (day: string) =>
      rows.find(({ at }) => new Date(at) < new Date(`${day}T18:30:00Z`))?.balanceFc ?? 0;
    expect(balances).toHaveLength(30);
    expect(balances.at(-12)).toBe(atEndOf("2026-11-05"));
    expect(balances.slice(-7)).toEqual(
      ["10", "11", "12", "13", "14", "15", "16"].map((day) => atEndOf(`2026-11-${day}`)),
    );
    expect(balances[0]).toBe(0);
    expect(earnedInAll).toEqual({ ros: 8.6436, direct_bonus: 1, pair_matching: 35, offer_reward: 60.5 });
    expect(earned.find((span) => span.from === "2026-11-10")).toEqual({
      from: "2026-11-10",
      to: "2026-11-10",
      amounts: { ros: 0, direct_bonus: 1, pair_matching: 0, offer_reward: 0 },
    });
    expect(withdrawals).toEqual([{ day: "2026-11-14", amountFc: 2.53 }]);
  });

  test("of a year has weeks that leave no day out, and of all begins with the first movement", async () => {
    const year = await history("1y");
    expect(year.balances).toHaveLength(365);
    expect(year.earned).toHaveLength(53);
    expect(year.earned.at(-1)).toMatchObject({ from: "2026-11-10", to: "2026-11-16" });
    expect(year.earned[0]!.from).toBe(year.from);
    const weeks = year.earned.reduce(
      (sum, { amounts }) => sum + coins(1) * BigInt(amounts.pair_matching),
      0n,
    );
    expect(weeks).toBe(coins(35));
    expect((await history("all")).from).toBe("2026-11-05");
    expect((await history("7d")).balances).toEqual(year.balances.slice(-7));
  });

  test("of a member without movements is one day of nothing", async () => {
    const nobody = await app.addMember();
    const his = await signedIn(app, nobody);
    const { body } = await his.call(contract.balanceHistory, {
      params: { userId: nobody.id },
      query: { range: "all" },
    });
    expect(body.data).toMatchObject({ balances: [0], withdrawals: [], from: "2026-11-16" });
  });
});
