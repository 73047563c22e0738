import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { receiptKindNames } from "../receipts/kinds.ts";
import { requestStatuses } from "../request-states.ts";
import { csvOf, longPageOf, pageQuery } from "../table.ts";
import { rowId, seenVersion, timestamp } from "../wire.ts";
import { supportStatuses } from "./portal.ts";

/** The calls of the operators' inbox of support messages. */

/** Open ones, those that somebody took to answer, those past the promise, and whatever there is. */
export const supportFilters = ["open", "mine", "overdue", "all"] as const;
export type SupportFilter = (typeof supportFilters)[number];

const person = z.object({ id: z.number(), name: z.string() });

const queued = z.object({
  id: z.number(),
  reference: z.string(),
  /** As it was typed; anybody can type one on the login page. */
  refId: z.string(),
  /** Who has this user id; null where nobody does. */
  member: z.nullable(z.object({ id: z.number(), refId: z.string(), name: z.string() })),
  /** Written while signed in, so it is the member's own. */
  isSignedIn: z.boolean(),
  message: z.string(),
  /** What was written last by the person who asks: the message itself, or what its member added to it. */
  lastMessage: z.string(),
  status: z.enum(supportStatuses),
  createdAt: timestamp,
  /** Since when an answer is owed, or was. */
  waitingSince: timestamp,
  /** The promise: by when it should be answered; null where nothing is owed any more. */
  dueAt: z.nullable(timestamp),
  isOverdue: z.boolean(),
  assignedTo: z.nullable(person),
  /** Counts answers, closings and what the member adds. An operator who acts sends the one that the page shows. */
  version: z.number(),
});
export type QueuedSupportMessage = z.output<typeof queued>;

export const supportEventKinds = ["reply", "note", "close", "reopen", "take", "leave", "message"] as const;
const event = z.object({
  id: z.number(),
  kind: z.enum(supportEventKinds),
  /** Null for a message, which the member wrote. */
  operator: z.nullable(z.string()),
  text: z.string(),
  /** Shows the picture that the member attached, for a few minutes. */
  pictureUrl: z.nullable(z.string()),
  sentTo: z.nullable(z.string()),
  at: timestamp,
});
export type SupportEvent = z.output<typeof event>;

/** The member's money movement that a message is about, as it is now. */
const concernedReceipt = z.object({
  reference: z.string(),
  kind: z.enum(receiptKindNames),
  status: z.enum(requestStatuses),
  amountFc: z.nullable(z.number()),
  requestedAt: timestamp,
});
export type ConcernedReceipt = z.output<typeof concernedReceipt>;

const detail = z.extend(queued, {
  number: z.string(),
  /** Of the message itself. */
  pictureUrl: z.nullable(z.string()),
  /** Where an answer can go: the address that we know, and the one that was typed, if it is one. */
  addresses: z.object({ member: z.nullable(z.string()), typed: z.nullable(z.string()) }),
  receipt: z.nullable(concernedReceipt),
  events: z.array(event),
  /** Other messages under the same user id, newest first. */
  others: z.array(
    z.object({
      id: z.number(),
      reference: z.string(),
      status: z.enum(supportStatuses),
      createdAt: timestamp,
    }),
  ),
});
export type SupportDetail = z.output<typeof detail>;

export const consoleSupport = route({
  method: "GET",
  path: "/console/support",
  access: operatorRights.read,
  summary: "Support messages: what is owed an answer, oldest first; all of them newest first.",
  query: z.extend(pageQuery(["createdAt"]), { filter: z.optional(z.enum(supportFilters, "No such filter")) }),
  response: z.extend(longPageOf(queued), {
    counts: z.object({ open: z.number(), mine: z.number(), overdue: z.number() }),
  }),
});

/** What members wrote, of many at once: each file is in the log. */
export const consoleSupportCsv = {
  ...csvOf(consoleSupport, "support-messages.csv"),
  access: operatorRights.exportMembers,
};

export const supportColumns = {
  reference: "Reference",
  name: "Name",
  refId: "User ID, as it was typed",
  status: "State",
  createdAt: "Written",
  waitingSince: "Waiting since",
  dueAt: "Promised by",
  assignedTo: "Taken by",
  message: "Message",
  lastMessage: "Written last",
} as const;

export const consoleSupportMessage = route({
  method: "GET",
  path: "/console/support/:id",
  access: operatorRights.read,
  summary: "One message with everything that was done about it.",
  params: rowId,
  response: z.object({ data: detail }),
});

/** Of an answer or a note. */
export const longestSupportText = 4000;

const words = z
  .string("Please write something")
  .check(
    z.trim(),
    z.minLength(1, "Please write something"),
    z.maxLength(longestSupportText, "At most 4,000 characters"),
  );

export const replyToSupport = route({
  method: "POST",
  path: "/console/support/:id/reply",
  access: operatorRights.answerSupport,
  summary:
    "Answers by mail and in the member's portal. If another operator or the member was faster, it is refused.",
  params: rowId,
  body: z.strictObject({
    text: words,
    to: z.enum(["member", "typed"], "To which address?"),
    version: seenVersion,
  }),
  response: z.object({}),
});

export const noteOnSupport = route({
  method: "POST",
  path: "/console/support/:id/note",
  access: operatorRights.answerSupport,
  summary: "A note for other operators, which nobody else reads.",
  params: rowId,
  body: z.strictObject({ text: words }),
  response: z.object({}),
});

export const assignSupport = route({
  method: "POST",
  path: "/console/support/:id/assign",
  access: operatorRights.answerSupport,
  summary: "Takes a message to answer it, or leaves it to others.",
  params: rowId,
  body: z.strictObject({
    to: z.enum(["me", "nobody"], "To whom?"),
    /** Who had it, as the page shows it. */
    from: z.nullable(z.number("From whom?")),
  }),
  response: z.object({}),
});

export const setSupportStatus = route({
  method: "POST",
  path: "/console/support/:id/status",
  access: operatorRights.answerSupport,
  summary: "Closes a message, or opens it again, which owes it an answer from now on.",
  params: rowId,
  body: z.strictObject({ status: z.enum(["open", "closed"], "Open or closed?"), version: seenVersion }),
  response: z.object({}),
});
