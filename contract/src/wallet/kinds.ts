import { type Fc, noFc, plus } from "../units.ts";
import { keysOf, recordOf, recordBy } from "../sure.ts";
interface WalletKind {
  readonly label: string;
  /** The name of its balance in the wallet summary. */
  readonly summaryField: string;
  /** Its place in the order in which a withdrawal takes from the wallets; null where none takes from it. */
  readonly drawnAs: number | null;
}

/** Everything in which a member's wallets differ. Their codes in the ledger stand in the server's chart of accounts. */
export const walletKinds = {
  staking: { label: "Staking Wallet", summaryField: "stackingWalletAmountNew", drawnAs: 1 },
  earning: { label: "Earning Wallet", summaryField: "earningWalletAmountNew", drawnAs: 2 },
  offer: { label: "Offer Wallet", summaryField: "offerWalletAmountNew", drawnAs: 3 },
  transfer: { label: "Transfer Wallet", summaryField: "availableBalance", drawnAs: null },
} as const satisfies Record<string, WalletKind>;

type WalletKinds = typeof walletKinds;
export type Wallet = keyof WalletKinds;
export const wallets = keysOf(walletKinds);

/** A wallet that withdrawals take from. */
export type DrawnWallet = {
  [Each in Wallet]: WalletKinds[Each]["drawnAs"] extends number ? Each : never;
}[Wallet];

function isDrawn(wallet: Wallet): wallet is DrawnWallet {
  return walletKinds[wallet].drawnAs !== null;
}

/** The wallets that withdrawals take from, in the order in which they do. */
export const drawOrder: readonly DrawnWallet[] = wallets
  .filter(isDrawn)
  .toSorted((a, b) => walletKinds[a].drawnAs - walletKinds[b].drawnAs);

/** A value for each wallet. */
export function byWallet<Value>(valueOf: (wallet: Wallet) => Value): Record<Wallet, Value> {
  return recordOf(wallets, valueOf);
}

/** What all wallets hold together. */
export function walletsFc(balances: Readonly<Record<Wallet, Fc>>): Fc {
  return wallets.reduce((sum, wallet) => plus(sum, balances[wallet]), noFc);
}

/** What a withdrawal can take from: all of these wallets together. */
export function drawableFc(balances: Readonly<Record<DrawnWallet, Fc>>): Fc {
  return drawOrder.reduce((sum, wallet) => plus(sum, balances[wallet]), noFc);
}

type SummaryFields<Value> = { [Each in Wallet as WalletKinds[Each]["summaryField"]]: Value };

/** Something for each wallet, by the names that the wallet summary has for them. */
export function bySummaryField<Value>(valueOf: (wallet: Wallet) => Value): SummaryFields<Value> {
  return recordBy(wallets, (wallet) => walletKinds[wallet].summaryField, valueOf);
}
