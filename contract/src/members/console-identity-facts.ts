import { keysOf } from "../sure.ts";
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

export const identityFactNames = keysOf(identityFacts);

/** One or two of them are easily found out. */
export const leastFactsAsked = 3;

/** Facts that are KYC data, each the part of the same name: they count only if they were revealed. */
const kycFacts = ["bank", "pan", "coinAddress"] as const satisfies IdentityFact[];
type KycFact = (typeof kycFacts)[number];

/** A reveal counts for as long as the conversation with the member can last. */
export const revealCountsHours = 1;

export function isKycFact(fact: IdentityFact): fact is KycFact {
  return kycFacts.some((other) => other === fact);
}
