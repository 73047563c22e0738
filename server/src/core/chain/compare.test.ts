import { coinComparisons, compareCoins, setDepositAside } from "@fc/contract/deposits/console";
import type { ComparedWallet } from "@fc/contract/deposits/console";
import { approveStaking } from "@fc/contract/staking/console";
import { consoleToday } from "@fc/contract/today/console";
import { transparency } from "@fc/contract/transparency/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { after, hour, minute } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { noFaults } from "../../testing/chain/faulty-endpoint.ts";
import { requestedNaming, startDepositHouse, type DepositHouse } from "../../testing/deposits.ts";
import { signedIn } from "../../testing/test-app.ts";
import { oneCoin } from "../../testing/chain/test-chain.ts";
import { transferData } from "../../platform/chain/coin.ts";
import { checkOf } from "../alerts/conditions.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

let house: DepositHouse;
beforeAll(async () => void (house = await startDepositHouse()));
afterAll(async () => {
  await house.stop();
  await stopWithBooksRight(house.app);
});

/** Presses "Compare now" and waits for the worker. */
async function compare() {
  const { app, finance } = house;
  app.time.advance(minute);
  expect((await finance.call(compareCoins, {})).status).toBe(200);
  await app.worker.drain();
  const { body } = await finance.call(coinComparisons, {});
  expect(body.data.isUnderWay).toBe(false);
  return body.data.comparisons[0];
}

async function tillAfter(): Promise<ComparedWallet> {
  const { wallets, problem } = await compare();
  expect(problem).toBeNull();
  return wallets.find(({ address }: ComparedWallet) => address === house.till.address);
}

const kindsOf = ({ differences }: ComparedWallet) =>
  Object.fromEntries(differences.map(({ kind, coins }) => [kind, coins]));

async function alertOf(condition: "coins-unexplained" | "coins-not-compared", laterMs = 0) {
  const { db, time } = house.app;
  const settings = await businessSetting(db, "alerts");
  const now = after(time.now, laterMs);
  return checkOf(condition).find({ db, now, nodeNow: now, settings, production: false });
}

test("Today says nothing of coins before the wallets were compared", async () => {
  expect((await house.finance.call(consoleToday, {})).body.data).not.toHaveProperty("coins");
});

test("what was there at the first look is the opening, and nothing differs", async () => {
  await house.testChain.sendCoins(house.testChain.owner, house.till.address, 12n);
  await house.testChain.settle();
  expect(await tillAfter()).toMatchObject({
    opening: "12",
    onChain: "12",
    byLedger: "12",
    difference: "0",
    unexplained: "0",
    differences: [],
  });
});

test("every unit after it is explained by name: without a request, waiting, approved, set aside", async () => {
  const { testChain, till, look, finance } = house;
  const payer = await testChain.newWallet(10n);
  // The smallest unit of the contract.
  await payer.send({ to: testChain.contract, data: transferData(till.address, 1n, "0x") });
  const waiting = await requestedNaming(house, { hash: await house.pay(150_000n) });
  const wrong = await house.pay(7n);
  await testChain.settle();
  await look();
  let wallet = await tillAfter();
  expect(kindsOf(wallet)).toEqual({
    "deposit-waiting": "150000",
    "deposit-without-request": "7.000000000000000001",
  });
  expect(wallet).toMatchObject({
    onChain: "150019.000000000000000001",
    byLedger: "12",
    difference: "150007.000000000000000001",
    unexplained: "0",
  });

  const body = { cost: 15_000 };
  expect((await finance.call(approveStaking, { params: { id: waiting }, body })).status).toBe(200);
  const { id } = await house.app.db
    .selectFrom("chain_transfers")
    .select("id")
    .where("tx_hash", "=", wrong)
    .executeTakeFirstOrThrow();
  await finance.call(setDepositAside, { params: { id }, body: { reason: "Of our own" } });
  wallet = await tillAfter();
  expect(wallet).toMatchObject({ byLedger: "150012", unexplained: "0" });
  expect(kindsOf(wallet)).toEqual({
    "deposit-without-request": "0.000000000000000001",
    "deposit-aside": "7",
  });
  expect(await alertOf("coins-unexplained")).toBeUndefined();
});

test("a transfer out that nobody ordered is named with its hash, and told", async () => {
  const { testChain, till } = house;
  const thief = await testChain.newWallet();
  const hash = await testChain.sendCoins(till, thief.address, 5n);
  await testChain.settle();
  const wallet = await tillAfter();
  expect(wallet.unexplained).toBe("5");
  expect(wallet.differences.find(({ kind }) => kind === "unknown-transfer")).toEqual({
    kind: "unknown-transfer",
    coins: "-5",
    count: 1,
    examples: [{ hash, coins: "-5", about: thief.address }],
  });
  expect(await alertOf("coins-unexplained")).toMatch(/^5 FC of 0x.* are unexplained/);
  const { coins } = (await house.finance.call(consoleToday, {})).body.data;
  expect(coins).toMatchObject({ unexplainedWallets: 1, depositsWithoutRequest: 1 });
  const metrics = await (await fetch(`${house.app.url}/metrics`)).text();
  expect(metrics).toContain(`coins_unexplained{wallet="${till.address}"} 5`);
  expect(metrics).toContain("deposits_without_request 1");
});

test("endpoints without an answer leave the last comparison, and are told after two hours", async () => {
  const { endpoints } = house.testChain;
  for (const { faults } of endpoints) faults.isDown = true;
  const { problem, wallets } = await compare();
  expect(problem).toMatch(/endpoint/);
  expect(wallets).toEqual([]);
  expect(await alertOf("coins-unexplained")).toBeDefined();
  expect(await alertOf("coins-not-compared")).toBeUndefined();
  expect(await alertOf("coins-not-compared", 2 * hour)).toMatch(/endpoint/);
  for (const { faults } of endpoints) Object.assign(faults, noFaults);
  expect((await compare()).problem).toBeNull();
  expect(await alertOf("coins-not-compared", 3 * hour)).toBeUndefined();
});

test("an endpoint that tells another balance is outvoted; a balance that no transfer explains is told", async () => {
  const { endpoints } = house.testChain;
  const before = await tillAfter();
  const doubled = (count: number) => {
    for (const { faults } of endpoints.slice(0, count)) {
      faults.lie = ({ method }, result) =>
        method === "eth_call" && typeof result === "string" && BigInt(result) > 10n * oneCoin
          ? `0x${(BigInt(result) * 2n).toString(16).padStart(64, "0")}`
          : undefined;
    }
  };
  doubled(1);
  expect((await tillAfter()).onChain).toBe(before.onChain);
  doubled(3);
  const { differences } = await tillAfter();
  expect(differences.find(({ kind }) => kind === "no-transfer")?.coins).toBe(before.onChain);
  for (const { faults } of endpoints) Object.assign(faults, noFaults);
});

test("members see the wallets and the pool as of the same moment, with the blocks to look them up by", async () => {
  const { wallets, at } = await compare();
  const member = await house.app.addMember();
  const client = await signedIn(house.app, member);
  const { body } = await client.call(transparency, { params: { userId: member.id } });
  const { compared } = body.data.reserves;
  expect(compared.at).toBe(at);
  expect(compared.pool).toBe(body.data.reserves.pool);
  expect(compared.wallets).toEqual(
    wallets.map(({ address, blockNumber, onChain }: ComparedWallet) => ({
      address,
      block: blockNumber,
      coins: Number(onChain),
    })),
  );
});
