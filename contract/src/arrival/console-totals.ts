import { keysOf } from "../sure.ts";

interface TotalKind {
  readonly label: string;
  /** A number without one counts. */
  readonly unit?: "FC" | "$";
}

/** What is added up over all members, to be compared with what the old system states. */
const sumKinds = {
  members: { label: "Members" },
  staking: { label: "Staking wallets", unit: "FC" },
  earning: { label: "Earning wallets", unit: "FC" },
  offer: { label: "Offer wallets", unit: "FC" },
  transfer: { label: "Transfer wallets", unit: "FC" },
  deduction: { label: "Owed by members", unit: "FC" },
  stakes: { label: "Running stakes" },
  staked_usd: { label: "Principal of running stakes", unit: "$" },
  staked_fc: { label: "The same in coins", unit: "FC" },
  withdrawals: { label: "Open withdrawals" },
  withdrawals_fc: { label: "Held for them", unit: "FC" },
  staking_requests: { label: "Open staking requests" },
  staking_requests_usd: { label: "What they are for", unit: "$" },
  paid_in_usd: { label: "Paid in for stakes so far", unit: "$" },
  paid_in_fc: { label: "Paid in so far, in coins", unit: "FC" },
  paid_out_fc: { label: "Paid out so far", unit: "FC" },
} as const satisfies Record<string, TotalKind>;

/** What stands below one member. */
const legKinds = {
  left_members: { label: "Members in the left leg" },
  right_members: { label: "Members in the right leg" },
  left_usd: { label: "Business of the left leg", unit: "$" },
  right_usd: { label: "Business of the right leg", unit: "$" },
} as const satisfies Record<string, TotalKind>;

export type SumName = keyof typeof sumKinds;
export type LegName = keyof typeof legKinds;
export type TotalName = SumName | LegName;

export const sumNames = keysOf(sumKinds);
export const totalKinds: Readonly<Record<TotalName, TotalKind>> = { ...sumKinds, ...legKinds };
export const totalNames = keysOf(totalKinds);

export function isSum(name: TotalName): name is SumName {
  return Object.hasOwn(sumKinds, name);
}
