/** By what a member's third link finds the weaker team: less business, or fewer members. */
export const linkPreferences = ["business", "members"] as const;
export type LinkPreference = (typeof linkPreferences)[number];

/** Where "left" or "right" stands in the other two links. */
export const preferredType = "preferred";
