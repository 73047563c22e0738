import { payoutBatch, type PayoutBatchToSign } from "@fc/contract/withdraw/console-approvals";
import { pauseHotWallet } from "@fc/contract/withdraw/console-payouts";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { guardedPayment } from "../core/chain/payout-deps.ts";
import { lookAtWallet, noteSigning } from "../core/chain/look.ts";
import { payOut } from "../features/withdraw/payout-task.ts";
import type { GuardedPayment } from "../platform/chain/types.ts";
import { hour, minute } from "../platform/clock.ts";
import { atomically, createDb, createPool, type Tx } from "../platform/db.ts";
import {
  addApprover,
  approveAll,
  startGuard,
  stayOperators,
  type TestApprover,
  type TestGuard,
} from "./approvals.ts";
import { stopWithBooksRight } from "./books.ts";
import { untilWaitedFor } from "./locks.ts";
import { startPayoutTest, type PayingMember, type PayoutTest } from "./payouts.ts";

/** A hot wallet that pays what two approvers have signed. Each test has a worker with a memory of its own. */
export class ApprovedPayouts {
  #started: { t: PayoutTest; finance: TestApprover; admin: TestApprover } | undefined;
  #test: { worker: TestGuard; asha: PayingMember } | undefined;

  async start(): Promise<void> {
    const t = await startPayoutTest();
    const [finance, admin] = [await addApprover(t.app, t.finance), await addApprover(t.app, t.admin)];
    this.#started = { t, finance, admin };
  }

  async begin(): Promise<void> {
    const { t, finance, admin } = this;
    const worker = await startGuard(t.app);
    await worker.name(finance, admin);
    t.deps.guard = worker.guard;
    await lookAtWallet(t.deps);
    await noteSigning(t.deps);
    this.#test = { worker, asha: await t.addMember() };
  }

  /** What a test has left waiting is paid, so that the next one begins with nothing. */
  async end(): Promise<void> {
    const { t, finance, admin, worker } = this;
    await worker.name(finance, admin);
    const none = { addressHours: 0, waitMinutes: 0, twoPeopleFromFc: 10n ** 18n, dayFc: 10n ** 18n };
    Object.assign(worker.limits, none);
    t.deps.guard = worker.restarted();
    await noteSigning(t.deps);
    if ((await this.batchOf(finance))?.purpose === "release") await this.signRelease();
    if (await this.batchOf(finance)) await approveAll(finance);
    t.app.time.advance(minute);
    await t.payAndSettle();
  }

  get t() {
    return sure(this.#started).t;
  }

  get finance() {
    return sure(this.#started).finance;
  }

  get admin() {
    return sure(this.#started).admin;
  }

  get worker() {
    return sure(this.#test).worker;
  }

  /** A member whose withdrawals are handed over. */
  get asha() {
    return sure(this.#test).asha;
  }

  async batchOf({ client }: TestApprover): Promise<PayoutBatchToSign | null> {
    return (await client.call(payoutBatch, {})).body.data;
  }

  /** Both approvers sign that the wallet pays again, and the worker finds it. */
  async signRelease(): Promise<void> {
    for (const approver of [this.finance, this.admin]) expect((await approveAll(approver)).status).toBe(200);
    await this.#look();
  }

  /** An operator pauses the wallet, and the worker sees it. */
  async pause(): Promise<void> {
    const { status } = await this.t.finance.call(pauseHotWallet, { body: { reason: "Look" } });
    expect(status).toBe(200);
    await this.#look();
  }

  async #look(): Promise<void> {
    await payOut(this.t.deps);
    await noteSigning(this.t.deps);
  }

  /** As somebody with the worker's login would. */
  liftPause() {
    return this.t.app.db
      .updateTable("chain_wallets")
      .set({ paused_at: null, paused_by: null, pause_reason: null })
      .execute();
  }

  async reasonOf(payoutId: number): Promise<string | null> {
    const { wait_reason: reason } = await this.t.app.db
      .selectFrom("chain_payouts")
      .select("wait_reason")
      .where("id", "=", payoutId)
      .executeTakeFirstOrThrow();
    return reason;
  }

  /** A payout as the worker's guard is asked about it, with its nonce if it has one. */
  async paymentOf(payoutId: number): Promise<GuardedPayment & { nonce: bigint }> {
    const { chain } = this.t.tested;
    const row = await this.t.app.db
      .selectFrom("chain_payouts as payout")
      .leftJoin("chain_nonces as given", "given.payout_id", "payout.id")
      .selectAll("payout")
      .select("given.nonce")
      .where("payout.id", "=", payoutId)
      .executeTakeFirstOrThrow();
    const payment = guardedPayment(chain, {
      ...row,
      units: BigInt(row.units),
      wallet: sure(chain.signer).address,
    });
    return { ...sure(payment), nonce: row.nonce ?? 0n };
  }

  /** Each of these has begun and asks who has signed; it gets the answer when all are there, after what happens meanwhile. */
  async whileAskingWhoSigned<T>(asking: (() => Promise<T>)[], happens = () => {}): Promise<T[]> {
    const owner = createDb(createPool({ url: this.t.app.databaseUrl, poolSize: 1 }));
    const begun = async (tx: Tx) => {
      await sql`lock table payout_approvals in access exclusive mode`.execute(tx);
      const asked = asking.map((ask) => ask());
      await untilWaitedFor(tx, asking.length);
      happens();
      return { asked };
    };
    try {
      return await Promise.all((await atomically(owner, begun, undefined)).asked);
    } finally {
      await owner.destroy();
    }
  }

  /** Nobody is signed out meanwhile. */
  async advance(hours: number): Promise<void> {
    this.t.app.time.advance(hours * hour);
    await stayOperators(this.t.app);
  }
}

/** For the tests of one file. */
export function approvedPayouts(): ApprovedPayouts {
  const started = new ApprovedPayouts();
  beforeAll(() => started.start());
  beforeEach(() => started.begin());
  afterEach(() => started.end());
  afterAll(async () => {
    await stopWithBooksRight(started.t.app);
    await started.t.tested.stop();
  });
  return started;
}
