import { keysOf } from "../sure.ts";
interface FirstDayStep {
  /** A task, so that it does not read as done while it is not. */
  readonly label: string;
  /** What is missing without it. */
  readonly help: string;
  /** The console's page where it is done. */
  readonly to: string;
}

/** What has to be done before members can come, in the order in which it is best done. */
export const firstDaySteps = {
  mail: {
    label: "See that mail arrives",
    help: "Codes and passwords go out by mail. Send one to yourself to see that it arrives.",
    to: "/jobs",
  },
  secondAdmin: {
    label: "Invite a second admin, who signs in",
    help: "What redirects money takes two people, and one can let the other in again.",
    to: "/operators",
  },
  price: { label: "Set a price", help: "Without a price nobody can stake.", to: "/prices" },
  payment: {
    label: "Set bank, UPI or coin details",
    help: "Where members send what they pay for a stake.",
    to: "/settings",
  },
  pool: { label: "Fund the rewards pool", help: "Rewards are paid from it.", to: "/ledger" },
  plan: {
    label: "Confirm the plan, or change it",
    help: "Its figures come with the product. Read each of them: until they are confirmed nobody can register.",
    to: "/plan",
  },
  firstMember: {
    label: "Create the first member",
    help: "Everybody else registers below this one.",
    to: "/members",
  },
  documents: {
    label: "Release the terms, the privacy notice and the risk statement",
    help: "Until then nobody accepts anything. A first text is there, for your lawyer to check.",
    to: "/documents",
  },
  transferReceiver: {
    label: "Name a receiver of transfers, or open them between members",
    help: "Until then transfers are closed.",
    to: "/settings",
  },
  backup: {
    label: "Make a backup",
    help: "Set BACKUP_DIR, or run: npm run backup -- --to DIR. Without one a broken disk ends the business.",
    to: "/jobs",
  },
} as const satisfies Record<string, FirstDayStep>;

export type FirstDayStepName = keyof typeof firstDaySteps;
export const firstDayStepNames = keysOf(firstDaySteps);
