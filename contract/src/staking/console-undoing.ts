import { keysOf } from "../sure.ts";
/** Whose fault it was that a stake has to be undone. Only the member's counts in fraud signals. */
export const stakeFaults = {
  member: "The member's: the payment was false or taken back",
  company: "Ours: approved by mistake",
  other: "Somebody else's, such as the bank's",
} as const satisfies Record<string, string>;
export type StakeFault = keyof typeof stakeFaults;
export const stakeFaultNames = keysOf(stakeFaults);
