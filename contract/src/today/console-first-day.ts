interface FirstDayStep {
  readonly label: string;
  /** What is missing without it. */
  readonly help: string;
  /** The console's page where it is done. */
  readonly to: string;
}

/** What has to be done before members can come, in the order in which it is best done. */
export const firstDaySteps = {
  mail: {
    label: "A mail was delivered",
    help: "Codes and passwords go out by mail. Send one to yourself to see that it arrives.",
    to: "/jobs",
  },
  secondAdmin: {
    label: "A second admin signed in",
    help: "What redirects money takes two people, and one can let the other in again.",
    to: "/operators",
  },
  price: { label: "A price is set", help: "Without a price nobody can stake.", to: "/prices" },
  payment: {
    label: "Bank, UPI or coin details are set",
    help: "Where members send what they pay for a stake.",
    to: "/settings",
  },
  pool: { label: "The rewards pool is funded", help: "Rewards are paid from it.", to: "/ledger" },
  firstMember: {
    label: "The first member is created",
    help: "Everybody else registers below this one.",
    to: "/members",
  },
  transferReceiver: {
    label: "Transfers have a receiver, or are open between members",
    help: "Until then transfers are closed.",
    to: "/settings",
  },
  backup: {
    label: "A backup was made",
    help: "Set BACKUP_DIR, or run: npm run backup -- --to DIR. Without one a broken disk ends the business.",
    to: "/jobs",
  },
} as const satisfies Record<string, FirstDayStep>;

export type FirstDayStepName = keyof typeof firstDaySteps;
export const firstDayStepNames = Object.keys(firstDaySteps) as FirstDayStepName[];
