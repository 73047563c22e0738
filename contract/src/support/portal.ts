import * as z from "zod/mini";
import { route } from "../route.ts";
import { pageOf, pageQuery } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";

export const supportMessages = {
  incomplete: "Please enter message/id",
  sent: "Support message sent",
} as const;

/** Open: an answer is owed. */
export const supportStatuses = ["open", "answered", "closed"] as const;
export type SupportStatus = (typeof supportStatuses)[number];

const supportMessage = z
  .string(supportMessages.incomplete)
  .check(
    z.trim(),
    z.minLength(1, supportMessages.incomplete),
    z.maxLength(2000, "Please use at most 2,000 characters"),
  );

export const supportRecord = z.strictObject({
  refId: z
    .string(supportMessages.incomplete)
    .check(z.trim(), z.minLength(1, supportMessages.incomplete), z.maxLength(32, "This user ID is too long")),
  number: z.string("Please enter a number").check(z.trim(), z.maxLength(20, "This number is too long")),
  email: z.string("Please enter an e-mail").check(z.trim(), z.maxLength(254, "This e-mail is too long")),
  supportMessage,
});

const supportAnswer = z.object({
  message: z.string(),
  /** What the member quotes when asking again. */
  data: z.object({ reference: z.string() }),
});

export const createSupportRecord = route({
  method: "POST",
  path: "/user/supportRecord/create",
  access: "anyone",
  summary: "Sends a support message from the login page.",
  body: supportRecord,
  response: supportAnswer,
});

const reference = z.string().check(z.maxLength(40, "This reference is too long"));

/** The address that the upload of the picture returned, where the member attaches one. */
const proofImageUrl = z.optional(z.string("Not a picture id").check(z.maxLength(200, "Not a picture id")));

export const createOwnSupportRecord = route({
  method: "POST",
  path: "/user/supportRecord/createByUser",
  access: "member",
  summary: "Sends a support message as the signed-in member.",
  body: z.extend(supportRecord, {
    /** The reference of the member's own receipt that it is about. */
    receipt: z.optional(reference),
    proofImageUrl,
  }),
  response: supportAnswer,
  beforeAcceptance: true,
});

const ownMessage = z.object({
  reference: z.string(),
  /** What the member wrote last. */
  message: z.string(),
  status: z.enum(supportStatuses),
  /** The reference of the receipt that it is about. */
  receipt: z.nullable(z.string()),
  createdAt: timestamp,
  /** When the member or the support did something last. */
  changedAt: timestamp,
});
export type OwnSupportMessage = z.output<typeof ownMessage>;

export const ownSupportMessages = route({
  method: "GET",
  path: "/user/getSupportMessages/:userId",
  access: "member",
  summary: "The messages that the member wrote while signed in, the one with the last news first.",
  params: ownUserId,
  query: pageQuery(["changedAt"]),
  response: pageOf("data", ownMessage),
  beforeAcceptance: true,
});

/** What a member is shown of a message's history. What operators note and who takes it stays among them. */
export const threadEntryKinds = ["message", "reply", "close", "reopen"] as const;

const thread = z.extend(ownMessage, {
  /** The promise: by when it should be answered; null where nothing is owed any more. */
  dueAt: z.nullable(timestamp),
  /** Oldest first; the message itself is the first one. */
  entries: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(threadEntryKinds),
      text: z.string(),
      /** Identifies the picture, if there is one; `pictureAddress` returns an address that shows it. */
      proofImageUrl: z.optional(z.string()),
      at: timestamp,
    }),
  ),
});
export type SupportThread = z.output<typeof thread>;

export const ownSupportThread = route({
  method: "GET",
  path: "/user/getSupportMessage/:userId/:reference",
  access: "member",
  summary: "One of the member's own messages with the answers.",
  params: z.extend(ownUserId, { reference }),
  response: z.object({ data: thread }),
  beforeAcceptance: true,
});

export const writeAgain = route({
  method: "POST",
  path: "/user/supportRecord/writeAgain",
  access: "member",
  summary: "Adds to one of the member's own messages, which owes it an answer again.",
  body: z.strictObject({ userId: z.number("Not a user id"), reference, supportMessage, proofImageUrl }),
  response: z.object({ message: z.string() }),
  beforeAcceptance: true,
});

const question = z.object({ id: z.number(), question: z.string(), answer: z.string() });
export type FaqQuestion = z.output<typeof question>;

export const faq = route({
  method: "GET",
  path: "/faq",
  access: "anyone",
  summary: "Common questions with their answers, in the language of the page.",
  response: z.object({ data: z.array(question) }),
});
