import { changeSettings } from "@fc/contract/settings/console";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LocalWallet } from "../../development/local-chain/wallet.ts";
import { minute, second } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import {
  requestedNaming,
  seenRequest,
  startDepositHouse,
  type DepositHouse,
} from "../../testing/deposits.ts";
import { giveAddress, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  approveStake,
  newcomer,
  rejectStake,
  requestedStake,
  stakedFc,
  type Person,
} from "../../testing/staking-requests.ts";
import { depositsTask } from "../chain/deposit-task.ts";

let house: DepositHouse;
beforeAll(async () => void (house = await startDepositHouse()));
beforeEach(() => setSetting(house.app.databaseUrl, "deposit", { ownCoinsApprove: true }));
afterAll(async () => {
  await house.stop();
  await stopWithBooksRight(house.app);
});

/** A member whose coin address was registered long ago, and the wallet of that address with coins. */
async function memberWithWallet(coins = 150_000n): Promise<{ person: Person; wallet: LocalWallet }> {
  const { app, testChain } = house;
  const person = await newcomer(app);
  const wallet = await testChain.newWallet(coins);
  await giveAddress(app.db, person.member, wallet.address, longAgo(app.time.now));
  return { person, wallet };
}

/** The request after its coins have arrived. */
async function afterArrival(person: Person, wallet: LocalWallet, coins = 150_000n) {
  const id = await requestedNaming(house, { hash: await house.pay(coins, wallet) }, person);
  await house.testChain.settle();
  await house.look();
  return seenRequest(house, id);
}

test("coins from the member's own address approve the request, once, as an operator's approval would", async () => {
  const { app, testChain } = house;
  const { person, wallet } = await memberWithWallet();
  const id = await requestedNaming(house, { hash: await house.pay(150_000n, wallet) }, person);
  await testChain.settle();
  app.time.advance(61 * second);
  const task = depositsTask({ ...app.deps, chain: testChain.chain });
  await Promise.all(Array.from({ length: 4 }, () => task.run({})));
  expect(await seenRequest(house, id)).toMatchObject({
    status: "A",
    approvedItself: true,
    decidedBy: null,
    deposit: { state: "arrived" },
  });
  expect(await stakedFc(app, person)).toBe(150_000n * 10_000n);
  const mails = await app.mailsTo(person.member.email);
  expect(
    mails.filter(({ subject }) => /stak/i.test(subject) && /approved|started/i.test(subject)),
  ).toHaveLength(1);
  await house.look();
  expect(await stakedFc(app, person)).toBe(150_000n * 10_000n);
});

test("unless the setting allows it, an operator decides", async () => {
  await setSetting(house.app.databaseUrl, "deposit", {});
  const { person, wallet } = await memberWithWallet();
  expect(await afterArrival(person, wallet)).toMatchObject({ status: "P", deposit: { state: "arrived" } });
});

test("to allow it takes two people", async () => {
  const admin = await operatorSignedIn(house.app, "admin");
  await operatorSignedIn(house.app, "admin");
  await setSetting(house.app.databaseUrl, "deposit", {});
  const changes = [{ name: "ownCoinsApprove", from: false, to: true }];
  const body = { changes, reason: "Deposits are checked by the chain now" };
  const answer = await admin.call(changeSettings, { params: { group: "deposit" }, body });
  expect(answer.body.data.proposed).toEqual(["ownCoinsApprove"]);
});

