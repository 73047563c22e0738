import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { openWallet, walletOf, type WalletKey } from "./wallets.ts";

/** An operator who decides what to hand over reads it, so it is as old as that decision allows. */
const lookEveryMs = minute;

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

/** Keeps what the guard says of itself, for the console and the alerts. */
export async function noteSigning({ db, chain, guard }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const { problem = null, approversChangedAt = null } = await guard.state();
  await atomically(db, keepSigning, {
    chainId: chain.chainId,
    address: chain.signer.address,
    problem,
    approversChangedAt,
  });
}

async function keepSigning(
  tx: Tx,
  signing: WalletKey & { problem: string | null; approversChangedAt: Date | null },
): Promise<void> {
  const { chainId, address, problem, approversChangedAt } = signing;
  await tx
    .updateTable("chain_wallets")
    .set({ signing_problem: problem, approvers_changed_at: approversChangedAt })
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .where((eb) =>
      eb.or([
        eb("signing_problem", "is distinct from", problem),
        eb("approvers_changed_at", "is distinct from", approversChangedAt),
      ]),
    )
    .execute();
}

/** Before anybody can lift it. */
export async function notePause({ db, chain, guard }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const key = { chainId: chain.chainId, address: chain.signer.address };
  const wallet = await walletOf(db, key).executeTakeFirst();
  if (wallet?.paused_at) await guard.notePause(wallet.paused_at);
}
