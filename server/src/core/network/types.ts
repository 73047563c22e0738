export type Side = "left" | "right";

/** What stands in a leg. */
export interface Figures {
  users: number;
  activeUsers: number;
  businessUsdCents: bigint;
}

export interface Legs {
  left: Figures;
  right: Figures;
}
