import { keysOf } from "../sure.ts";
/** Why a wallet on the chain holds more or less than the ledger expects of it. */
interface DifferenceKind {
  readonly label: string;
  readonly help: string;
  /** Nobody should pay out before it is explained. */
  readonly isUnexplained: boolean;
}

export const differenceKinds = {
  "deposit-waiting": {
    label: "Deposits whose request is not decided",
    help: "They count in the ledger once their request is approved.",
    isUnexplained: false,
  },
  "deposit-without-request": {
    label: "Deposits without a request",
    help: "Match them with a request, or set them aside.",
    isUnexplained: false,
  },
  "deposit-aside": {
    label: "Deposits that were set aside",
    help: "Their reasons are on the page of deposits.",
    isUnexplained: false,
  },
  "deposit-short": {
    label: "Missing for requests that were approved all the same",
    help: "Two operators approved them with a reason. On the page of the request its shortfall is settled.",
    isUnexplained: false,
  },
  "payout-not-settled": {
    label: "Payouts that left and are not settled in the ledger",
    help: "They are settled at finality, within minutes.",
    isUnexplained: false,
  },
  "own-move": {
    label: "Coins moved between our own wallets",
    help: "They are missing in one wallet and more in another.",
    isUnexplained: false,
  },
  "payout-missing": {
    label: "Payouts that the ledger settled and the wallet has not paid",
    help: "No transfer of this amount left the wallet with this transaction.",
    isUnexplained: true,
  },
  "unknown-transfer": {
    label: "Transfers out that are no payout",
    help: "Somebody else may have the wallet's key: pull the pause before anything else.",
    isUnexplained: true,
  },
  "no-transfer": {
    label: "A balance that no transfer explains",
    help: "The contract may create or destroy coins, or the endpoints may have told wrong figures.",
    isUnexplained: true,
  },
} as const satisfies Record<string, DifferenceKind>;

export type DifferenceKindName = keyof typeof differenceKinds;
export const differenceKindNames = keysOf(differenceKinds);
