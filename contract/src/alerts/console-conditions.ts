import { keysOf } from "../sure.ts";
interface AlertWords {
  /** What is wrong, as a heading of a mail or a line on Today. */
  readonly title: string;
  /** What to do about it, in one sentence. */
  readonly action: string;
  /** The console's page where it is done; none where it is done outside of the console. */
  readonly page?: { readonly to: string; readonly name: string };
}

const jobs = { to: "/jobs", name: "Jobs and mail" } as const;

/**
 * Every condition that needs a person to act, the most urgent first. The names are labels of a metric and part of
 * webhooks, so a name never changes.
 */
export const alertConditions = {
  "verification-differences": {
    title: "The verification of the ledger found differences",
    action: "Pay nothing out until each difference is explained.",
    page: { to: "/ledger", name: "Ledger" },
  },
  "coins-unexplained": {
    title: "Coins on the chain are not what the ledger says",
    action: "Pull the pause of payouts and pay nothing out until each difference is explained.",
    page: { to: "/coins", name: "Coins on the chain" },
  },
  "coins-not-compared": {
    title: "The wallets could not be compared with the ledger",
    action: "Check the chain's endpoints; it is tried again each hour.",
    page: { to: "/coins", name: "Coins on the chain" },
  },
  "payments-not-found": {
    title: "Payments made by hand are not on the chain",
    action: "Open each withdrawal, and name the transaction that really paid it.",
    page: { to: "/withdrawals", name: "Withdrawals" },
  },
  "payment-taken-back": {
    title: "The bank took back the payment of a stake",
    action: "Undo the stake, or match its request with the payment that replaced it.",
    page: { to: "/staking-requests", name: "Staking requests" },
  },
  "hot-wallet-halted": {
    title: "The hot wallet stopped itself",
    action: "Read why, and run npm run chain:reconcile before it pays again.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "payouts-unsigned": {
    title: "The worker signs no payouts",
    action: "Mend what it names on the worker's machine (docs/chain.md). Mails and closings go on.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "approvers-changed": {
    title: "The approvers of payouts have changed",
    action: "If nobody told you about it, pause the hot wallet and look at the file on the worker's machine.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "approvers-untold": {
    title: "An approver of payouts cannot be mailed",
    action: "Look at the mail server, and at the address in the file on the worker's machine.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "clock-wrong": {
    title: "A server's clock is wrong",
    action:
      "Set the clocks of the server and of the database by NTP: until they agree, this server closes no day.",
  },
  "disk-low": {
    title: "A disk is nearly full",
    action: "Free space on it or make it larger: on a full disk nothing can be saved.",
  },
  "unsafe-settings": {
    title: "A server's settings are unsafe",
    action: "Change the setting that is named on the machine that is named, and start it again.",
  },
  "worker-rights": {
    title: "Requests have the worker's rights in the database",
    action:
      "Give requests a login of their own: grant fc_web to it and revoke fc_app from it. The next release refuses to start without.",
  },
  "codes-waiting": {
    title: "One-time codes wait in the mail queue",
    action: "Check the mail server: until it takes them, members can confirm nothing.",
    page: jobs,
  },
  "mails-failing": {
    title: "Mails fail",
    action: "Read the error and check the mail server; the mails are tried again by themselves.",
    page: jobs,
  },
  "jobs-failing": {
    title: "Background work fails",
    action: "Read the error of the job; it is tried again by itself.",
    page: jobs,
  },
  "work-failed": {
    title: "Mails or jobs were given up",
    action: "Try them again once their cause is gone, or discard them.",
    page: jobs,
  },
  "closing-failed": {
    title: "The closing of a day fails",
    action: "Read its error; the day stays open and no reward is lost.",
    page: jobs,
  },
  "closing-late": {
    title: "A day is not closed yet",
    action: "See how far the closing is, and close the day by hand if nothing runs.",
    page: { to: "/closings", name: "Closings" },
  },
  "sealing-behind": {
    title: "The ledger is not being sealed",
    action: "See that a worker runs, and read the error of its job.",
    page: jobs,
  },
  "payouts-stuck": {
    title: "Payouts get into no block",
    action: "See what the endpoints say of their attempts, and whether the highest price of gas is enough.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "hot-wallet-low": {
    title: "The hot wallet runs low",
    action: "Send coins to it before payouts have to wait.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "hot-wallet-gas-low": {
    title: "The hot wallet runs out of what pays its fees",
    action: "Send some of the chain's own coin to it.",
    page: { to: "/payouts", name: "Payouts" },
  },
  "ledger-months": {
    title: "The ledger's next month is not made",
    action:
      "Read the error of the job that makes it. Postings go on, but the lines of several months stay in one part.",
    page: jobs,
  },
  "archive-late": {
    title: "Changes of the database are not archived",
    action:
      "Read PostgreSQL's log on the machine that leads, and check the archive's place: what is not archived is lost if all machines are.",
  },
  "backup-old": {
    title: "There is no recent backup",
    action: "Make one now, and see why the last one was not made.",
    page: jobs,
  },
  "rehearsal-failed": {
    title: "The newest backup could not be restored",
    action:
      "Mend what it says, then rehearse again: npm run restore -- --from DIR --rehearse. Until then count on the backup before it.",
    page: jobs,
  },
  "pool-low": {
    title: "The rewards pool runs low",
    action: "Fund the pool before a day's rewards are paid in part only.",
    page: { to: "/ledger", name: "Fund the pool" },
  },
  "coverage-short": {
    title: "The pool did not cover a day's rewards",
    action: "Fund the pool before India's midnight.",
    page: { to: "/ledger", name: "Fund the pool" },
  },
  "price-missing": {
    title: "No price is set",
    action: "Set one: until then nobody can stake.",
    page: { to: "/prices", name: "Prices" },
  },
  "withdrawals-late": {
    title: "Withdrawals wait longer than promised",
    action: "Decide the oldest ones first.",
    page: { to: "/withdrawals", name: "Withdrawals" },
  },
  "staking-late": {
    title: "Staking requests wait longer than promised",
    action: "Decide the oldest ones first.",
    page: { to: "/staking-requests", name: "Staking requests" },
  },
  "support-late": {
    title: "Support messages wait longer than promised",
    action: "Answer the oldest ones first.",
    page: { to: "/support", name: "Support" },
  },
} as const satisfies Record<string, AlertWords>;

export type AlertCondition = keyof typeof alertConditions;
export const alertConditionNames = keysOf(alertConditions);

/** The words of any condition. */
export function alertWords(condition: AlertCondition): AlertWords {
  return alertConditions[condition];
}
