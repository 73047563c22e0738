import { coinComparisons, type ComparedWallet } from "@fc/contract/deposits/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { acceptWithdrawal, startPaying } from "@fc/contract/withdraw/console";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payOut } from "../../features/withdraw/payout-task.ts";
import type { LocalWallet } from "../../development/local-chain/wallet.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { setSetting } from "../../testing/money.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { compareWallets } from "./compare.ts";

const net = BigInt(8_000_000 - feeFc);

let t: PayoutTest;
let asha: PayingMember;
let till: LocalWallet;
beforeAll(async () => {
  t = await startPayoutTest();
  asha = await t.addMember();
  till = await t.tested.newWallet(50n);
  await setSetting(t.app.databaseUrl, "payment", { coinAddress: till.address });
  await t.tested.settle();
  await wallets();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});

async function wallets(): Promise<{ hot: ComparedWallet; till: ComparedWallet }> {
  await compareWallets({ ...t.app.deps, chain: t.tested.chain }, null);
  const { body } = await t.finance.call(coinComparisons, {});
  const [newest] = body.data.comparisons;
  expect(newest.problem).toBeNull();
  const of = (address: string) => newest.wallets.find((wallet: ComparedWallet) => wallet.address === address);
  return { hot: of(t.tested.hotWallet.address), till: of(till.address) };
}

const kindsOf = ({ differences }: ComparedWallet) =>
  Object.fromEntries(differences.map(({ kind, coins }) => [kind, coins]));

test("both wallets are compared, by what they are for", async () => {
  const { hot, till: paidTo } = await wallets();
  expect(hot).toMatchObject({ uses: ["Payouts leave from it"], unexplained: "0", differences: [] });
  expect(paidTo).toMatchObject({ uses: ["Members pay to it"], opening: "50", differences: [] });
});

test("a payout is a difference between leaving the wallet and being settled in the ledger", async () => {
  const before = (await wallets()).hot;
  const { id } = await t.handedOver(asha);
  await payOut(t.deps);
  await t.tested.settle();
  const { hot } = await wallets();
  expect(hot.differences).toMatchObject([
    { kind: "payout-not-settled", coins: `-${net}`, examples: [{ about: referenceOf("withdrawal", id) }] },
  ]);
  expect(hot.unexplained).toBe("0");

  await payOut(t.deps);
  expect((await t.withdrawalOf(id)).status).toBe("A");
  const after = (await wallets()).hot;
  expect(after).toMatchObject({ differences: [], difference: "0", unexplained: "0" });
  expect(BigInt(before.byLedger) - BigInt(after.byLedger)).toBe(net);
});

test("coins that were moved between our wallets are missing in one and more in the other", async () => {
  await t.tested.sendCoins(till, t.tested.hotWallet.address, 20n);
  await t.tested.settle();
  const found = await wallets();
  expect(kindsOf(found.till)).toEqual({ "own-move": "-20" });
  expect(kindsOf(found.hot)).toEqual({ "own-move": "20" });
  expect([found.till.unexplained, found.hot.unexplained]).toEqual(["0", "0"]);
});

test("a payment by hand is unexplained until its withdrawal is accepted with the transaction", async () => {
  const ravi = await t.addMember();
  const id = await t.withdraw(ravi);
  await t.tested.sendCoins(t.tested.owner, till.address, net);
  await t.tested.local.mine();
  const hash = await t.tested.sendCoins(till, ravi.address, net);
  await t.tested.settle();
  expect((await wallets()).till.unexplained).toBe(String(net));
  await t.finance.call(startPaying, { params: { id }, body: {} as never });
  const body = { transactionId: hash, net: Number(net) };
  expect((await t.finance.call(acceptWithdrawal, { params: { id }, body })).status).toBe(200);
  const { till: after } = await wallets();
  expect(after.unexplained).toBe("0");
  expect(kindsOf(after)).toEqual({ "own-move": "-20", "deposit-without-request": String(net) });
});

test("a payout of the ledger that no transfer of the wallet shows is told", async () => {
  const owner = new pg.Client({ connectionString: t.app.databaseUrl });
  await owner.connect();
  await owner.query(
    "update chain_transfers set units = units - 1 where tx_hash in (select transaction_id from chain_payouts)",
  );
  await owner.end();
  const { hot } = await wallets();
  expect(kindsOf(hot)).toMatchObject({ "payout-missing": String(net) });
  expect(hot.unexplained).not.toBe("0");
});
