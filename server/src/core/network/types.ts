import type { UsdCents } from "@fc/contract/units";

export type Side = "left" | "right";

/** What is counted for a leg. */
export interface Figures {
  users: number;
  activeUsers: number;
  businessUsdCents: UsdCents;
}

export interface Legs {
  left: Figures;
  right: Figures;
}
