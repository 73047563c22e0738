import * as console from "@fc/contract/withdraw/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { receipt } from "@fc/contract/receipts/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { checkOf } from "../../core/alerts/conditions.ts";
import { lookUpHandPayments } from "../../core/chain/hand-payments.ts";
import { after, day, hour } from "../../platform/clock.ts";
import { webUrlOf } from "../../platform/login.ts";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { asOwner } from "../../testing/database-content.ts";
import { giveAddress } from "../../testing/money.ts";
import { transactionId } from "../../testing/withdrawals.ts";
import type { Address } from "../../platform/chain/types.ts";

let t: PayoutTest;
let asha: PayingMember;
beforeAll(async () => {
  t = await startPayoutTest();
  asha = await t.addMember();
  // The tests take hours of the server's time, longer than a session lasts.
  const never = after(t.app.time.now, 365 * day);
  await t.app.db.updateTable("operator_sessions").set({ expires_at: never, last_seen_at: never }).execute();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});

const asked = 8_000_000;
const net = BigInt(asked - feeFc);

/** The exchange or the wallet that the operators pay from by hand. */
const send = (to: Address, coins = net) => t.tested.sendCoins(t.tested.owner, to, coins);

async function paidByHand(transaction: string): Promise<number> {
  const id = await t.withdraw(asha, asked);
  await t.finance.call(console.startPaying, { params: { id }, body: { from: null } });
  const body = { transactionId: transaction, net: Number(net) };
  expect(await t.finance.call(console.acceptWithdrawal, { params: { id }, body })).toMatchObject({
    status: 200,
  });
  await requestedAt(id, chainStart);
  return id;
}

/** The clock of the chain does not go on with the server's. */
const chainStart = new Date("2026-11-15T06:00:00Z");
const requestedAt = (id: number, moment: Date) =>
  asOwner(t.app.databaseUrl, async (owner) => {
    await owner.query("update withdrawals set requested_at = $1 where id = $2", [moment, id]);
  });

const lookUp = () => lookUpHandPayments({ db: t.app.db, clock: () => t.app.time.now, chain: t.tested.chain });

async function shownOf(id: number) {
  const params = { userId: asha.member.id, reference: referenceOf("withdrawal", id) };
  const [operator, member] = await Promise.all([
    t.finance.call(console.consoleWithdrawal, { params: { id } }),
    asha.client.call(receipt, { params }),
  ]);
  return [operator.body.data.onChain, member.body.data.chainCheck];
}

const alerted = async () =>
  checkOf("payments-not-found").find({
    db: t.app.db,
    now: t.app.time.now,
    nodeNow: t.app.time.now,
    settings: await businessSetting(t.app.db, "alerts"),
    production: true,
  });

test("a payment by hand is found on the chain once it is final, with its receiver and amount", async () => {
  const hash = await send(asha.address);
  const id = await paidByHand(hash.toUpperCase().replace("0X", "0x"));
  expect(await shownOf(id)).toEqual([null, undefined]);
  await lookUp();
  expect(await shownOf(id)).toEqual(["sent", "checking"]);
  await t.tested.settle();
  t.app.time.advance(hour / 2);
  await lookUp();
  expect(await shownOf(id)).toEqual(["found", "found"]);
  expect(await alerted()).toBeUndefined();
});

test("a transaction to another address, of another amount, or of nothing is an alert, and its member reads it", async () => {
  const stranger = await t.tested.newWallet();
  const [elsewhere, short] = [await send(stranger.address), await send(asha.address, net - 1n)];
  const empty = await t.tested.owner.send({ to: asha.address, wei: 1n });
  await t.tested.settle();
  const ids = [await paidByHand(elsewhere), await paidByHand(short), await paidByHand(empty)];
  await lookUp();
  expect(await Promise.all(ids.map(shownOf))).toEqual([
    ["other-receiver", "not-found"],
    ["other-amount", "not-found"],
    ["no-transfer", "not-found"],
  ]);
  expect(await alerted()).toContain("3 payments");
});

/** Which names the transaction as its payment. */
const stakingRequest = (memberId: number, hash: string) =>
  asOwner(t.app.databaseUrl, async (owner) => {
    // The picture of the proof is not needed here.
    await owner.query("set session_replication_role = replica");
    const { rows } = await owner.query<{ id: number }>(
      `insert into staking_requests (member_id, amount_usd_cents, upload_id, requested_at, chain_id, tx_hash, deposit_state)
       values ($1, 1500, gen_random_uuid(), now(), $2, $3, 'named') returning id`,
      [memberId, t.tested.chain.chainId, hash],
    );
    return rows[0]?.id;
  });

test("a payment counts from whatever address it was sent, also one that a member has registered, and one that a request names", async () => {
  const ravi = await t.addMember();
  const exchange = await t.tested.newWallet(net);
  await giveAddress(t.app.db, ravi.member, exchange.address, t.app.time.now);
  const hash = await t.tested.sendCoins(exchange, asha.address, net);
  const id = await paidByHand(hash);
  await stakingRequest(ravi.member.id, hash);
  await t.tested.settle();
  await lookUp();
  expect(await shownOf(id)).toEqual(["found", "found"]);
});

