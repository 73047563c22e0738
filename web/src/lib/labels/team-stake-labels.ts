import type { TeamStakeState } from "@fc/contract/team/portal";
import { msg } from "../msg.ts";

/** Of a member of the team, as the tree says it. */
export const stakeLabels = {
  active: msg("Active stake"),
  ended: msg("Stake ended"),
  none: msg("No stake yet"),
} as const satisfies Record<TeamStakeState, string>;
