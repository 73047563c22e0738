import { paymentDetails } from "@fc/contract/staking/portal";
import { rejectStaking } from "@fc/contract/staking/console";
import { operatorSession } from "@fc/contract/operators/console";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coinCreation } from "../../development/local-chain/demo-coin.ts";
import { transferData } from "../../platform/chain/coin.ts";
import { noFaults, type Faults } from "../../testing/chain/faulty-endpoint.ts";
import { oneCoin } from "../../testing/chain/test-chain.ts";
import {
  requestedNaming,
  requestNaming,
  seenRequest,
  startDepositHouse,
  type DepositHouse,
} from "../../testing/deposits.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { devices } from "../../testing/money.ts";
import {
  askStakeCode,
  newcomer,
  proofOf,
  stakedFc,
  stakeOf,
  stakingReportOf,
  stakingRequestsOf,
  submitStake,
  type Person,
} from "../../testing/staking-requests.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp } from "../../testing/test-app.ts";

let house: DepositHouse;
beforeAll(async () => void (house = await startDepositHouse()));
afterAll(async () => {
  await house.stop();
  await stopWithBooksRight(house.app);
});

const anyHash = () => `0x${randomBytes(32).toString("hex")}`;
const stateOf = async (id: number) => (await seenRequest(house, id)).deposit.state;

test("a member names the transaction that paid, and both sides follow it until it is final", async () => {
  const { app, testChain, look } = house;
  const person = await newcomer(app);
  const payer = await testChain.newWallet(150_000n);
  const hash = await house.pay(150_000n, payer);
  const id = await requestedNaming(house, { hash: `  ${hash.toUpperCase().replace("0X", "0x")} ` }, person);
  expect((await seenRequest(house, id)).deposit).toEqual({
    hash,
    state: "named",
    checkedAt: null,
    neededFc: 150_000,
    arrivedFc: 0,
  });
  await look();
  expect(await stateOf(id)).toBe("sent");
  await testChain.local.mine();
  await look();
  expect(await stateOf(id)).toBe("block");
  expect((await stakingReportOf(person)).data[0]?.deposit).toEqual({ hash, state: "block" });
  await testChain.settle();
  await look();

  const { deposit, transfers, status } = await seenRequest(house, id);
  expect(deposit).toMatchObject({ state: "arrived", arrivedFc: 150_000, neededFc: 150_000 });
  expect(transfers).toMatchObject([
    { hash, from: payer.address, amountFc: 150_000, ownSince: null, others: [] },
  ]);
  // It waits for an operator: anybody can read a hash on the chain.
  expect(status).toBe("P");
  expect(await stakedFc(app, person)).toBe(0n);
});

describe("a transaction that did not pay is named for what it is", () => {
  const cases: Record<string, () => Promise<{ hash: string; amount?: number }>> = {
    "other-receiver": async () => {
      const { testChain } = house;
      const [payer, stranger] = [await testChain.newWallet(150_000n), await testChain.newWallet()];
      return { hash: await testChain.sendCoins(payer, stranger.address, 150_000n) };
    },
    "too-little": async () => ({ hash: await house.pay(149_999n) }),
    "no-transfer": async () => {
      const payer = await house.testChain.newWallet();
      return { hash: await payer.send({ to: house.till.address, wei: 10n }) };
    },
    failed: async () => {
      const { testChain, till } = house;
      const payer = await testChain.newWallet(150_000n);
      await testChain.refuse(till.address);
      const hash = await house.pay(150_000n, payer);
      await testChain.local.mine();
      await testChain.refuse(till.address, false);
      return { hash };
    },
  };

  test.each(Object.keys(cases))("%s", async (state) => {
    const person = await newcomer(house.app);
    const id = await requestedNaming(house, await cases[state]!(), person);
    await house.testChain.settle();
    await house.look();
    expect(await stateOf(id)).toBe(state);
    expect((await stakingReportOf(person)).data[0]).toMatchObject({ status: "P", deposit: { state } });
    expect(await stakedFc(house.app, person)).toBe(0n);
  });

  test("of another coin", async () => {
    const { owner, local } = house.testChain;
    const other = await owner.nextContract();
    await owner.send({ data: await coinCreation(10n ** 6n * oneCoin) });
    await local.mine();
    const data = transferData(house.till.address, 150_000n * oneCoin, "0x");
    const id = await requestedNaming(house, { hash: await owner.send({ to: other, data }) });
    await house.testChain.settle();
    await house.look();
    expect(await stateOf(id)).toBe("no-transfer");
  });

  test("that nobody has seen, which is looked for again", async () => {
    const id = await requestedNaming(house, { hash: anyHash() });
    await house.look();
    expect(await stateOf(id)).toBe("unseen");
  });
});

test.each(["0x12", "hello", `0x${"g".repeat(64)}`, "f".repeat(64), `0x${"a".repeat(65)}`, "", 5, null])(
  "what is no hash is refused before a code is sent: %s",
  async (hash) => {
    const person = await newcomer(house.app);
    const change = { ...stakeOf(person, await proofOf(person)), transactionHash: hash };
    const { status, body } = await askStakeCode(person, change);
    expect(status).toBe(400);
    expect(body.fields.transactionHash).toContain("66 characters");
  },
);

