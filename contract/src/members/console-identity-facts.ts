/**
 * What an operator can ask a person who says to be a member. Everybody who knows the member knows some of them, so
 * several are asked, and the proposal keeps which.
 */
export const identityFacts = {
  mobile: "Mobile number",
  dob: "Date of birth",
  address: "Address",
  nominee: "Nominee",
  sponsor: "Sponsor",
  joined: "Date of joining",
  stake: "Last stake",
  bank: "Bank account",
  pan: "PAN",
  coinAddress: "Free coin address",
} as const;
export type IdentityFact = keyof typeof identityFacts;

export const identityFactNames = Object.keys(identityFacts) as IdentityFact[];

/** One or two of them are easily found out. */
export const leastFactsAsked = 3;
