import type { Fc, UsdCents } from "@fc/contract/units";
import { wallets } from "@fc/contract/wallet/kinds";
import { keysOf, sure } from "@fc/contract/sure";
import type { DrawnWallet, Wallet } from "@fc/contract/wallet/kinds";

/**
 * The chart of accounts. An account's id says what it is, so that a posting needs no look-up: a member's is
 * member * 16 + code, the house's is the code alone. All arithmetic with ids is in this file, for TypeScript and for
 * SQL; only the guard ledger_apply repeats it in the database. The database has the same chart in ledger_chart.
 */
export const memberCodes = {
  staking: 1n,
  earning: 2n,
  offer: 3n,
  transfer: 4n,
  /** The locked principal of stakes. */
  staked: 5n,
  /** Held for withdrawals that are not decided yet. */
  withdraw_pending: 6n,
} as const satisfies Record<Wallet | "staked" | "withdraw_pending", bigint>;

export const houseCodes = {
  /** Rewards are paid from it; it cannot go below zero. */
  rewards_pool: 1n,
  /** The source of coins that came in for stakes: its balance is what came in, negated. */
  deposits: 2n,
  payouts: 3n,
  fees: 4n,
  deductions: 5n,
  /** Principal of stakes that ran out. */
  stakes_ended: 6n,
  /** The owner's coins, which the pool is funded from. */
  treasury: 7n,
  /** The other side of corrections by hand. */
  adjustments: 8n,
  /** Tax deducted at source, owed to the state. */
  tax_withheld: 9n,
  /** The other side of balances that came from another system. */
  moved_in: 10n,
  usd_paid: 14n,
  usd_received: 15n,
} as const;

export type MemberAccount = keyof typeof memberCodes;
export type HouseAccount = keyof typeof houseCodes;

/** What the ledger's accounts hold, and the type of its amounts. */
export interface Currencies {
  FC: Fc;
  USD: UsdCents;
}
export type Currency = keyof Currencies;

declare const held: unique symbol;
/** The id of an account that holds this currency. Only `accountIn` and what calls it make one. */
export type AccountId<Held extends Currency> = bigint & { readonly [held]: Held };

type UsdAccount = "usd_paid" | "usd_received";

/** An amount for each of the wallets that a withdrawal takes from. */
export type Drawn = Readonly<Record<DrawnWallet, Fc>>;

const codesPerOwner = 16n;

/** The same as SQL text, for a column or another expression. */
export const accountSql = {
  ofMember: (memberId: string, code: bigint | string) => `(${memberId}::bigint * ${codesPerOwner} + ${code})`,
  memberId: (id: string) => `(${id} / ${codesPerOwner})::int`,
  code: (id: string) => `(${id} % ${codesPerOwner})`,
  /** See `accountKind`. */
  kind: (id: string) =>
    `(case when ${id} < ${codesPerOwner} then ${id} else ${codesPerOwner} + ${id} % ${codesPerOwner} end)::smallint`,
  /** Exactly as the indexes of ledger_postings say it, so that PostgreSQL uses them. */
  isMembers: (id: string) => `${id} > ${codesPerOwner}`,
  isHouses: (id: string) => `${id} < ${codesPerOwner}`,
  /** Whether ledger_accounts holds its balance. */
  isStored: (id: string) => `(${id} > ${codesPerOwner} or ${id} = ${houseCodes.rewards_pool})`,
} as const;

export function memberAccount(memberId: number, account: MemberAccount): AccountId<"FC"> {
  if (!Number.isInteger(memberId) || memberId < 1) throw new RangeError(`${memberId} is no member`);
  return accountIn("FC", BigInt(memberId) * codesPerOwner + memberCodes[account]);
}

/** All accounts of a member, in id order. No other account is between them. */
export function memberAccounts(memberId: number): AccountId<"FC">[] {
  return keysOf(memberCodes).map((account) => memberAccount(memberId, account));
}

export function houseAccount(account: UsdAccount): AccountId<"USD">;
export function houseAccount(account: Exclude<HouseAccount, UsdAccount>): AccountId<"FC">;
export function houseAccount(account: HouseAccount): bigint;
export function houseAccount(account: HouseAccount): bigint {
  return accountIn(currencyOf(houseCodes[account]), houseCodes[account]);
}

/** A number for each kind of account: the house's codes, and those of all members' accounts, 16 higher. */
export const accountKind = {
  house: (account: HouseAccount) => Number(houseCodes[account]),
  member: (account: MemberAccount) => Number(codesPerOwner + memberCodes[account]),
  isMembers: (kind: number) => kind > codesPerOwner,
} as const;

/** What an account's id says. */
export type Account =
  | { owner: "house"; account: HouseAccount }
  | { owner: "member"; memberId: number; account: MemberAccount };

export function accountOf(id: bigint): Account {
  const memberId = Number(id / codesPerOwner);
  const code = id % codesPerOwner;
  if (memberId === 0) {
    const account = keysOf(houseCodes).find((name) => houseCodes[name] === code);
    if (account !== undefined) return { owner: "house", account };
  } else {
    const account = keysOf(memberCodes).find((name) => memberCodes[name] === code);
    if (account !== undefined) return { owner: "member", memberId, account };
  }
  throw new RangeError(`There is no account ${id}`);
}

/** An account of what reads nothing but wallets. */
export function walletNamed(account: MemberAccount | HouseAccount): Wallet {
  return sure(wallets.find((wallet) => wallet === account));
}

export function currencyOf(id: bigint): Currency {
  return id === houseCodes.usd_paid || id === houseCodes.usd_received ? "USD" : "FC";
}

export function isAccountIn<Held extends Currency>(currency: Held, id: bigint): id is AccountId<Held> {
  return currencyOf(id) === currency;
}

/** An account by its id, such as one of a stored line. */
export function accountIn<Held extends Currency>(currency: Held, id: bigint): AccountId<Held> {
  if (!isAccountIn(currency, id)) throw new RangeError(`The account ${id} holds no ${currency}`);
  return id;
}
