export type Side = "left" | "right";

/** What is counted for a leg. */
export interface Figures {
  users: number;
  activeUsers: number;
  businessUsdCents: bigint;
}

export interface Legs {
  left: Figures;
  right: Figures;
}
