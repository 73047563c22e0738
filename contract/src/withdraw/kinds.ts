import type { ErrorCode } from "../errors.ts";
import { keysOf } from "../sure.ts";
import type { OtpPurpose } from "../otp/portal.ts";
import type { ReceiptKindName } from "../receipts/kinds.ts";
import type { WalletSettings } from "../wallet/portal.ts";

/** The settings that the terms of withdrawals are made of. */
export type WithdrawLimits = Pick<WalletSettings, "withdrawal" | "internalTransferMinimumFc">;

/** Where the coins go: to an address, or to a wallet of the member's own, which needs none. */
type Destination = SentToAddress | { readonly to: "own-wallet"; readonly label: string };

interface SentToAddress {
  /** The member's free coin address: the chain moves the coins, and shows what paid a withdrawal. */
  readonly to: "coin-address";
  /** The field of a request that names it. */
  readonly field: string;
  /** Named beside each address. */
  readonly network: string;
  readonly problem: (address: string | null) => ErrorCode | undefined;
}
/** Where coins leave the platform to. */
export type AddressKind = SentToAddress["to"];

interface WithdrawKind {
  readonly label: string;
  readonly destination: Destination;
  /** In whole coins. */
  readonly minimum: (limits: WithdrawLimits) => number;
  /** In whole coins, taken out of the amount. */
  readonly fee: (limits: WithdrawLimits) => number;
  /** Refused during the waiting time after a new address, password or e-mail. */
  readonly hasWaitingTime: boolean;
  /**
   * Held until an operator accepts it with a transaction, which also collects what the member owes, or rejects it.
   * Otherwise it is done at once, as a whole.
   */
  readonly isDecidedByOperator: boolean;
  /** The coins leave the platform, and the reports count them as paid out. */
  readonly isPayout: boolean;
  /** The code that confirms it. Types with the same purpose are requested by the same route. */
  readonly purpose: Extract<OtpPurpose, "withdraw" | "internal-transfer">;
  readonly receipt: Extract<ReceiptKindName, "withdrawal" | "internal-transfer">;
}

/** What the member reads once it is requested, by the code that confirmed it. */
export const withdrawSent = {
  withdraw: "Withdraw Request sent",
  "internal-transfer": "Transfer Request sent",
} as const satisfies Record<WithdrawKind["purpose"], string>;

/**
 * Everything in which the types of withdrawals differ. How each is posted and mailed is in the server's table of
 * the same keys, how it looks in the portal's; the database keeps the type as text and has no list of its own.
 */
export const withdrawKinds = {
  coin: {
    label: "Coin",
    destination: {
      to: "coin-address",
      field: "freeCoinAddress",
      network: "BEP20",
      problem: (address) => (address === null ? "COIN_ADDRESS_MISSING" : undefined),
    },
    minimum: ({ withdrawal }) => withdrawal.minimumFc,
    fee: ({ withdrawal }) => withdrawal.feeFc,
    hasWaitingTime: true,
    isDecidedByOperator: true,
    isPayout: true,
    purpose: "withdraw",
    receipt: "withdrawal",
  },
  "internal transfer": {
    label: "Internal Transfer",
    destination: { to: "own-wallet", label: "Your transfer wallet" },
    minimum: ({ internalTransferMinimumFc }) => internalTransferMinimumFc,
    fee: () => 0,
    hasWaitingTime: false,
    isDecidedByOperator: false,
    isPayout: false,
    purpose: "internal-transfer",
    receipt: "internal-transfer",
  },
} as const satisfies Record<string, WithdrawKind>;

type WithdrawKinds = typeof withdrawKinds;
export type WithdrawType = keyof WithdrawKinds;
export const withdrawTypes = keysOf(withdrawKinds);

export type AddressField = Extract<WithdrawKinds[WithdrawType]["destination"], { field: string }>["field"];

type TypesWhere<Field extends keyof WithdrawKind, Value> = {
  [Type in WithdrawType]: WithdrawKinds[Type][Field] extends Value ? Type : never;
}[WithdrawType];

/** Whether this is what the table says of a type. */
export function isWithdrawType<Field extends keyof WithdrawKind, const Value extends WithdrawKind[Field]>(
  type: WithdrawType,
  field: Field,
  value: Value,
): type is TypesWhere<Field, Value> {
  const kind: WithdrawKind = withdrawKinds[type];
  return kind[field] === value;
}

/** The types of which the table says this, for schemas and for conditions in SQL. */
export function withdrawTypesWhere<Field extends keyof WithdrawKind, const Value extends WithdrawKind[Field]>(
  field: Field,
  value: Value,
): TypesWhere<Field, Value>[] {
  return withdrawTypes.filter((type) => isWithdrawType(type, field, value));
}

/** Whether the coins go to the member's free coin address, so that the chain moves them. */
export function goesToCoinAddress(type: WithdrawType): boolean {
  return withdrawKinds[type].destination.to === "coin-address";
}

/** Those that the hot wallet can pay, and whose payments the chain shows. */
export const onChainTypes = withdrawTypes.filter(goesToCoinAddress);

function sentTo(type: WithdrawType): SentToAddress | undefined {
  const { destination } = withdrawKinds[type];
  return destination.to === "own-wallet" ? undefined : destination;
}

/** The field of a request that names the address; undefined for a type that needs none. */
export function addressFieldOf(type: WithdrawType): AddressField | undefined {
  const { destination } = withdrawKinds[type];
  return "field" in destination ? destination.field : undefined;
}

export const addressFields = withdrawTypes.map(addressFieldOf).filter((field) => field !== undefined);

/** Why coins cannot be sent there; undefined also for a type that needs no address. */
export function addressProblem(type: WithdrawType, address: string | null): ErrorCode | undefined {
  return sentTo(type)?.problem(address);
}

/** Named beside the address; null for a type that needs none. */
export function networkOf(type: WithdrawType): string | null {
  return sentTo(type)?.network ?? null;
}

/** What kind of address it is sent to; undefined for a type that needs none. */
export function addressKindOf(type: WithdrawType): AddressKind | undefined {
  return sentTo(type)?.to;
}

/** The own wallet that the coins of such a receipt went to; undefined where they went elsewhere. */
export function ownWalletOf(receipt: ReceiptKindName): string | undefined {
  const kinds: readonly WithdrawKind[] = Object.values(withdrawKinds);
  const destination = kinds.find((kind) => kind.receipt === receipt)?.destination;
  return destination?.to === "own-wallet" ? destination.label : undefined;
}

/** The address, or what is shown in its place for a type that needs none. */
export function withdrawDestination(type: WithdrawType, address: string | null | undefined): string {
  const { destination } = withdrawKinds[type];
  return address ?? (destination.to === "own-wallet" ? destination.label : "");
}
