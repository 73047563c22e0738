import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { approvePayouts, payoutBatch } from "@fc/contract/withdraw/console-approvals";
import { operatorSession } from "@fc/contract/operators/console";
import { openGuard } from "../../core/approvals/guard.ts";
import { consoleHotWallet, pauseHotWallet } from "@fc/contract/withdraw/console-payouts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { lookAtWallet, noteSigning } from "../../core/chain/look.ts";
import { minute } from "../../platform/clock.ts";
import { webUrlOf } from "../../platform/login.ts";
import { withConnection } from "../../platform/one-connection.ts";
import { readSettings } from "../../platform/settings.ts";
import { payoutGuardOf } from "../../start-payouts.ts";

import {
  addApprover,
  approveAll,
  startGuard,
  type TestApprover,
  type TestGuard,
} from "../../testing/approvals.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { payOut } from "./payout-task.ts";

let t: PayoutTest;
let finance: TestApprover;
let admin: TestApprover;
let asha: PayingMember;
let worker: TestGuard;
beforeAll(async () => {
  t = await startPayoutTest();
  finance = await addApprover(t.app, t.finance);
  admin = await addApprover(t.app, t.admin);
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});
beforeEach(async () => {
  worker = await startGuard(t.app);
  await worker.name(finance, admin);
  t.deps.guard = worker.guard;
  await lookAtWallet(t.deps);
  await noteSigning(t.deps);
  asha = await t.addMember();
});
afterEach(async () => {
  // What a test has left waiting is paid, so that the next one begins with nothing.
  await worker.name(finance, admin);
  Object.assign(worker.limits, {
    addressHours: 0,
    waitMinutes: 0,
    twoPeopleFromFc: 10n ** 18n,
    dayFc: 10n ** 18n,
  });
  t.deps.guard = worker.restarted();
  await noteSigning(t.deps);
  if ((await finance.client.call(payoutBatch, {})).body.data) await approveAll(finance);
  t.app.time.advance(minute);
  await t.payAndSettle();
});

const net = 8_000_000 - feeFc;
const reasonOf = async (payoutId: number) =>
  (
    await t.app.db
      .selectFrom("chain_payouts")
      .select("wait_reason")
      .where("id", "=", payoutId)
      .executeTakeFirstOrThrow()
  ).wait_reason;

test("a payout is paid after an approver has signed it, and not before", async () => {
  const { payoutId } = await t.handedOver(asha);
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toBe("It waits for an approver's signature");
  expect((await approveAll(finance)).status).toBe(200);
  expect((await finance.client.call(payoutBatch, {})).body.data).toBeNull();
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
  expect(await t.arrivedAt(asha.address)).toBe(net);
  const told = worker.mails.filter(({ subject }) => subject.includes("was approved"));
  expect(told).toHaveLength(1);
  expect(told[0]?.to).toHaveLength(2);
  expect(told[0]?.text).toContain(asha.address);
});

