import type { Db } from "../../platform/db.ts";
import { depositAddress, isSameAddress, type Coin } from "./transfers.ts";
import { walletsOf } from "./wallets.ts";

export interface OwnWallet {
  address: string;
  /** What it is for, as operators read it. */
  uses: string[];
}

/** Our wallets: where members pay to, where payouts leave from, and those that were either one before. */
export async function ownWallets(db: Db, { chainId, contract, signer }: Coin): Promise<OwnWallet[]> {
  const [paidTo, paying, before] = await Promise.all([
    depositAddress(db),
    walletsOf(db, chainId),
    db
      .selectFrom("chain_scans")
      .select("address")
      .where("chain_id", "=", chainId)
      .where("contract", "=", contract)
      .orderBy("address")
      .execute(),
  ]);
  const wallets: OwnWallet[] = [];
  const add = (address: string, use: string | undefined) => {
    const known = wallets.find((wallet) => isSameAddress(wallet.address, address));
    if (known) known.uses.push(...(use === undefined ? [] : [use]));
    else wallets.push({ address, uses: use === undefined ? [] : [use] });
  };
  if (paidTo !== undefined) add(paidTo, "Members pay to it");
  // Before its first payout the wallet has no row.
  const hot = new Set([...(signer ? [signer.address] : []), ...paying.map(({ address }) => address)]);
  for (const address of hot) add(address, "Payouts leave from it");
  for (const { address } of before) add(address, undefined);
  return wallets;
}
