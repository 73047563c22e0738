import * as console from "@fc/contract/withdraw/console";
import { privateKeyToAddress, generatePrivateKey } from "viem/accounts";
import type { PayoutDeps } from "../core/chain/payout-deps.ts";
import { payOut, payoutDepsOf } from "../features/withdraw/payout-task.ts";
import type { Address } from "../platform/chain/types.ts";
import { startTestChain, type TestChain } from "./chain/test-chain.ts";
import { giveAddress, longAgo, setPrice, setSetting } from "./money.ts";
import { operatorSignedIn } from "./operators.ts";
import { signedIn, startTestApp, type TestApp, type TestClient, type TestMember } from "./test-app.ts";
import { createLog } from "../platform/logger.ts";
import { addWithdrawer, withdrawCoins } from "./withdrawals.ts";

export interface PayingMember {
  member: TestMember;
  client: TestClient;
  address: Address;
}

/** A server that is connected to a chain of its own, with a hot wallet and two operators. */
export interface PayoutTest {
  app: TestApp;
  tested: TestChain;
  finance: TestClient;
  admin: TestClient;
  deps: PayoutDeps;
  addMember(): Promise<PayingMember>;
  /** Requests a withdrawal; the fee of 200,000 FC is taken out of it. */
  withdraw(payee: PayingMember, coins?: number): Promise<number>;
  handOver(id: number, by?: TestClient): ReturnType<TestClient["call"]>;
  /** A new withdrawal that is handed over: its id and the payout's. */
  handedOver(payee: PayingMember, coins?: number): Promise<{ id: number; payoutId: number }>;
  withdrawalOf(id: number): Promise<{ status: string; transactionId: string | null }>;
  stateOf(payoutId: number): Promise<string>;
  /** All steps, then as many blocks as it takes. */
  payAndSettle(): Promise<void>;
  arrivedAt(address: Address): Promise<number>;
}

export const feeFc = 200_000;

export async function startPayoutTest(
  given: { database?: { url: string; drop(): Promise<void> } } = {},
): Promise<PayoutTest> {
  const tested = await startTestChain({ hotWalletCoins: 10_000_000_000n });
  const app = await startTestApp(createLog("silent"), { chain: tested.chain, ...given });
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
  // One operator hands over more in a test than one pays alone on a day.
  await setSetting(app.databaseUrl, "withdrawal", { twoOperatorsFromFc: 1_000_000_000_000 });
  const finance = await operatorSignedIn(app, "finance");
  const admin = await operatorSignedIn(app, "admin");
  return payoutTestOf({ app, tested, finance, admin });
}

export function payoutTestOf(started: Pick<PayoutTest, "app" | "tested" | "finance" | "admin">): PayoutTest {
  const { app, tested, finance } = started;
  const deps = payoutDepsOf(app.deps, tested.chain);
  const withdraw: PayoutTest["withdraw"] = ({ client, member }, coins = 8_000_000) =>
    withdrawCoins(app, client, member, coins);
  const handOver: PayoutTest["handOver"] = async (id, by = finance) => {
    const { body } = await by.call(console.consoleWithdrawal, { params: { id } });
    return by.call(console.handOverWithdrawal, { params: { id }, body: { net: body.data.net } });
  };
  return {
    ...started,
    deps,
    async addMember() {
      const member = await addWithdrawer(app, { staking: 900_000_000 });
      const address = privateKeyToAddress(generatePrivateKey());
      await giveAddress(app.db, member, address, longAgo(app.time.now));
      return { member, client: await signedIn(app, member), address };
    },
    withdraw,
    handOver,
    async handedOver(payee, coins) {
      const id = await withdraw(payee, coins);
      const { status, body } = await handOver(id);
      if (status !== 200) throw new Error(`not handed over: ${JSON.stringify(body)}`);
      return { id, payoutId: body.data.payoutId };
    },
    async withdrawalOf(id) {
      const { status, transactionId } = (await finance.call(console.consoleWithdrawal, { params: { id } }))
        .body.data;
      return { status, transactionId };
    },
    async stateOf(payoutId) {
      const { state } = await app.db
        .selectFrom("chain_payouts")
        .select("state")
        .where("id", "=", payoutId)
        .executeTakeFirstOrThrow();
      return state;
    },
    async payAndSettle() {
      await payOut(deps);
      await tested.settle();
      await payOut(deps);
    },
    async arrivedAt(address) {
      const { coinUnits } = await tested.chain.balancesOf(address);
      return Number(coinUnits / 10n ** 18n);
    },
  };
}
