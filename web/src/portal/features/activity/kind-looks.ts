import type { ActivityKind } from "@fc/contract/activity/kinds";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import type { ChartColour } from "../../../ui/chart/colours.ts";
import type { IconComponent } from "../../../ui/icons/icons.tsx";
import {
  CoinIcon,
  EarningIcon,
  GiftIcon,
  ReportIcon,
  StakeIcon,
  TeamIcon,
  TransferIcon,
  WithdrawIcon,
} from "../../../ui/icons/screen-icons.tsx";

export const kindIcons = {
  ros: CoinIcon,
  direct_bonus: TeamIcon,
  pair_matching: EarningIcon,
  offer_reward: GiftIcon,
  taxes: ReportIcon,
  withdrawals: WithdrawIcon,
  transfers: TransferIcon,
  stakes: StakeIcon,
  adjustments: ReportIcon,
} as const satisfies Record<ActivityKind, IconComponent>;

export const rewardColours = {
  ros: "brand",
  direct_bonus: "sky",
  pair_matching: "leaf",
  offer_reward: "amber",
} as const satisfies Record<RewardKind, ChartColour>;
