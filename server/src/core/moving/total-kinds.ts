/** What is added up over all members, to be compared with what the old system states. */
export const sumNames = [
  "members",
  "staking",
  "earning",
  "offer",
  "transfer",
  "deduction",
  "stakes",
  "staked_usd",
  "staked_fc",
  "withdrawals",
  "withdrawals_fc",
  "staking_requests",
  "staking_requests_usd",
] as const;
export type SumName = (typeof sumNames)[number];

/** What stands below one member. */
const legNames = ["left_members", "right_members", "left_usd", "right_usd"] as const;
export type LegName = (typeof legNames)[number];

export const totalNames = [...sumNames, ...legNames];
export type TotalName = SumName | LegName;

export function isSum(name: TotalName): name is SumName {
  return sumNames.some((each) => each === name);
}