test("a transfer from before the request, for a staking request, or of the hot wallet for another one pays nothing", async () => {
  const before = await send(asha.address);
  await t.tested.settle();
  const older = await paidByHand(before);
  await requestedAt(older, after(t.app.time.now, day));

  const deposit = await send(asha.address);
  const forRequest = await paidByHand(deposit);
  const request = await stakingRequest(asha.member.id, deposit);
  await asOwner(t.app.databaseUrl, async (owner) => {
    await owner.query(
      `insert into chain_transfers (chain_id, contract, tx_hash, log_index, from_address, to_address, units, amount_fc,
         block_number, block_time, found_at, request_id, matched_at)
       values ($1, $2, $3, 0, '0xfrom', '0xto', 1, 1, 1, now(), now(), $4, now())`,
      [t.tested.chain.chainId, t.tested.chain.contract, deposit, request],
    );
  });

  const { id } = await t.handedOver(asha);
  await t.payAndSettle();
  const { transactionId: ordered } = await t.withdrawalOf(id);
  // The withdrawal of the hot wallet says nothing of it, as it does until it is accepted.
  const ofHotWallet = await paidByHand(transactionId(80));
  await asOwner(t.app.databaseUrl, async (owner) => {
    await owner.query(
      "update hand_payments set transaction_id = $1, next_at = 'epoch' where withdrawal_id = $2",
      [ordered, ofHotWallet],
    );
  });
  await lookUp();
  expect(await Promise.all([older, forRequest, ofHotWallet].map(shownOf))).toEqual([
    ["earlier", "not-found"],
    ["other-sender", "not-found"],
    ["other-sender", "not-found"],
  ]);
});

test("a transaction that no endpoint knows is an alert after an hour, and ends with the right transaction", async () => {
  const before = await alerted();
  const id = await paidByHand(transactionId(77));
  await lookUp();
  expect([await shownOf(id), await alerted()]).toEqual([["unseen", "checking"], before]);
  t.app.time.advance(hour);
  expect(await shownOf(id)).toEqual(["unseen", "not-found"]);
  expect(await alerted()).not.toBe(before);

  const hash = await send(asha.address);
  await t.tested.settle();
  const correct = (transaction: string) =>
    t.finance.call(console.correctTransaction, {
      params: { id },
      body: { transactionId: transaction },
    });
  expect(await correct("none")).toMatchObject({ status: 400 });
  expect(await correct(hash)).toMatchObject({ status: 200 });
  expect(await shownOf(id)).toEqual([null, undefined]);
  await lookUp();
  expect([await shownOf(id), await alerted()]).toEqual([["found", "found"], before]);
  expect(await correct(transactionId(78))).toMatchObject({ status: 409, body: { code: "PAYMENT_FOUND" } });
  expect(await t.withdrawalOf(id)).toEqual({ status: "A", transactionId: hash });
});

test("a transaction that paid another withdrawal cannot be named for a second one", async () => {
  const hash = await send(asha.address);
  const first = await paidByHand(hash);
  const second = await paidByHand(transactionId(79));
  await t.tested.settle();
  await lookUp();
  expect(
    await t.finance.call(console.correctTransaction, {
      params: { id: second },
      body: { transactionId: hash },
    }),
  ).toMatchObject({ status: 409, body: { code: "TRANSACTION_USED" } });
  expect((await shownOf(first))[0]).toBe("found");
});

test("what the hot wallet paid is not looked up again", async () => {
  const { id } = await t.handedOver(asha);
  await t.payAndSettle();
  expect(await t.withdrawalOf(id)).toMatchObject({ status: "A" });
  const noted = t.app.db.selectFrom("hand_payments").selectAll().where("withdrawal_id", "=", id);
  expect(await noted.execute()).toEqual([]);
});

test("SQL by the login of requests marks nothing as found, and leaves no payment out", async () => {
  const id = await t.withdraw(asha, asked);
  const web = new pg.Client({ connectionString: webUrlOf(t.app.databaseUrl) });
  await web.connect();
  try {
    const accept =
      "update withdrawals set status = 'A', decided_at = now(), transaction_id = '0xFALSE' where id = $1";
    await web.query("begin");
    await web.query(accept, [id]);
    const { rows } = await web.query("select state from hand_payments where withdrawal_id = $1", [id]);
    expect(rows).toEqual([{ state: null }]);
    for (const change of ["update hand_payments set state = 'found'", "delete from hand_payments"]) {
      await web.query("savepoint tried");
      await expect(web.query(change)).rejects.toThrow("permission denied");
      await web.query("rollback to savepoint tried");
    }
    await web.query("rollback");
  } finally {
    await web.end();
  }
});
