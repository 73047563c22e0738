/** The two legs of a binary network. */
export const sides = ["left", "right"] as const;
export type Side = (typeof sides)[number];