test("nobody is asked to sign where the worker needs no signatures, as in the demo", async () => {
  t.deps.guard = openGuard;
  await noteSigning(t.deps);
  const { payoutId } = await t.handedOver(asha);
  expect((await finance.client.call(payoutBatch, {})).body.data).toBeNull();
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

/** As somebody with the worker's login would. */
const liftPause = () =>
  t.app.db
    .updateTable("chain_wallets")
    .set({ paused_at: null, paused_by: null, pause_reason: null })
    .execute();

test("what was signed before a pause is signed again after it", async () => {
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  expect((await t.finance.call(pauseHotWallet, { body: { reason: "Look" } })).status).toBe(200);
  t.app.time.advance(minute);
  await payOut(t.deps);
  await liftPause();
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toBe("It waits for an approver's signature");
  t.app.time.advance(minute);
  await approveAll(finance);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("bytes that were signed before a pause are not sent after it until somebody has signed again", async () => {
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  const { send } = t.deps.chain;
  // The endpoints are away when the bytes are signed, so that they wait in the tables.
  t.deps.chain.send = async () => ({ taken: 0, refusals: [] });
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("reserved");
  expect((await t.finance.call(pauseHotWallet, { body: { reason: "Look" } })).status).toBe(200);
  t.app.time.advance(minute);
  await payOut(t.deps);
  await liftPause();
  const sent: unknown[] = [];
  t.deps.chain.send = async (bytes) => {
    sent.push(bytes);
    return send.call(t.deps.chain, bytes);
  };
  await t.payAndSettle();
  expect([sent, await t.stateOf(payoutId)]).toEqual([[], "reserved"]);
  t.app.time.advance(minute);
  await approveAll(finance);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
  t.deps.chain.send = send;
});

test.each(["infinity", "99999-01-01T00:00:00Z"])(
  "a pause that SQL of a request dates %s ends what was signed before, and the worker starts again",
  async (pausedAt) => {
    const { payoutId } = await t.handedOver(asha);
    await approveAll(finance);
    const { id } = (await t.finance.call(operatorSession, {})).body.data;
    await withConnection({ url: webUrlOf(t.app.databaseUrl), purpose: "test" }, (web) =>
      web.query("select chain_pause(chain_id, $1, 'Look', $2) from chain_wallets limit 1", [id, pausedAt]),
    );
    await payOut(t.deps);
    t.deps.guard = worker.restarted();
    await liftPause();
    await t.payAndSettle();
    expect(await reasonOf(payoutId)).toBe("It waits for an approver's signature");
  },
);

test("a worker's memory that cannot be read lets it start, and nothing is signed", async () => {
  const dataDir = await temporaryFolder();
  const settings = readSettings({
    DATA_DIR: dataDir,
    CHAIN_RPC_URLS: "http://127.0.0.1:1",
    CHAIN_ID: "56",
    COIN_CONTRACT: asha.address,
    CHAIN_KEY_FILE: "/keys/hot-wallet",
  });
  await writeFile(join(dataDir, "payout-journal.jsonl"), "nothing\n");
  const { db, clock, publicUrl } = t.app.deps;
  const transport = () => {
    throw new Error("nothing is mailed");
  };
  const guard = payoutGuardOf(settings, { db, clock, publicUrl, transport });
  expect((await guard.state()).problem).toMatch(/^Line 1 of .*payout-journal.jsonl cannot be read\. Mend it/);
});

test("a large payout needs two different people, and one person with two keys is one", async () => {
  worker.limits.twoPeopleFromFc = 1_000_000n * fcUnitsPerCoin;
  const second = await addApprover(t.app, t.finance);
  await worker.name(finance, second, admin);
  const { payoutId } = await t.handedOver(asha);
  expect((await approveAll(finance, second)).status).toBe(200);
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toBe("It waits for the signature of a second person");
  await approveAll(admin);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("a signature that is sent again, by its person or by another one, is no second person", async () => {
  worker.limits.twoPeopleFromFc = 1_000_000n * fcUnitsPerCoin;
  const { payoutId } = await t.handedOver(asha);
  const { text, request } = (await finance.client.call(payoutBatch, {})).body.data;
  const body = { text, answer: finance.passkey.sign(request) };
  expect((await finance.client.call(approvePayouts, { body })).status).toBe(200);
  expect((await finance.client.call(approvePayouts, { body })).status).toBe(200);
  expect((await admin.client.call(approvePayouts, { body })).body.code).toBe("INVALID_PASSKEY");
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toBe("It waits for the signature of a second person");
});

test("a key that is in the tables and not in the worker's file signs nothing", async () => {
  await worker.name(admin);
  const { payoutId } = await t.handedOver(asha);
  expect((await approveAll(finance)).status).toBe(200);
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toBe("It waits for an approver's signature");
});

test("without approvers to rely on the worker signs nothing and says so", async () => {
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  await chmod(worker.approversFile, 0o666);
  await t.payAndSettle();
  await noteSigning(t.deps);
  expect(await t.stateOf(payoutId)).toBe("waiting");
  const { wallet } = (await t.finance.call(consoleHotWallet, {})).body.data;
  expect(wallet.signingProblem).toContain("other users of this machine may write");
  await worker.name({ line: "somebody with a broken line" });
  await noteSigning(t.deps);
  const broken = (await t.finance.call(consoleHotWallet, {})).body.data.wallet;
  expect(broken.signingProblem).toContain("line 1");
});

test("everybody is mailed when the approvers change, also those who are no longer named", async () => {
  await worker.guard.state();
  worker.mails.length = 0;
  await worker.name(admin);
  await worker.restarted().state();
  expect(worker.mails).toHaveLength(1);
  expect(worker.mails[0]?.to).toHaveLength(2);
});

test("the approvers have the waiting time of the worker's environment to stop a payout", async () => {
  worker.limits.waitMinutes = 30;
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toContain("The approvers were told, and it waits until");
  t.app.time.advance(31 * minute);
  // Its own memory outlives a restart: the time does not begin again, and nobody is mailed twice.
  t.deps.guard = worker.restarted();
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
  expect(worker.mails.filter(({ subject }) => subject.includes("was approved"))).toHaveLength(1);
});

test("no table raises the worker's own limits of one payment, of a day and of a new address", async () => {
  worker.limits.largestFc = 1_000_000n * fcUnitsPerCoin;
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toContain("larger than the worker's own limit");
  worker.limits.largestFc = 100_000_000n * fcUnitsPerCoin;
  worker.limits.dayFc = 1_000_000n * fcUnitsPerCoin;
  await t.payAndSettle();
  expect(await reasonOf(payoutId)).toContain("the worker's own limit of one day");
  worker.limits.dayFc = 100_000_000n * fcUnitsPerCoin;
  worker.limits.addressHours = 0.5;
  await t.payAndSettle();
  // The tables say that it is old; the worker has not known it for so long.
  expect(await reasonOf(payoutId)).toContain("knows this address for too short a time");
  t.app.time.advance(31 * minute);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("a higher fee is signed again for the same nonce, and no payout gets a second one", async () => {
  const { payoutId } = await t.handedOver(asha);
  await approveAll(finance);
  await payOut(t.deps);
  const row = await t.app.db
    .selectFrom("chain_payouts as payout")
    .innerJoin("chain_nonces as given", "given.payout_id", "payout.id")
    .selectAll("payout")
    .select("given.nonce")
    .where("payout.id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const units = BigInt(row.units);
  const { chainId, contract, signer } = t.tested.chain;
  const payment = {
    payoutId: row.payout_key,
    withdrawalId: row.withdrawal_id,
    to: row.to_address,
    units,
    amountFc: row.amount_fc,
    wallet: signer?.address ?? "",
    chainId,
    contract,
    nonce: row.nonce,
  };
  const restarted = worker.restarted();
  expect(await restarted.claim(payment)).toBeUndefined();
  expect(await restarted.claim({ ...payment, nonce: row.nonce + 1n })).toContain("gets no other one");
});

test("while the approvers cannot be told, a payout waits and says why, and what needs no mail goes on", async () => {
  const first = await t.handedOver(asha);
  await approveAll(finance);
  const { send } = t.deps.chain;
  t.deps.chain.send = async () => ({ taken: 0, refusals: [] });
  await payOut(t.deps);
  t.deps.chain.send = send;
  const late = await t.addMember();
  const second = await t.handedOver(late);
  await approveAll(finance);
  worker.mailServer.isDown = true;
  await t.payAndSettle();
  expect(await t.stateOf(first.payoutId)).toBe("paid");
  expect(await reasonOf(second.payoutId)).toContain("It waits until the approvers are told");
  worker.mailServer.isDown = false;
  t.app.time.advance(minute);
  await t.payAndSettle();
  expect(await t.stateOf(second.payoutId)).toBe("paid");
  // Nobody who was reached is told again.
  const told = worker.mails.filter(({ text }) => text.includes(late.address)).flatMap(({ to }) => to);
  expect([told.length, new Set(told).size]).toEqual([2, 2]);
});

test("two pauses never have the same moment, whatever moment SQL of a request gives", async () => {
  const { id } = (await t.finance.call(operatorSession, {})).body.data;
  const moments: unknown[] = [];
  for (let pause = 0; pause < 2; pause++) {
    await withConnection({ url: webUrlOf(t.app.databaseUrl), purpose: "test" }, (web) =>
      web.query("select chain_pause(chain_id, $1, 'Look', '2026-01-01') from chain_wallets limit 1", [id]),
    );
    const wallet = await t.app.db.selectFrom("chain_wallets").select("paused_at").executeTakeFirstOrThrow();
    moments.push(wallet.paused_at?.toISOString());
    await liftPause();
  }
  expect(new Set(moments).size).toBe(2);
});
