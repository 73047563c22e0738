import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { walletOf } from "./wallets.ts";

/** Whether two operators have agreed that the wallets of a chain pay again, about exactly the pause that they have now. */
const isAgreed = (chainId: number) => sql<boolean>`exists (
  select from chain_wallets as paused join proposals as proposal
    on proposal.kind = 'hot-wallet-release' and proposal.status = 'A' and proposal.decided_by <> proposal.proposed_by
    and proposal.change ->> 'address' = paused.address
    and (proposal.before ->> 'pausedAt')::timestamptz = date_trunc('milliseconds', paused.paused_at)
  where paused.chain_id = ${chainId})`;

export async function isReleaseAgreed(db: Db, chainId: number): Promise<boolean> {
  const { rows } = await sql<{ is_agreed: boolean }>`select ${isAgreed(chainId)} as is_agreed`.execute(db);
  return sure(rows[0]).is_agreed;
}

/**
 * Tells the guard of a pause, and lets paused wallets pay again, all of the chain, as they were paused. Only a worker does it, and only after approvers
 * have signed it: what operators have agreed is rows of tables that requests write.
 */
export async function releaseAgreed({ db, chain, guard }: PayoutDeps): Promise<void> {
  const { chainId, signer } = chain;
  if (!signer) return;
  const key = { chainId, address: signer.address };
  const wallet = await walletOf(db, key).executeTakeFirst();
  if (!wallet) return;
  const { paused_at: pausedAt } = wallet;
  // The guard knows exactly the pause that may be lifted here, and before anybody can lift it.
  if (pausedAt !== null) await guard.notePause(pausedAt);
  // Where somebody has lifted a pause past the worker, the signatures are still missing.
  if (pausedAt !== null && !(await isReleaseAgreed(db, chainId))) return;
  if ((await guard.release(key)) && pausedAt !== null) await atomically(db, release, { chainId, pausedAt });
}

async function release(tx: Tx, { chainId, pausedAt }: { chainId: number; pausedAt: Date }): Promise<void> {
  await sql`update chain_wallets set paused_at = null, paused_by = null, pause_reason = null
    where chain_id = ${chainId} and date_trunc('milliseconds', paused_at) = ${pausedAt}
      and ${isAgreed(chainId)}`.execute(tx);
}
