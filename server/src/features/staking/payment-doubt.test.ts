import { coinComparisons, compareCoins, consoleDeposits, matchDeposit } from "@fc/contract/deposits/console";
import { consoleBook } from "@fc/contract/books/console";
import { consoleProposals, confirmProposal } from "@fc/contract/proposals/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import * as contract from "@fc/contract/staking/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
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
import type { TestClient } from "../../testing/test-app.ts";

let house: DepositHouse;
let other: TestClient;
beforeAll(async () => {
  house = await startDepositHouse();
  await house.look();
  other = await operatorSignedIn(house.app, "finance");
});
afterAll(async () => {
  await house.stop();
  await stopWithBooksRight(house.app);
});

const reason = "The member paid the rest in cash at the office";
const approve = (by: TestClient, id: number) =>
  by.call(contract.approveStaking, { params: { id }, body: { cost: 15_000, sameProofs: 99 } });
const confirmAs = (by: TestClient, id: number, why?: string) =>
  by.call(contract.confirmStaking, { params: { id }, body: why === undefined ? {} : { reason: why } });

async function settle() {
  await house.testChain.settle();
  await house.look();
}

/** Its coins have arrived, and are final. */
async function arrivedFor(coins: bigint, amount = 15): Promise<number> {
  const id = await requestedNaming(house, { hash: await house.pay(coins), amount });
  await settle();
  return id;
}

/** Presses "Compare now"; returns what is said of the wallet that members pay to. */
async function compared() {
  const { app, finance, till } = house;
  app.time.advance(minute);
  await finance.call(compareCoins, {});
  await app.worker.drain();
  const { comparisons } = (await finance.call(coinComparisons, {})).body.data;
  return comparisons[0].wallets.find(({ address }: { address: string }) => address === till.address);
}

const missingIn = (wallet: Awaited<ReturnType<typeof compared>>) =>
  wallet.differences.find(({ kind }: { kind: string }) => kind === "deposit-short")?.coins;

test("one key approves coins that arrived, are enough, and came from no other member's address", async () => {
  const id = await arrivedFor(15_000n);
  expect(await seenRequest(house, id)).not.toHaveProperty("doubt");
  expect((await approve(house.finance, id)).status).toBe(200);
});

test("one coin too little takes two people and a reason, and is a difference until two settle it", async () => {
  const id = await arrivedFor(14_999n);
  expect(await seenRequest(house, id)).toMatchObject({
    needsSecond: true,
    doubt: { shortfallFc: 1, isFromOthers: false, isConfirmed: false },
  });
  expect((await approve(house.finance, id)).body.code).toBe("PAYMENT_NOT_SHOWN");
  expect((await confirmAs(house.finance, id)).body.code).toBe("REASON_NEEDED");
  expect((await confirmAs(house.finance, id, reason)).status).toBe(200);
  expect((await confirmAs(other, id, reason)).body.code).toBe("DECIDED_ALREADY");
  expect((await approve(house.finance, id)).body.code).toBe("PAYMENT_NOT_SHOWN");
  const before = await compared();
  expect((await approve(other, id)).status).toBe(200);
  expect(await seenRequest(house, id)).toMatchObject({
    confirmedReason: reason,
    shortfall: { owedFc: 15_000, arrivedFc: 14_999, openFc: 1, settled: null },
  });
  const after = await compared();
  expect([missingIn(before), missingIn(after), after.unexplained]).toEqual([undefined, "-1", "0"]);
  expect(Number(after.byLedger)).toBe(Number(before.byLedger) + 15_000);
  const month = house.app.time.now.toISOString().slice(0, 7);
  const book = async () =>
    (await house.finance.call(consoleBook, { params: { book: "shortfalls" }, query: { month } })).body;
  const lines = (await book()).data as string[][];
  expect(lines.map(([reference, ...cells]) => [reference, cells.at(-1)])).toEqual([
    [referenceOf("staking-request", id), "1.0000"],
  ]);

  const settling = { params: { id }, body: { reason: "Counted into the till on Monday" } };
  expect((await house.finance.call(contract.settleShortfall, settling)).status).toBe(200);
  expect(missingIn(await compared())).toBe("-1");
  const waiting = (await other.call(consoleProposals, {})).body.data.open;
  const { id: proposal } = waiting.find(({ kind }: { kind: string }) => kind === "staking-shortfall");
  expect((await house.finance.call(confirmProposal, { params: { id: proposal } })).status).not.toBe(200);
  expect((await other.call(confirmProposal, { params: { id: proposal } })).status).toBe(200);
  expect(missingIn(await compared())).toBeUndefined();
  expect((await book()).data).toEqual([]);
  expect((await seenRequest(house, id)).shortfall).toMatchObject({
    openFc: 0,
    settled: { reason: settling.body.reason },
  });
  expect((await house.finance.call(contract.settleShortfall, settling)).body.code).toBe("SHORTFALL_OVER");
});

