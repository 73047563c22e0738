/**
 * The chart of accounts. An account's number says what it is, so that a posting needs no look-up: a member's is
 * member * 16 + code, the house's is the code alone. The database has the same chart in ledger_chart.
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
} as const;

export const houseCodes = {
  /** What rewards are paid from; it cannot go below zero. */
  rewards_pool: 1n,
  /** Coins that came in for stakes: its balance is what came in, negated. */
  deposits: 2n,
  payouts: 3n,
  fees: 4n,
  deductions: 5n,
  /** Principal of stakes that ran out. */
  stakes_ended: 6n,
  /** The owner's coins, which the pool is funded from. */
  treasury: 7n,
  /** The other side of openings and corrections by hand. */
  adjustments: 8n,
  usd_paid: 14n,
  usd_received: 15n,
} as const;

export type MemberAccount = keyof typeof memberCodes;
export type HouseAccount = keyof typeof houseCodes;
/** The three that a withdrawal draws on, in the order it draws. */
export const drawOrder = ["staking", "earning", "offer"] as const satisfies MemberAccount[];
export type DrawnWallet = (typeof drawOrder)[number];

/** An amount for each of the three. */
export type Drawn = Readonly<Record<DrawnWallet, bigint>>;

export function memberAccount(memberId: number, account: MemberAccount): bigint {
  if (!Number.isInteger(memberId) || memberId < 1) throw new RangeError(`${memberId} is no member`);
  return BigInt(memberId) * 16n + memberCodes[account];
}

export function houseAccount(account: HouseAccount): bigint {
  return houseCodes[account];
}

/** What an account's number says. */
export type Account =
  { owner: "house"; account: HouseAccount } | { owner: "member"; memberId: number; account: MemberAccount };

export function accountOf(id: bigint): Account {
  const memberId = Number(id >> 4n);
  const codes: Record<string, bigint> = memberId === 0 ? houseCodes : memberCodes;
  const name = Object.keys(codes).find((key) => codes[key] === (id & 15n));
  if (name === undefined) throw new RangeError(`There is no account ${id}`);
  return memberId === 0
    ? { owner: "house", account: name as HouseAccount }
    : { owner: "member", memberId, account: name as MemberAccount };
}

export function currencyOf(id: bigint): "FC" | "USD" {
  return id === houseCodes.usd_paid || id === houseCodes.usd_received ? "USD" : "FC";
}
