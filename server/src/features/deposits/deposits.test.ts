import {
  consoleDeposits,
  consoleDepositsCsv,
  matchDeposit,
  setDepositAside,
  type Deposit,
} from "@fc/contract/deposits/console";
import { consoleFind } from "@fc/contract/find/console";
import { operatorLog } from "@fc/contract/operators/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { approveStaking } from "@fc/contract/staking/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import {
  requestedNaming,
  seenRequest,
  startDepositHouse,
  type DepositHouse,
} from "../../testing/deposits.ts";
import { giveAddress, longAgo } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { newcomer, requestedStake } from "../../testing/staking-requests.ts";

let house: DepositHouse;
beforeAll(async () => {
  house = await startDepositHouse();
  // What arrives after the first look is listed.
  await house.look();
});
afterAll(async () => {
  await house.stop();
  await stopWithBooksRight(house.app);
});

async function deposits(query: object = {}): Promise<Deposit[]> {
  return (await house.finance.call(consoleDeposits, { query })).body.data;
}

/** Coins that nobody has named, after they are final. */
async function arrived(coins: bigint): Promise<Deposit> {
  const hash = await house.pay(coins);
  await house.testChain.settle();
  await house.look();
  const [found] = await deposits({ search: hash });
  return found!;
}

const match = (id: number, requestId: number) => {
  const body = { reference: referenceOf("staking-request", requestId) };
  return house.finance.call(matchDeposit, { params: { id }, body });
};
const approve = (id: number) =>
  house.finance.call(approveStaking, { params: { id }, body: { cost: 15_000, sameProofs: 99 } });

test("what arrived without a request is listed, with the member who registered its address", async () => {
  const { app, testChain } = house;
  const { member } = await newcomer(app, { name: "Meera Nair" });
  const wallet = await testChain.newWallet(700n);
  await giveAddress(app.db, member, wallet.address, longAgo(app.time.now));
  const hash = await house.pay(700n, wallet);
  await testChain.local.mine();
  await house.look();
  expect(await deposits({ search: hash })).toEqual([]);
  await testChain.settle();
  await house.look();
  await house.look();

  const found = await deposits({ match: "waiting", search: wallet.address });
  expect(found).toMatchObject([
    {
      hash,
      from: wallet.address,
      to: house.till.address,
      amount: 700,
      match: "waiting",
      fromMembers: [{ refId: member.refId, name: "Meera Nair" }],
      request: null,
      decidedBy: null,
    },
  ]);
  expect(await deposits({ search: member.refId })).toEqual(found);
  const text = hash.toUpperCase().replace("0X", "0x");
  expect((await house.finance.call(consoleFind, { query: { text } })).body.data).toEqual([
    { kind: "deposit", hash, amountFc: 700 },
  ]);
});

test("an operator matches a deposit with a request, which then shows the coins; the log says who", async () => {
  const { id, hash } = await arrived(150_000n);
  const requestId = await requestedStake(house.app, await newcomer(house.app));
  expect((await match(id, requestId)).status).toBe(200);
  expect(await seenRequest(house, requestId)).toMatchObject({
    deposit: { hash: null, state: "arrived", arrivedFc: 150_000 },
    transfers: [{ hash }],
    status: "P",
  });
  expect(await deposits({ search: hash })).toMatchObject([
    { match: "matched", request: { id: requestId, status: "P" } },
  ]);
  const admin = await operatorSignedIn(house.app, "admin");
  const { body } = await admin.call(operatorLog, { query: { action: "deposit/match" } });
  expect(body.data[0].details).toMatchObject({ transaction: hash, amount: "1,50,000 FC" });

  expect((await approve(requestId)).status).toBe(200);
  const other = await requestedStake(house.app, await newcomer(house.app));
  expect((await match(id, other)).body.code).toBe("DEPOSIT_USED");
  const aside = { params: { id }, body: { reason: "Sent by mistake" } };
  expect((await house.finance.call(setDepositAside, aside)).body.code).toBe("DEPOSIT_USED");
});

