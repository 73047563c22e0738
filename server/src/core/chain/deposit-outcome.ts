import type { DepositStateName } from "@fc/contract/deposits/states";
import type { CoinTransfer, TransactionState } from "../../platform/chain/types.ts";
import { isSameAddress } from "./transfers.ts";

export interface DepositOutcome {
  /** Its amount and its owner are looked at elsewhere: a request can take a deposit that no other request has. */
  state: Exclude<DepositStateName, "named" | "taken" | "too-little">;
  /** What arrived at our address. */
  transfers: CoinTransfer[];
}

/** What a transaction says about the request that names it. The coins should have gone to the receiver. */
export function depositOutcome(found: TransactionState, receiver: string): DepositOutcome {
  if (found.at !== "final") return { state: placesBefore[found.at], transfers: [] };
  if (!found.hasSucceeded) return { state: "failed", transfers: [] };
  if (found.transfers.length === 0) return { state: "no-transfer", transfers: [] };
  const transfers = found.transfers.filter(({ to, units }) => units > 0n && isSameAddress(to, receiver));
  return { state: transfers.length === 0 ? "other-receiver" : "arrived", transfers };
}

const placesBefore = {
  unknown: "unseen",
  waiting: "sent",
  block: "block",
} as const satisfies Record<Exclude<TransactionState["at"], "final">, DepositStateName>;
