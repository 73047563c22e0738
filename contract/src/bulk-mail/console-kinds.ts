import { keysOf } from "../sure.ts";
/** What a bulk mail is: news goes to those who did not unsubscribe, service to everybody. */
export const bulkMailKinds = {
  news: { label: "News", help: "With a link to unsubscribe; those who did are left out." },
  service: {
    label: "Service",
    help: "What members have to know about their account or money. Those who unsubscribed get it too.",
  },
} as const satisfies Record<string, { label: string; help: string }>;
export type BulkMailKind = keyof typeof bulkMailKinds;
export const bulkMailKindNames = keysOf(bulkMailKinds);

export const bulkMailStates = {
  draft: "Draft",
  sending: "Being sent",
  paused: "Paused",
  cancelled: "Cancelled",
  done: "Done",
} as const;
export type BulkMailState = keyof typeof bulkMailStates;
export const bulkMailStateNames = keysOf(bulkMailStates);

/** What became of the mail to one member. */
export const bulkMailResults = {
  waiting: "Waiting",
  queued: "Queued",
  sent: "Sent",
  failed: "Failed",
  bounced: "Bounced",
  skipped: "Left out",
} as const;
export type BulkMailResult = keyof typeof bulkMailResults;
export const bulkMailResultNames = keysOf(bulkMailResults);

/** Why a member of the set gets no mail. The first one that holds counts. */
export const leftOutReasons = {
  blocked: "Blocked or frozen",
  noAddress: "Without an e-mail address",
  bounced: "Mails to the address do not arrive",
  unsubscribed: "Unsubscribed from news",
} as const;
export const leftOutReasonNames = keysOf(leftOutReasons);