test("coins that the wrong request named are given to the right one", async () => {
  const hash = await house.pay(150_000n);
  const wrong = await requestedNaming(house, { hash });
  await house.testChain.settle();
  await house.look();
  const right = await requestedStake(house.app, await newcomer(house.app));
  const [found] = await deposits({ search: hash });
  expect((await match(found!.id, right)).status).toBe(200);
  // It is not approved yet, and the operator is told so.
  const aside = { params: { id: found!.id }, body: { reason: "Sent by mistake" } };
  expect((await house.finance.call(setDepositAside, aside)).body.code).toBe("DEPOSIT_AWAITED");
  expect((await seenRequest(house, wrong)).deposit.state).toBe("taken");
  expect((await seenRequest(house, right)).deposit.state).toBe("arrived");
});

test("a deposit that was set aside, with a reason, is matched with no request unless an operator does", async () => {
  const { id, hash } = await arrived(33n);
  const params = { id };
  expect((await house.finance.call(setDepositAside, { params, body: { reason: "" } })).status).toBe(400);
  const body = { reason: "A test payment of our own" };
  expect((await house.finance.call(setDepositAside, { params, body })).status).toBe(200);
  expect((await house.finance.call(setDepositAside, { params, body })).body.code).toBe("DEPOSIT_DECIDED");
  expect(await deposits({ search: hash })).toMatchObject([{ match: "aside", ...body }]);
  const requestId = await requestedNaming(house, { hash, amount: 15 });
  await house.look();
  expect(await seenRequest(house, requestId)).toMatchObject({ deposit: { state: "taken" }, transfers: [] });
});

test("of operators who match one deposit with different requests at once, each answer is true", async () => {
  const { id, hash } = await arrived(15_000n);
  const requests = await Promise.all(
    [1, 2, 3, 4].map(async () => requestedStake(house.app, await newcomer(house.app), 15)),
  );
  const answers = await Promise.all(requests.map((requestId) => match(id, requestId)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const holders = [];
  for (const requestId of requests) {
    if ((await seenRequest(house, requestId)).transfers.length > 0) holders.push(requestId);
  }
  expect(await deposits({ search: hash })).toMatchObject([{ request: { id: holders[0] } }]);
  expect(holders).toHaveLength(1);
});

test("what there is not is not matched: another record, a rejected request, an unknown deposit", async () => {
  const { id } = await arrived(1n);
  const requestId = await requestedStake(house.app, await newcomer(house.app), 15);
  const wrong = { params: { id }, body: { reference: referenceOf("withdrawal", requestId) } };
  expect((await house.finance.call(matchDeposit, wrong)).status).toBe(404);
  expect((await match(id, 2_000_000)).status).toBe(404);
  expect((await match(999_999, requestId)).status).toBe(404);
  await house.app.db
    .updateTable("staking_requests")
    .set({ status: "R", decided_at: house.app.time.now, reason: "No" })
    .where("id", "=", requestId)
    .execute();
  expect((await match(id, requestId)).body.code).toBe("REQUEST_REJECTED");
});

test("the list is sorted, summed over all pages and saved as a file", async () => {
  const { body } = await house.finance.call(consoleDeposits, {
    query: { sort: "amount", order: "asc", size: 1 },
  });
  const all = await deposits({ sort: "amount", order: "asc", size: 100 });
  expect(body.data).toEqual(all.slice(0, 1));
  expect(all.map(({ amount }) => amount)).toEqual(all.map(({ amount }) => amount).toSorted((a, b) => a - b));
  expect(body.totals.amount).toBe(all.reduce((sum, { amount }) => sum + amount, 0));
  const query = { sort: "amount", order: "asc" } as const;
  const file = (await house.finance.call(consoleDepositsCsv, { query })).body as string;
  expect(file.trim().split("\r\n")).toHaveLength(all.length + 1);
  expect(file).toContain("A test payment of our own");
});
