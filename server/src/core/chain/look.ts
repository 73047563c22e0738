import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { openWallet, walletOf, type WalletKey } from "./wallets.ts";

const lookEveryMs = 10 * minute;

/** Whether it is time to see what the wallet holds; also before it has a row, so that the console can name it. */
export async function isLookDue({ db, chain, clock }: PayoutDeps): Promise<boolean> {
  if (!chain.signer) return false;
  const wallet = await walletOf(db, {
    chainId: chain.chainId,
    address: chain.signer.address,
  }).executeTakeFirst();
  const at = wallet?.looked_at?.getTime() ?? 0;
  return at + lookEveryMs <= clock().getTime();
}

/** Keeps what the wallet holds, for the console and the alerts. */
export async function lookAtWallet({ db, chain, clock }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const { address } = chain.signer;
  await openWallet(db, { chain, address, now: clock() });
  const { coinUnits, gasWei } = await chain.balancesOf(address);
  await atomically(db, keepBalances, { chainId: chain.chainId, address, coinUnits, gasWei, now: clock() });
}

async function keepBalances(
  tx: Tx,
  { chainId, address, coinUnits, gasWei, now }: WalletKey & { coinUnits: bigint; gasWei: bigint; now: Date },
): Promise<void> {
  await tx
    .updateTable("chain_wallets")
    .set({ coin_units: String(coinUnits), gas_wei: String(gasWei), looked_at: now })
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .execute();
}
