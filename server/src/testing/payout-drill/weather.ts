import { noFaults, type Faults, type FaultyEndpoint } from "../chain/faulty-endpoint.ts";
import type { TestChain } from "../chain/test-chain.ts";

/** Numbers that look random and are the same in every run with the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const gwei = 10n ** 9n;
/** More than twice what payments offer at first, so they wait for a higher fee. */
const spikeFee = 6n * gwei;

/** A lie that would settle a payment as failed, if it were believed. */
const sayReverted: Faults["lie"] = ({ method }, result) =>
  method === "eth_getTransactionReceipt" && result !== null
    ? { ...Object(result), status: "0x0", logs: [] }
    : undefined;

const bad: Partial<Faults>[] = [
  { isDown: true },
  { isTooBusy: true },
  { answersNonsense: true },
  { delayMs: 30 },
  { lagsBlocks: 2 },
  { dropsTransactions: true },
];

/** What goes wrong around the workers. It only ends when the drill says so. */
export class Weather {
  readonly #tested: TestChain;
  readonly #endpoints: readonly (readonly FaultyEndpoint[])[];
  readonly #roll: () => number;
  /** Whether fees stay high until the drill says otherwise. */
  isExpensive = false;
  readonly counts = { blocks: 0, reorganisations: 0, droppedTransactions: 0, spikes: 0, fullQueues: 0 };

  /** The endpoints of each worker. */
  constructor(tested: TestChain, endpoints: readonly (readonly FaultyEndpoint[])[], seed: number) {
    this.#tested = tested;
    this.#endpoints = endpoints;
    this.#roll = dice(seed);
  }

  /** One block, and whatever happens with it. */
  async next(): Promise<void> {
    const { local } = this.#tested;
    for (const endpoints of this.#endpoints) this.#spoil(endpoints);
    this.#change("spikes", 0.05, () => (local.baseFee = spikeFee));
    if (local.baseFee > gwei && this.#roll() < 0.2) local.baseFee = gwei;
    if (this.isExpensive) local.baseFee = spikeFee;
    this.#change("fullQueues", 0.05, () => (local.pool.limit = 5));
    if (local.pool.limit === 5 && this.#roll() < 0.3) local.pool.limit = 10_000;
    if (this.#roll() < 0.1) await this.#reorganise();
    else await local.mine();
    this.counts.blocks += 1;
  }

  /** Replaces all blocks that are not final, without their transactions. */
  async forgetUnfinal(): Promise<void> {
    const { local } = this.#tested;
    const unfinal = local.blocks.slice(Number(local.finalBlock.number) + 1);
    const without = unfinal.flatMap(({ transactions }) => transactions).map(({ hash }) => hash);
    await local.reorganise(unfinal.length, { without });
  }

  clear(): void {
    this.isExpensive = false;
    for (const { faults } of this.#endpoints.flat()) Object.assign(faults, noFaults);
    this.#tested.local.baseFee = gwei;
    this.#tested.local.pool.limit = 10_000;
  }

  #change(what: "spikes" | "fullQueues", chance: number, make: () => void): void {
    if (this.#roll() >= chance) return;
    make();
    this.counts[what] += 1;
  }

  /** One of them lies and another one fails, for some of the time; the third is right. */
  #spoil(endpoints: readonly FaultyEndpoint[]): void {
    if (this.#roll() < 0.5) return;
    for (const { faults } of endpoints) Object.assign(faults, noFaults);
    const [liar, failing] = endpoints.toSorted(() => this.#roll() - 0.5);
    if (this.#roll() < 0.4) liar!.faults.lie = sayReverted;
    if (this.#roll() < 0.6) Object.assign(failing!.faults, bad[Math.floor(this.#roll() * bad.length)]);
  }

  async #reorganise(): Promise<void> {
    const { local } = this.#tested;
    const depth = 1 + Math.floor(this.#roll() * 3);
    const replaced = local.blocks.slice(-depth).flatMap(({ transactions }) => transactions);
    const without = replaced.filter(() => this.#roll() < 0.3).map(({ hash }) => hash);
    await local.reorganise(depth, { without });
    this.counts.reorganisations += 1;
    this.counts.droppedTransactions += without.length;
  }
}
