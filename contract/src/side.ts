/** The two sides of the binary tree. */
export const sides = ["left", "right"] as const;
export type Side = (typeof sides)[number];
