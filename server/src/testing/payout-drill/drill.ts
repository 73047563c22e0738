import { EventEmitter, once } from "node:events";
import { reconcileWallet } from "../../core/chain/reconcile.ts";
import { walletOf } from "../../core/chain/wallets.ts";
import { closedGuard } from "../../core/approvals/plain-guards.ts";
import { payoutDepsOf } from "../../features/withdraw/payout-task.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { createDb, createPool, type Db } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { startFaultyEndpoint, type FaultyEndpoint } from "../chain/faulty-endpoint.ts";
import { startTestChain, type TestChain } from "../chain/test-chain.ts";
import { setSetting } from "../money.ts";
import { administer } from "../test-database.ts";
import { DrillApprover } from "./approver.ts";
import type { FaultName } from "./faults.ts";
import { figuresOf, type Figures } from "./figures.ts";
import { steps, type Step } from "./gate.ts";
import { Weather } from "./weather.ts";
import { handOverLost, handOverWithdrawals, openOffice } from "./withdrawals.ts";
import { startWorker, type DrillTime, type DrillWorker, type WorkerOrder } from "./workers.ts";

export interface DrillOptions {
  ownerUrl: string;
  count: number;
  /** Planted in the workers' code. */
  fault?: FaultName | undefined;
  workers?: number;
  /** How often a worker is killed at each step. */
  killsPerStep: number;
  hasRestore: boolean;
  /** Without any progress for so many blocks, what is still open is lost. */
  patienceBlocks?: number;
  seed?: number;
  say?: (line: string) => void;
}

export interface DrillResult extends Figures {
  kills: Record<Step, number>;
  /** Workers that ended although nobody had killed them. */
  ended: number;
  /** Whether the workers stopped by themselves after the restore, and what the reconciliation then found. */
  restore: { hasStopped: boolean; findings: number } | undefined;
  weather: Weather["counts"];
}

const startsAt = new Date("2026-11-16T06:00:00Z");
const secretText = "a key for the drill of payouts, nothing else";
const endpointsEach = 3;
/**
 * A block is made when the workers have taken so many steps. With many payouts they take hundreds of steps before the first of them is sent, and blocks must not run ahead of them.
 */
const fewestStepsPerBlock = 4;
const payoutsPerStep = 50;
/** The workers' clock goes on by so much with each block. */
const clockPerBlockMs = 20_000;
const usualPatience = 100;

/**
 * Pays withdrawals over the local chain while workers are killed, endpoints fail and the chain reorganises, and once
 * the database is set back to an earlier moment. Afterwards the chain is compared with the ledger.
 */
export class PayoutDrill {
  readonly #options: Required<DrillOptions>;
  readonly #tested: TestChain;
  readonly #endpoints: FaultyEndpoint[][];
  readonly #weather: Weather;
  readonly #time: DrillTime = { now: startsAt };
  readonly #kills = noneYet();
  readonly #passed = noneYet();
  readonly #approver: DrillApprover;
  #connection: Connection;
  #operatorId = 0;
  #workers: DrillWorker[] = [];
  #stepsTaken = 0;
  /** With one of them the drill has failed, and nothing is waited for any more. */
  #ended = 0;
  /** Emits "step" for each step that a worker takes, and for each end. */
  readonly #events = new EventEmitter();

  private constructor(
    options: Required<DrillOptions>,
    { tested, endpoints }: { tested: TestChain; endpoints: FaultyEndpoint[][] },
    approver: DrillApprover,
  ) {
    this.#options = options;
    this.#approver = approver;
    this.#tested = tested;
    this.#endpoints = endpoints;
    this.#weather = new Weather(tested, endpoints, options.seed);
    this.#connection = connect(options.ownerUrl);
  }

  static async run(given: DrillOptions): Promise<DrillResult> {
    const options = {
      fault: undefined,
      workers: 2,
      seed: 1,
      patienceBlocks: usualPatience,
      say: () => undefined,
      ...given,
    };
    const tested = await startTestChain({ endpointCount: 3, hotWalletCoins: 100_000_000n });
    const endpoints = await Promise.all(
      Array.from({ length: options.workers }, () =>
        Promise.all(Array.from({ length: endpointsEach }, () => startFaultyEndpoint(tested.local))),
      ),
    );
    const approver = await DrillApprover.begin(startsAt);
    const drill = new PayoutDrill(options, { tested, endpoints }, approver);
    try {
      return await drill.#run();
    } finally {
      await drill.#stopWorkers();
      await drill.#connection.close();
      await Promise.all(endpoints.flat().map((endpoint) => endpoint.stop()));
      await tested.stop();
    }
  }

