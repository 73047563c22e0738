import type { Db, Tx } from "../../platform/db.ts";
import type { WalletKey } from "./wallets.ts";

/** What somebody has said of a difference: nothing yet, with this run, or before. */
export type Acceptance = (hash: string) => "no" | "now" | "before";

/** Differences are accepted one by one, and each stays accepted: later runs do not name it again. */
export async function acceptanceOf(
  db: Db,
  { key, accepted }: { key: WalletKey; accepted: readonly string[] },
): Promise<Acceptance> {
  const rows = await db
    .selectFrom("chain_accepted_differences")
    .select("hash")
    .where("chain_id", "=", key.chainId)
    .where("address", "=", key.address)
    .execute();
  const before = new Set(rows.map(({ hash }) => hash));
  const now = new Set(accepted.map((hash) => hash.toLowerCase()));
  return (hash) => (before.has(hash) ? "before" : now.has(hash) ? "now" : "no");
}

/** In the transaction that records what follows from it. */
export async function recordAcceptance(
  tx: Tx,
  { key, hash, text, now }: { key: WalletKey; hash: string; text: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("chain_accepted_differences")
    .values({ chain_id: key.chainId, address: key.address, hash, text, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
