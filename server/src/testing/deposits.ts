import { consoleStakingRequest } from "@fc/contract/staking/console";
import { depositsTask } from "../core/chain/deposit-task.ts";
import { second } from "../platform/clock.ts";
import type { Chain, Hash } from "../platform/chain/types.ts";
import type { LocalWallet } from "../development/local-chain/wallet.ts";
import { startTestChain, type TestChain } from "./chain/test-chain.ts";
import { setPrice, setSetting } from "./money.ts";
import { operatorSignedIn } from "./operators.ts";
import { confirmStake, newcomer, proofOf, stakeOf, submitStake, type Person } from "./staking-requests.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "./test-app.ts";

/** A server with a chain of its own, and a wallet that members pay to. $15 are 15,000 FC. */
export interface DepositHouse {
  app: TestApp;
  testChain: TestChain;
  /** Where members pay to. */
  till: LocalWallet;
  finance: TestClient;
  /** Runs the worker's task once, when it is due again. */
  look(): Promise<void>;
  /** Sends whole coins to the till from a new wallet; the transaction waits for a block. */
  pay(coins: bigint, from?: LocalWallet): Promise<Hash>;
  stop(): Promise<void>;
}

export async function startDepositHouse(
  start: (chain: Chain) => Promise<TestApp> = (chain) => startTestApp(undefined, { chain }),
): Promise<DepositHouse> {
  const testChain = await startTestChain();
  const { chain } = testChain;
  const app = await start(chain);
  await setPrice(app.db, 15_000, app.time.now);
  const till = await testChain.newWallet();
  await setSetting(app.databaseUrl, "payment", { coinAddress: till.address });
  await testChain.settle();
  const task = depositsTask({ ...app.deps, chain });
  return {
    app,
    testChain,
    till,
    finance: await operatorSignedIn(app, "finance"),
    async look() {
      app.time.advance(61 * second);
      await task.run({});
    },
    async pay(coins, from) {
      const wallet = from ?? (await testChain.newWallet(coins));
      return testChain.sendCoins(wallet, till.address, coins);
    },
    async stop() {
      await testChain.stop();
    },
  };
}

/** From the picture to the answer to the request, which names a transaction. */
export async function requestNaming(
  { app }: Pick<DepositHouse, "app">,
  person: Person,
  { hash, amount = 150 }: { hash: string; amount?: number },
): Promise<TestAnswer> {
  const change = { ...stakeOf(person, await proofOf(person), amount), transactionHash: hash };
  await confirmStake(app, person, change);
  return submitStake(person, change);
}

/** The same for a new member; returns the id of the request. */
export async function requestedNaming(
  house: Pick<DepositHouse, "app">,
  named: { hash: string; amount?: number },
  person?: Person,
): Promise<number> {
  const { status, body } = await requestNaming(house, person ?? (await newcomer(house.app)), named);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** A request as an operator reads it. */
export async function seenRequest({ finance }: Pick<DepositHouse, "finance">, id: number) {
  return (await finance.call(consoleStakingRequest, { params: { id } })).body.data;
}