test("coins that arrive later and are matched with the approved request end its difference", async () => {
  const id = await arrivedFor(10_000n);
  await confirmAs(house.finance, id, reason);
  expect((await approve(other, id)).status).toBe(200);
  expect(missingIn(await compared())).toBe("-5000");
  const hash = await house.pay(5_000n);
  await settle();
  const [deposit] = (await other.call(consoleDeposits, { query: { search: hash } })).body.data;
  const body = { reference: referenceOf("staking-request", id) };
  expect((await other.call(matchDeposit, { params: { id: deposit.id }, body })).status).toBe(200);
  expect(missingIn(await compared())).toBeUndefined();
});

test("coins from an address of another member take two people and a reason, though they are enough", async () => {
  const { app, testChain } = house;
  const victim = await newcomer(app);
  const wallet = await testChain.newWallet(15_000n);
  await giveAddress(app.db, victim.member, wallet.address, longAgo(app.time.now));
  const id = await requestedNaming(house, { hash: await house.pay(15_000n, wallet), amount: 15 });
  await settle();
  expect(await seenRequest(house, id)).toMatchObject({ doubt: { shortfallFc: 0, isFromOthers: true } });
  expect((await approve(house.finance, id)).body.code).toBe("PAYMENT_NOT_SHOWN");
  await confirmAs(house.finance, id, reason);
  expect((await approve(other, id)).status).toBe(200);
  expect((await seenRequest(house, id)).shortfall).toBeNull();
});

test("a transaction that has not arrived takes two people; without any, the proof is judged by one", async () => {
  const unseen = await requestedNaming(house, { hash: `0x${"5".repeat(64)}`, amount: 15 });
  expect((await approve(house.finance, unseen)).body.code).toBe("PAYMENT_NOT_SHOWN");
  const byProof = await requestedStake(house.app, await newcomer(house.app), 15);
  expect((await approve(house.finance, byProof)).status).toBe(200);
});

test("a confirmation holds only for what the chain said then: less of it has to be confirmed again", async () => {
  const id = await arrivedFor(14_000n);
  await confirmAs(house.finance, id, reason);
  const [deposit] = (await other.call(consoleDeposits, { query: { sort: "arrivedAt", size: 1 } })).body.data;
  expect(deposit.amount).toBe(14_000);
  const right = await requestedStake(house.app, await newcomer(house.app), 15);
  const body = { reference: referenceOf("staking-request", right) };
  expect((await other.call(matchDeposit, { params: { id: deposit.id }, body })).status).toBe(200);
  expect((await approve(other, id)).body.code).toBe("PAYMENT_NOT_SHOWN");
  expect((await seenRequest(house, id)).doubt).toEqual({
    shortfallFc: 15_000,
    isFromOthers: false,
    isConfirmed: false,
  });
  expect((await confirmAs(house.finance, id, reason)).status).toBe(200);
  expect((await approve(other, id)).status).toBe(200);
});

test("of a confirmation by everybody at once one counts, and nobody approves what they confirmed", async () => {
  const id = await arrivedFor(1n);
  const people = [house.finance, other];
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, at) => confirmAs(people[at % 2]!, id, reason)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const approvals = await Promise.all(Array.from({ length: 32 }, (_, at) => approve(people[at % 2]!, id)));
  expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1);
});
