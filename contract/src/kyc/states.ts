import { keysOf } from "../sure.ts";
/** What an operator looks at, each by itself: the PAN card, and the bank details with a picture if there is one. */
export const kycCaseParts = {
  pan: { page: "/pan-details" },
  bank: { page: "/bank-details" },
} as const satisfies Record<string, { page: `/${string}` }>;
export type KycCasePart = keyof typeof kycCaseParts;
export const kycCasePartNames = keysOf(kycCaseParts);

interface KycState {
  /** Whether the member may enter a PAN once more: otherwise it is entered once and for good. */
  readonly mayEnterAgain: boolean;
}

/** What waits comes first. */
export const kycStates = {
  submitted: { mayEnterAgain: false },
  approved: { mayEnterAgain: false },
  rejected: { mayEnterAgain: true },
  renew: { mayEnterAgain: true },
} as const satisfies Record<string, KycState>;
export type KycStateName = keyof typeof kycStates;
export const kycStateNames = keysOf(kycStates);
