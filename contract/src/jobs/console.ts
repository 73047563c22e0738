import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { csvOf, longPageOf, pageQuery } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { lanes } from "./lanes.ts";

/** Background work as operators see it: what failed, what is tried again, what waits. */
export const workKinds = ["mail", "job"] as const;
export type WorkKind = (typeof workKinds)[number];
export const workStates = ["failed", "retrying", "waiting"] as const;
export type WorkState = (typeof workStates)[number];

const work = z.object({
  id: z.number(),
  kind: z.enum(workKinds),
  task: z.string(),
  lane: z.enum(lanes),
  state: z.enum(workStates),
  /** Of a mail: its subject, and to whom, as far as one needs to recognise the address. */
  subject: z.nullable(z.string()),
  recipient: z.nullable(z.string()),
  attempts: z.number(),
  createdAt: timestamp,
  /** When it is tried next; of a failed one, when it was given up. */
  at: timestamp,
  /** In the machine's words. */
  error: z.nullable(z.string()),
});
export type WorkRow = z.output<typeof work>;

export const workSorts = ["at"] as const;

export const consoleJobs = route({
  method: "GET",
  path: "/console/jobs",
  access: operatorRights.read,
  summary: "Jobs and mails that failed, are tried again or wait.",
  query: z.extend(pageQuery(workSorts), {
    state: z.optional(z.enum(workStates, "Please choose a state")),
    kind: z.optional(z.enum(workKinds, "Please choose a kind")),
    lane: z.optional(z.enum(lanes, "Please choose a lane")),
  }),
  response: longPageOf(work),
});

export const consoleJobsCsv = csvOf(consoleJobs, "jobs.csv");

export const workColumns = {
  state: "State",
  what: "What",
  recipient: "To",
  createdAt: "Since",
  lane: "Lane",
  why: "Why",
  error: "In the machine's words",
  attempts: "Tries",
  at: "Next try",
} as const;

const counts = z.object({ failed: z.number(), retrying: z.number(), waiting: z.number() });
export type WorkCounts = z.output<typeof counts>;

export const consoleJobCounts = route({
  method: "GET",
  path: "/console/jobs/counts",
  access: operatorRights.read,
  summary: "How many jobs and mails failed, are tried again and wait.",
  response: z.object({ data: z.object({ jobs: counts, mails: counts }) }),
});

export const retryJob = route({
  method: "POST",
  path: "/console/jobs/:id/retry",
  access: operatorRights.manageJobs,
  summary: "Tries a failed or delayed job at once, with all its tries before it.",
  params: rowId,
  response: z.object({}),
});

export const retryAllJobs = route({
  method: "POST",
  path: "/console/jobs/retry",
  access: operatorRights.manageJobs,
  summary: "Tries everything again that failed, of one kind or of both.",
  body: z.strictObject({ kind: z.optional(z.enum(workKinds, "Please choose a kind")) }),
  response: z.object({ data: z.object({ count: z.number() }) }),
});

export const discardJob = route({
  method: "POST",
  path: "/console/jobs/:id/discard",
  access: operatorRights.manageJobs,
  summary: "Throws a failed or delayed job away, with a reason for the log.",
  params: rowId,
  body: z.strictObject({
    reason: enteredText("Please give a reason", { most: 200, tooLong: "This is too long" }),
  }),
  response: z.object({}),
});

/** The label of each task. A test of the server requires one for each task that it has. */
export const taskLabels: Readonly<Record<string, string>> = {
  "send-mail": "Mail",
  "plan.closing": "Closing of the day",
  "ledger.seal": "Sealing of the ledger",
  "ledger.months": "Making of the ledger's coming months",
  "ledger.verify": "Verification of the ledger",
  "ledger.anchor": "Anchor of the ledger",
  "anchors.mail": "Mails with the anchor of the ledger",
  "network.roll-up": "Adding up of legs",
  "chain.payouts": "Payouts over the chain",
  "chain.rules": "Payouts by rules",
  "plan.dry-run": "Dry run",
  "plan.announce": "Telling members of a new plan",
  "plan.projection": "Adding up what the coming closing pays",
  "alerts.check": "Checking for alerts",
  "alerts.webhook": "Alert to the webhook",
  "notifications.push": "Push message",
  "notifications.notice": "Push of a notice",
  "bulk-mail.collect": "Writing down who gets a bulk mail",
  "bulk-mail.feed": "Sending of bulk mails",
  "liabilities.publish": "Liabilities of the day",
  "measure-net-results": "Members' results of the day",
  "reports.measure-days": "Adding up of days for reports",
  "signals.evaluate": "Looking for fraud signals",
  backup: "Backup",
  "rehearse-restore": "Rehearsal of a restore",
  "chain.deposits": "Looking for coins that arrived",
  "chain.hand-payments": "Looking up payments that were made by hand",
  "chain.compare": "Comparing wallets with the ledger",
  "re-encrypt": "Encrypting with the newest key",
  "mail-temporary-password": "Mail temporary password",
  "mail-console-link": "Mail link to the console",
  "complete-registration": "Complete registration",
  "close-accounts": "Close accounts and erase data",
  "forget-unused-upload": "Forget unused upload",
  "forget-incoming-uploads": "Forget unfinished uploads",
  "forget-old-limits": "Forget old limits",
  "forget-old-sessions": "Forget old sessions",
  "forget-old-idempotency-keys": "Forget old idempotency keys",
  "forget-old-mails": "Forget old mails",
  "forget-old-notifications": "Forget old notifications",
  "forget-old-operator-sessions": "Forget old operator sessions",
  "forget-old-operator-devices": "Forget old operator devices",
};

/** A failed job of a task that no longer exists has no label, so its name is shown as words. */
export function taskText(task: string): string {
  return taskLabels[task] ?? task.replaceAll(/[-.]/g, " ").replace(/^./, (first) => first.toUpperCase());
}

const plainErrors: readonly (readonly [RegExp, string])[] = [
  [/^push answered/, "The browser's push service refused it."],
  [/^push not/, "The browser's push service could not be reached."],
  [/^webhook answered/, "The receiver of the alert webhook refused it."],
  [/^webhook not/, "The receiver of the alert webhook could not be reached."],
  [/is refused:/, "The receiving mail server refuses this address for good."],
  [/AUTH.*answered with 5|EAUTH/, "The mail server does not accept our login. Check the SMTP settings."],
  [/MAIL FROM answered with 5/, "The mail server does not accept our sender's address."],
  [/answered with 4/, "The mail server refuses it for now and wants it sent again later."],
  [/answered with 5/, "The mail server refused it."],
  [/ECONNREFUSED|ECONNECTION|ESOCKET|ECONNRESET/, "The mail server could not be reached."],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, "The mail server's name could not be found."],
  [/TIMEOUT|TIMEDOUT|not done within/, "The mail server did not answer in time."],
  [/under way at another worker/, "Another worker is sending it."],
  [/statement timeout|canceling statement/, "The database took too long."],
  [/lock timeout|deadlock/, "Other work was in its way."],
  [/Connection terminated|terminating connection|ECONN/, "The database was not there."],
  [/paid .* where .* were due/, "What was posted is not what was computed. The day stays open."],
];

/** An error in plain words; undefined where there are none for it, and the machine's have to do. */
export function plainError(error: string): string | undefined {
  return plainErrors.find(([pattern]) => pattern.test(error))?.[1];
}
