import type { Fc } from "@fc/contract/units";
import type { PayoutRuleName } from "@fc/contract/withdraw/console-payout-rules";

/** What the ledger needs of a chain. How it is asked for it is in this folder; what follows from it, in core/chain. */

export type Hex = `0x${string}`;
/** What is no hex is refused. */
export function hexFrom(text: string): Hex {
  const digits = /^0x([\da-f]*)$/i.exec(text)?.[1];
  if (digits === undefined) throw new TypeError(`${text.slice(0, 20)} is no hex number`);
  return `0x${digits}`;
}
/** In the mixed case of its checksum. */
export type Address = Hex;
/** In lower case. */
export type Hash = Hex;

/** A Transfer log of the coin's contract. */
export interface CoinTransfer {
  hash: Hash;
  logIndex: number;
  from: Address;
  to: Address;
  /** In the smallest unit of the contract. */
  units: bigint;
  blockNumber: bigint;
  blockTime: Date;
}

/** Where a transaction is. Only `final` is agreed by a majority of the endpoints and cannot change any more. */
export type TransactionState =
  | { at: "unknown" }
  | { at: "waiting" }
  | { at: "block"; blockNumber: bigint }
  | { at: "final"; blockNumber: bigint; hasSucceeded: boolean; feeWei: bigint; transfers: CoinTransfer[] };

/** What a transaction in a final block says of itself. */
export interface FinalTransaction {
  hash: Hash;
  from: Address;
  /** Missing where it made a contract. */
  to: Address | undefined;
  nonce: bigint;
  data: Hex;
}

/** Prices of gas, in wei. Nodes take a replacement only if both are higher by a tenth or more. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

export interface Nonces {
  /** How many transactions of the address are final, as a majority says. */
  final: bigint;
  /**
   * The highest that any endpoint knows of, waiting ones included. One that lies can raise it: what follows must be
   * to wait, never to pay.
   */
  highest: bigint;
}

/** A transaction before it is signed. Its amount of the chain's own coin is always 0. */
export interface UnsignedTransaction extends Fees {
  nonce: bigint;
  to: Address;
  data: Hex;
  gas: bigint;
}

export interface SignedTransaction {
  hash: Hash;
  bytes: Hex;
}

export interface Signer {
  readonly address: Address;
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

/** A payment that the hot wallet is asked to make. */
export interface GuardedPayment {
  /** The random id that signatures name. */
  payoutId: string;
  withdrawalId: number;
  to: string;
  units: bigint;
  amountFc: Fc;
  wallet: string;
  chainId: number;
  contract: string;
  /** The worker has handed it over by the rules with this word; null where a person has. */
  rulesWord: string | null;
  /** Of others that these rules have handed over and that are to be signed before it. */
  waitingFc?: Fc;
}

export interface GuardedWallet {
  chainId: number;
  address: string;
}

/** What signatures have to name, so that nothing can be signed ahead; the newest is the last. */
export type GivenWords = { problem: string } | { purpose: "payouts" | "release"; words: readonly string[] };

/** The word that rules have to name, the text of those that are in force, and why signed ones are not. */
export interface RulesState {
  word?: string | undefined;
  text?: string | undefined;
  problem?: string | undefined;
}

/** A withdrawal that the rules are asked about, before it is a payout. */
export interface AskedWithdrawal {
  withdrawalId: number;
  to: string;
  amountFc: Fc;
  /** Handed over by rules and not signed yet, in all. */
  waitingFc: Fc;
}

/** Decides, by what the worker itself knows, what the hot wallet may sign. */
export interface PayoutGuard {
  /** Why nothing at all is signed, since when other people may approve, and which mail to them is refused. */
  state(): Promise<{ problem?: string; approversChangedAt?: Date; mailProblem?: string }>;
  /** None where nobody has to sign; undefined where the guard knows none, and another worker may. */
  words(wallet: GuardedWallet): Promise<GivenWords | undefined>;
  /** As people have signed them; nothing where no rules are possible. */
  rules(wallet: GuardedWallet & { contract: string }): Promise<RulesState>;
  /** The word of the rules by which a withdrawal is paid, or the rule that stops it; undefined where none are in force. */
  byRules(
    wallet: GuardedWallet & { contract: string },
    asked: AskedWithdrawal,
  ): Promise<{ word: string } | { stop: PayoutRuleName } | undefined>;
  /** The wallet is paused: what was signed before it does not count any more, also where an attacker lifts the pause. */
  notePause(pausedAt: Date): Promise<void>;
  /** Whether approvers have signed that this wallet pays again; also where it was not paused. */
  release(wallet: GuardedWallet): Promise<boolean>;
  /** Why this payment is not made now; undefined where it may be. */
  refusal(payment: GuardedPayment): Promise<string | undefined>;
  /** Asked immediately before each signature, and keeps that this payout has this nonce; undefined where it may be signed. */
  claim(payment: GuardedPayment & { nonce: bigint }): Promise<string | undefined>;
  /** Why bytes of this payment that were signed are not sent any more; undefined where they may be. */
  sendRefusal(payment: GuardedPayment): Promise<string | undefined>;
}

/** What became of handing bytes to the endpoints. */
export interface Sending {
  /** Endpoints that took it, or have it already. */
  taken: number;
  /** What those said that refused it, by name of the endpoint. */
  refusals: { endpoint: string; message: string }[];
}

/**
 * Every call asks all endpoints. It throws `ChainProblem` where too few of them answer, or where they contradict each
 * other in what has to be agreed.
 */
export interface Chain {
  readonly chainId: number;
  readonly contract: Address;
  readonly decimals: number;
  /** How many endpoints have to agree: more than half, so at least two where two or more are configured. */
  readonly majority: number;
  readonly endpointNames: readonly string[];
  /** The hot wallet's; missing on nodes that do not sign. */
  readonly signer: Signer | undefined;