  get #chain(): Chain {
    return this.#tested.chain;
  }

  async #run(): Promise<DrillResult> {
    const { count, hasRestore, ownerUrl, say } = this.#options;
    const secretKey = secretKeyFrom(secretText);
    await setSetting(ownerUrl, "withdrawal", { minimumFc: 100, standardFromFc: 100, feeFc: 5 });
    await setSetting(ownerUrl, "payout", { dayFc: 1_000_000_000 });
    const operatorId = await openOffice(this.#db, this.#time.now);
    this.#operatorId = operatorId;
    const handOver = (part: number) =>
      handOverWithdrawals({
        db: this.#db,
        chain: this.#chain,
        secretKey,
        operatorId,
        count: part,
        now: this.#time.now,
      });
    // Few, so that the short form starts its workers once less.
    const before = hasRestore ? Math.floor(count / 10) : 0;
    await handOver(before);
    if (before > 0) {
      this.#startWorkers();
      await this.#until(() => false);
      await this.#stopWorkers();
    }
    await handOver(count - before);
    say(`${before} withdrawals are paid, ${count - before} are handed over`);
    // While nothing is sent: a copy that knows everything that was ever sent gives the wallet no reason to stop.
    const backup = hasRestore ? await this.#takeBackup() : undefined;
    this.#startWorkers();
    await this.#goThroughSpike();
    const restore = backup && (await this.#goThroughRestore(backup, count - before));
    await this.#until(() => false);
    await this.#stopWorkers();
    this.#weather.clear();
    // What was settled must not depend on a block that can still be replaced.
    if ((await this.#openCount()) === 0) await this.#weather.forgetUnfinal();
    // What was sent at last becomes final, and counts.
    await this.#tested.settle();
    const compared = { db: this.#db, ownerUrl, secretKey, tested: this.#tested, chain: this.#chain };
    const figures = await figuresOf(compared);
    return { ...figures, kills: this.#kills, ended: this.#ended, restore, weather: this.#weather.counts };
  }

  get #db(): Db {
    return this.#connection.db;
  }

  /** Fees rise when payments are on their way, until one of them was sent again with a higher fee. */
  async #goThroughSpike(): Promise<void> {
    this.#weather.clear();
    // No block is made before that.
    while ((await this.#attemptCount(1)) === 0 && this.#ended === 0) {
      await this.#operate();
      await this.#nextStep();
    }
    this.#weather.isExpensive = true;
    const { patienceBlocks } = this.#options;
    for (let block = 0; block < patienceBlocks && this.#ended === 0; block++) {
      if ((await this.#attemptCount(2)) > 0) break;
      await this.#nextBlock();
    }
    this.#weather.clear();
  }

  /** How many payouts were sent with so many attempts. */
  async #attemptCount(number: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom("chain_attempts")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("number", "=", number)
      .where("last_sent_at", "is not", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** No worker runs. */
  async #takeBackup(): Promise<{ name: string; backup: string }> {
    const name = new URL(this.#options.ownerUrl).pathname.slice(1);
    const backup = `${name}_backup`;
    await this.#replaceDatabase(`create database ${backup} template ${name}`);
    return { name, backup };
  }

  /** The backup replaces the database when half of the payouts are paid that were open in it. */
  async #goThroughRestore({ name, backup }: { name: string; backup: string }, count: number) {
    const { ownerUrl, say } = this.#options;
    await this.#until((open) => open <= count / 2);
    await this.#stopWorkers();
    say("the database is set back");
    await this.#replaceDatabase(
      `drop database ${name} with (force)`,
      `create database ${name} template ${backup}`,
    );
    await administer(ownerUrl, `drop database ${backup} with (force)`);
    this.#startWorkers();
    const hasStopped = await this.#untilHalted();
    say(`the wallet has ${hasStopped ? "" : "not "}stopped itself`);
    const findings = await this.#reconcile();
    return { hasStopped, findings };
  }

  async #replaceDatabase(...statements: string[]): Promise<void> {
    const { ownerUrl } = this.#options;
    await this.#connection.close();
    // Those of killed workers end a moment after them.
    const { pathname } = new URL(ownerUrl);
    await administer(
      ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
    );
    for (const statement of statements) await administer(ownerUrl, statement);
    this.#connection = connect(ownerUrl);
  }

  async #untilHalted(): Promise<boolean> {
    for (let block = 0; block < this.#options.patienceBlocks; block++) {
      if (await this.#isHalted()) return true;
      await this.#nextBlock();
    }
    return false;
  }

  async #isHalted(): Promise<boolean> {
    const { chainId, signer } = this.#chain;
    const wallet = await walletOf(this.#db, { chainId, address: signer!.address }).executeTakeFirst();
    return wallet !== undefined && wallet.halted_at !== null;
  }

  /** As `npm run chain:reconcile` does, again until the wallet is free. */
  async #reconcile(): Promise<number> {
    const { signer } = this.#chain;
    const deps = payoutDepsOf(
      {
        db: this.#db,
        clock: () => this.#time.now,
        secretKey: secretKeyFrom(secretText),
        payoutGuard: closedGuard,
      },
      this.#chain,
    );
    const options = { address: signer!.address };
    let found = 0;
    for (let block = 0; block < this.#options.patienceBlocks; block++) {
      const { findings, isFree, heldBecause } = await reconcileWallet(deps, options);
      found += findings.length;
      if (isFree) return found;
      this.#options.say(`not free yet: ${heldBecause}`);
      await this.#tested.local.mine();
    }
    throw new Error("the wallet did not become free");
  }

  /** Blocks follow each other until this holds for the number of open payouts, none is open, or nothing goes on. */
  async #until(isReached: (open: number) => boolean): Promise<void> {
    let fewest = Infinity;
    let idle = 0;
    for (;;) {
      const open = await this.#openCount();
      if (open === 0 || isReached(open) || this.#ended > 0) return;
      idle = open < fewest ? 0 : idle + 1;
      fewest = Math.min(fewest, open);
      if (idle > this.#options.patienceBlocks) return;
      // Endpoints that fail together can make the wallet stop. An operator would look at it, and let it go on.
      if (idle > 0 && idle % 50 === 0 && (await this.#isHalted())) await this.#reconcile();
      await this.#nextBlock();
    }
  }

  /** People sign what waits, and hand over again what lost its payment with the newest rows of the database. */
  async #operate(): Promise<void> {
    const [chain, now, operatorId] = [this.#chain, this.#time.now, this.#operatorId];
    await handOverLost({ db: this.#db, chain, secretKey: secretKeyFrom(secretText), operatorId, now });
    await this.#approver.signWaiting(this.#db, { chain, operatorId, now });
  }

  async #nextBlock(): Promise<void> {
    await this.#operate();
    await this.#weather.next();
    this.#time.now = new Date(this.#time.now.getTime() + clockPerBlockMs);
    if (this.#weather.counts.blocks % 50 === 0) {
      this.#options.say(`block ${this.#weather.counts.blocks}, ${await this.#openCount()} open`);
    }
    const stepsPerBlock = Math.ceil(this.#options.count / payoutsPerStep);
    const wanted = this.#stepsTaken + Math.max(fewestStepsPerBlock, stepsPerBlock);
    while (this.#stepsTaken < wanted && this.#ended === 0) await this.#nextStep();
  }

  /** A worker that was killed takes one when it is back, and one that cannot start ends again. */
  async #nextStep(): Promise<void> {
    await once(this.#events, "step");
  }

  async #openCount(): Promise<number> {
    const { open } = await this.#db
      .selectFrom("chain_payouts")
      .select((eb) => eb.fn.countAll<string>().as("open"))
      .where("settled_at", "is", null)
      .executeTakeFirstOrThrow();
    return Number(open);
  }

  #startWorkers(): void {
    const { ownerUrl, fault } = this.#options;
    this.#workers = this.#endpoints.map((endpoints) => {
      const rpcUrls = endpoints.map(({ url }) => url);
      const place = { ...this.#tested.place, rpcUrls };
      const { files: approvals } = this.#approver;
      const order: WorkerOrder = { databaseUrl: ownerUrl, place, secretText, approvals };
      return startWorker(order, {
        fault,
        time: this.#time,
        killsAt: (step) => this.#killsAt(step),
        onEnded: ({ isExpected }) => {
          if (!isExpected) this.#ended += 1;
          this.#noteStep();
        },
      });
    });
  }

  #noteStep(): void {
    this.#stepsTaken += 1;
    this.#events.emit("step");
  }

  async #stopWorkers(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    this.#workers = [];
  }

  /** Each step as often as was asked for, spread over the whole drill and beginning with its second time. */
  #killsAt(step: Step): boolean {
    const { count, killsPerStep } = this.#options;
    this.#noteStep();
    this.#passed[step] += 1;
    const every = Math.max(3, Math.floor(count / (killsPerStep + 1)));
    if (this.#kills[step] >= killsPerStep || this.#passed[step] % every !== 2) return false;
    this.#kills[step] += 1;
    return true;
  }
}

function noneYet(): Record<Step, number> {
  return Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>;
}

type Connection = ReturnType<typeof connect>;

function connect(url: string) {
  const pool = createPool({ url: loginUrlOf(url), poolSize: 4 });
  return { db: createDb(pool, { statementTimeoutMs: 30_000 }), close: () => pool.end() };
}