describe("a transaction pays for one request", () => {
  test("a second one that names it is refused in plain words, until the first is rejected", async () => {
    const { app, testChain, finance, look } = house;
    const hash = await house.pay(150_000n);
    const first = await requestedNaming(house, { hash });
    const second = await newcomer(app);
    const change = { ...stakeOf(second, await proofOf(second)), transactionHash: hash };
    const refused = await askStakeCode(second, change);
    expect(refused).toMatchObject({ status: 422, body: { code: "DEPOSIT_TAKEN" } });
    expect(refused.body.message).toContain("Another request names this transaction already");

    await testChain.settle();
    await look();
    const body = { reason: "It was not your payment" };
    expect((await finance.call(rejectStaking, { params: { id: first }, body })).status).toBe(200);
    const next = await requestedNaming(house, { hash }, second);
    await look();
    expect(await seenRequest(house, next)).toMatchObject({
      deposit: { state: "arrived", arrivedFc: 150_000 },
      transfers: [{ hash }],
    });
    expect((await seenRequest(house, first)).transfers).toEqual([]);
  });

  test("of 32 requests at once that name it, one is made", async () => {
    const { app } = house;
    const hash = await house.pay(150_000n);
    const waiting: (() => ReturnType<typeof submitStake>)[] = [];
    const people: Person[] = [];
    for (let number = 0; number < 32; number++) {
      const member = await app.addMember();
      const purpose = "staking" as const;
      const [uploader] = await devices(app, member, 1, { purpose, change: {} });
      const proof = await proofOf({ member, client: uploader! });
      const change = { ...stakeOf({ member, client: uploader! }, proof), transactionHash: hash };
      const [client] = await devices(app, member, 1, { purpose, change });
      people.push({ member, client: client! });
      waiting.push(() => submitStake({ member, client: client! }, change));
    }
    const answers = await Promise.all(waiting.map((send) => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(["DEPOSIT_TAKEN"]));
    const made = await Promise.all(people.map((person) => stakingRequestsOf(app, person)));
    expect(made.flat()).toHaveLength(1);
  });
});

test("a block that is replaced before it is final has paid nothing", async () => {
  const { testChain, look } = house;
  const hash = await house.pay(150_000n);
  const id = await requestedNaming(house, { hash });
  await testChain.local.mine();
  await look();
  expect(await stateOf(id)).toBe("block");
  await testChain.local.reorganise(1, { without: [hash] });
  await testChain.settle();
  await look();
  expect(await seenRequest(house, id)).toMatchObject({ deposit: { state: "unseen" }, transfers: [] });
});

describe("endpoints that fail decide nothing and lose nothing", () => {
  const spoil = (count: number, faults: Partial<Faults>) => {
    for (const endpoint of house.testChain.endpoints.slice(0, count)) Object.assign(endpoint.faults, faults);
  };
  const mend = () => spoil(3, noFaults);

  test("one that lies about the amount and the receiver is outvoted", async () => {
    const id = await requestedNaming(house, { hash: await house.pay(5n) });
    await house.testChain.settle();
    spoil(1, {
      lie: ({ method }, result) =>
        method === "eth_getTransactionReceipt" || method === "eth_getLogs"
          ? JSON.parse(JSON.stringify(result).replaceAll(/"data":"0x0+\w+"/g, `"data":"0x${"f".repeat(64)}"`))
          : undefined,
    });
    await house.look();
    mend();
    expect((await seenRequest(house, id)).deposit).toMatchObject({ state: "too-little", arrivedFc: 5 });
  });

  test("two that lag keep it waiting, and it arrives when they have caught up", async () => {
    const id = await requestedNaming(house, { hash: await house.pay(150_000n) });
    await house.testChain.settle();
    spoil(2, { lagsBlocks: 3 });
    await house.look().catch(() => undefined);
    expect(await stateOf(id)).toBe("block");
    mend();
    await house.look();
    expect(await stateOf(id)).toBe("arrived");
  });

  test.each<[string, Partial<Faults>]>([
    ["are silent", { isSilent: true }],
    ["are down", { isDown: true }],
    ["answer nonsense", { answersNonsense: true }],
    ["are too busy", { isTooBusy: true }],
  ])("two that %s are told to the operators, and the next look finds it", async (_, faults) => {
    const id = await requestedNaming(house, { hash: await house.pay(150_000n) });
    await house.testChain.settle();
    spoil(2, faults);
    await expect(house.look()).rejects.toThrow(/endpoint/);
    mend();
    expect(await seenRequest(house, id)).toMatchObject({ status: "P", deposit: { state: "named" } });
    await house.look();
    expect(await stateOf(id)).toBe("arrived");
  });
});

test("the form takes a transaction only where a chain is connected", async () => {
  const { body } = await (await newcomer(house.app)).client.call(paymentDetails, {});
  expect(body.takesTransactionHash).toBe(true);
  expect((await house.finance.call(operatorSession, {})).body.data.hasChain).toBe(true);

  const without = await startTestApp();
  const person = await newcomer(without);
  const details = await person.client.call(paymentDetails, {});
  expect(details.body).not.toHaveProperty("takesTransactionHash");
  expect(
    (await (await operatorSignedIn(without, "viewer")).call(operatorSession, {})).body.data.hasChain,
  ).toBe(false);
  await without.db
    .insertInto("prices")
    .values({
      fc_for_15_usd: 150_000_000n,
      inr_per_usd: 830_000n,
      effective_from: without.time.now,
      created_at: without.time.now,
    })
    .execute();
  const change = { ...stakeOf(person, await proofOf(person)), transactionHash: anyHash() };
  expect((await askStakeCode(person, change)).body.code).toBe("CHAIN_MISSING");
  await without.stop();
});

test("a request that names a transaction needs the code that confirms it", async () => {
  const person = await newcomer(house.app);
  const { body } = await requestNaming(house, person, { hash: anyHash(), amount: 15 });
  expect(body.data.reference).toMatch(/^ST/);
  const change = { ...stakeOf(person, await proofOf(person), 15), transactionHash: anyHash() };
  expect((await submitStake(person, change)).body.code).toBe("INVALID_OTP");
});