  /** From 1/10,000 FC; exact. */
  unitsOf(fc: Fc): bigint;
  /** To 1/10,000 FC; undefined where it is not a whole number of them. */
  fcOf(units: bigint): Fc | undefined;
  /** The address in the mixed case of its checksum; undefined for what is none, or has a wrong checksum. */
  addressIn(text: string): Address | undefined;
  /** The call of the contract that moves coins, with bytes behind it that the contract does not read. */
  transferData(to: Address, units: bigint, mark: Hex): Hex;
  /** The other way round: by its mark a payment of ours is recognised on the chain. */
  transferIn(data: Hex): { to: Address; units: bigint; mark: Hex } | undefined;

  fees(): Promise<Fees>;
  /** What a call would use now, without any reserve; undefined where a majority says that it would fail. */
  gasOf(call: { from: Address; to: Address; data: Hex }): Promise<bigint | undefined>;
  nonces(address: Address): Promise<Nonces>;
  /** How many transactions of the address are in the blocks up to this one, which is final. */
  nonceAt(address: Address, blockNumber: bigint): Promise<bigint>;
  stateOf(hash: Hash): Promise<TransactionState>;
  /** A transaction in a final block, the same on a majority of the endpoints; undefined where there is none. */
  transactionOf(hash: Hash): Promise<FinalTransaction | undefined>;
  /** Never throws: one endpoint that takes it is enough, and who was silent is among the refusals. */
  send(bytes: Hex): Promise<Sending>;
  /** At the newest block that a majority calls final. */
  balancesOf(address: Address): Promise<{ coinUnits: bigint; gasWei: bigint; blockNumber: bigint }>;
  /** The newest block that a majority calls final. */
  finalBlock(): Promise<bigint>;
  /** All transfers of the coin from or to an address in these final blocks; the same on a majority of the endpoints. */
  transfersOf(address: Address, blocks: { from: bigint; to: bigint }): Promise<CoinTransfer[]>;
  /** Whether a majority says that the oracle of the settings has it on its list; false where no oracle is set. */
  isSanctioned(address: Address): Promise<boolean>;
  /** Whether the contract at the address accepts a signature over a text (EIP-1271); false where it is no such wallet. */
  hasContractSigned(address: Address, signed: { text: string; signature: Hex }): Promise<boolean>;
  /** Whether there is a contract at the address. */
  isContract(address: Address): Promise<boolean>;
}

/** The chain could not be asked, or gave no answer to rely on. Nothing was decided by it. */
export class ChainProblem extends Error {}

/** A setting of the chain is wrong, so the server does not start. */
export class ChainSettingProblem extends Error {
  constructor(setting: string, what: string) {
    super(`${setting}: ${what}`);
  }
}
