import { keysOf } from "../sure.ts";
import { byRewardKind, rewardKinds } from "../plan/reward-kinds.ts";

/** How members tell movements of their coins apart. The server's table says which entries are of which kind. */
export const activityKinds = {
  ...byRewardKind((kind) => ({ label: rewardKinds[kind].reportText })),
  taxes: { label: "Tax deducted at source" },
  withdrawals: { label: "Withdrawals" },
  transfers: { label: "Transfers" },
  stakes: { label: "Staking" },
  adjustments: { label: "Adjustments" },
} as const satisfies Record<string, { readonly label: string }>;

export type ActivityKind = keyof typeof activityKinds;
export const activityKindNames = keysOf(activityKinds);

/** The kinds in an address, such as `ros,transfers`, in the order of the table; unknown ones are left out. */
export function activityKindsIn(text: string): ActivityKind[] {
  const named = new Set(text.split(","));
  return activityKindNames.filter((kind) => named.has(kind));
}