const waits: Record<string, () => Promise<{ person: Person; wallet: LocalWallet; coins?: bigint }>> = {
  "that come from another member's address": async () => {
    const [mine, theirs] = [await memberWithWallet(), await memberWithWallet()];
    return { person: mine.person, wallet: theirs.wallet };
  },
  "that come from an address which nobody has registered": async () => ({
    person: (await memberWithWallet()).person,
    wallet: await house.testChain.newWallet(150_000n),
  }),
  "of a member without an address": async () => ({
    person: await newcomer(house.app),
    wallet: await house.testChain.newWallet(150_000n),
  }),
  "whose address was registered after they were sent": async () => {
    const { app, testChain } = house;
    const person = await newcomer(app);
    const wallet = await testChain.newWallet(150_000n);
    await giveAddress(app.db, person.member, wallet.address, app.time.now);
    return { person, wallet };
  },
  "whose address another member has registered too": async () => {
    const { person, wallet } = await memberWithWallet();
    const other = await newcomer(house.app);
    await giveAddress(house.app.db, other.member, wallet.address, longAgo(house.app.time.now));
    return { person, wallet };
  },
  "that are too few": async () => ({ ...(await memberWithWallet()), coins: 149_999n }),
};

test.each(Object.keys(waits))("coins %s wait for an operator", async (name) => {
  const { person, wallet, coins } = await waits[name]!();
  const { status, approvedItself } = await afterArrival(person, wallet, coins);
  expect({ status, approvedItself }).toEqual({ status: "P", approvedItself: undefined });
  expect(await stakedFc(house.app, person)).toBe(0n);
});

test("coins of a member who was blocked meanwhile wait for an operator", async () => {
  const { person, wallet } = await memberWithWallet();
  const id = await requestedNaming(house, { hash: await house.pay(150_000n, wallet) }, person);
  const blocked = house.app.db.updateTable("members").set({ status: "blocked" });
  await blocked.where("id", "=", person.member.id).execute();
  await house.testChain.settle();
  await house.look();
  expect((await seenRequest(house, id)).status).toBe("P");
});

test("coins that do not cover the price of the approval wait for an operator", async () => {
  const { app, testChain } = house;
  const { person, wallet } = await memberWithWallet();
  const id = await requestedNaming(house, { hash: await house.pay(150_000n, wallet) }, person);
  await testChain.settle();
  app.time.advance(second);
  await setPrice(app.db, 16_000, app.time.now);
  await house.look();
  expect(await seenRequest(house, id)).toMatchObject({ status: "P", deposit: { state: "arrived" } });
  await setPrice(app.db, 15_000, app.time.now);
});

test("coins that an operator has approved by their picture approve no second request", async () => {
  const { app, testChain } = house;
  const { person, wallet } = await memberWithWallet();
  const hash = await house.pay(150_000n, wallet);
  await testChain.settle();
  const byPicture = await requestedStake(app, person);
  await approveStake(app, byPicture);
  app.time.advance(10 * minute);
  const id = await requestedNaming(house, { hash }, person);
  await house.look();
  expect(await seenRequest(house, id)).toMatchObject({ status: "P", deposit: { state: "arrived" } });
  expect(await stakedFc(app, person)).toBe(150_000n * 10_000n);
});

test("coins of a request that an operator has rejected approve no second request", async () => {
  const { app, testChain } = house;
  const { person, wallet } = await memberWithWallet();
  const hash = await house.pay(150_000n, wallet);
  await rejectStake(app, await requestedNaming(house, { hash }, person), "The coins were sent back");
  await testChain.settle();
  const id = await requestedNaming(house, { hash }, person);
  await house.look();
  expect(await seenRequest(house, id)).toMatchObject({ status: "P", deposit: { state: "arrived" } });
  expect(await stakedFc(app, person)).toBe(0n);
});

test("coins that were sent after an earlier request was decided approve the next one", async () => {
  const { app } = house;
  const { person, wallet } = await memberWithWallet();
  const earlier = await requestedStake(app, person);
  await approveStake(app, earlier);
  const before = longAgo(app.time.now);
  const decided = app.db.updateTable("staking_requests").set({ requested_at: before, decided_at: before });
  await decided.where("id", "=", earlier).execute();
  app.time.advance(10 * minute);
  expect(await afterArrival(person, wallet)).toMatchObject({ status: "A", approvedItself: true });
});
