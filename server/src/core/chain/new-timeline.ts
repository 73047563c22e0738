import { atomically } from "../../platform/db.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { reconcileWallet } from "./reconcile.ts";
import { haltWallet, timelineOf, type WalletRow } from "./wallets.ts";

/**
 * Whether the wallet was compared with the chain since the database got its present history. After a failover or a
 * restore the newest rows may be lost, and a nonce that was used would be given a second time. So the wallet is
 * compared here before the next nonce; it halts only where something differs, and waits where something is not final.
 */
export async function isReconciledHere(deps: PayoutDeps, wallet: WalletRow): Promise<boolean> {
  if (wallet.timeline === (await timelineOf(deps.db))) return true;
  const { chain_id: chainId, address } = wallet;
  const { findings, isFree } = await reconcileWallet(deps, { address });
  const differing = findings.filter(({ isExplained }) => !isExplained);
  if (differing.length > 0) {
    const reason = `The database was restored, or another server took over, and ${differing.length} differences to the chain were found. Run npm run chain:reconcile`;
    await atomically(deps.db, haltWallet, { chainId, address, reason, now: deps.clock() });
  }
  return isFree;
}
