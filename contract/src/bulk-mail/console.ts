import { sure, recordOf } from "../sure.ts";
import * as z from "zod/mini";
import { plainError } from "../jobs/console.ts";
import { languageCodes, type Language } from "../languages.ts";
import { memberFilterFields } from "../members/console-filter.ts";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { csv, csvOf, pageOf, pageQuery, wholeNumber } from "../table.ts";
import { rowId, seenVersion, timestamp } from "../wire.ts";
import {
  bulkMailKindNames,
  bulkMailResultNames,
  bulkMailStateNames,
  leftOutReasonNames,
  leftOutReasons,
} from "./console-kinds.ts";

/** The calls by which operators write to many members at once, and see what became of each mail. */

export const longestSubject = 120;
export const longestText = 5000;

/** What is filled in for each member. */
const bulkMailBlanks = ["name", "userId"] as const;
const blanks = /\{(\w*)\}/g;

export function filledBulkText(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(blanks, (whole, blank: string) =>
    Object.hasOwn(facts, blank) ? sure(facts[blank]) : whole,
  );
}

/** A blank that nobody fills in would reach members as it is. */
function hasOnlyKnownBlanks(text: string): boolean {
  const known: readonly string[] = bulkMailBlanks;
  return Array.from(text.matchAll(blanks), ([, blank]) => blank ?? "").every((blank) =>
    known.includes(blank),
  );
}

/** A text in every language that members read: each gets the mail in their own. */
function inEachLanguage(longest: number): z.ZodMiniType<Record<Language, string>> {
  const text = z
    .string("Please write something")
    .check(
      z.trim(),
      z.minLength(1, "Please write it in this language too"),
      z.maxLength(longest, `At most ${longest.toLocaleString("en-IN")} characters`),
      z.refine(hasOnlyKnownBlanks, "Only {name} and {userId} are filled in"),
    );
  return z.strictObject(recordOf(languageCodes, () => text));
}

const content = z.strictObject({
  kind: z.enum(bulkMailKindNames, "News or service?"),
  /** Why it is service; empty for news. */
  serviceReason: z.string("Why is it service?").check(z.trim(), z.maxLength(200, "At most 200 characters")),
  filter: z.strictObject(memberFilterFields),
  subject: inEachLanguage(longestSubject),
  text: inEachLanguage(longestText),
});
export type BulkMailContent = z.output<typeof content>;

/** Why a content that its schema allows cannot be stored; undefined if it can. */
export function serviceReasonProblem({
  kind,
  serviceReason,
}: Pick<BulkMailContent, "kind" | "serviceReason">): string | undefined {
  return kind === "service" && serviceReason.length < 3
    ? "Please say why members who unsubscribed have to get it"
    : undefined;
}

const totals = z.object({
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  bounced: z.number(),
  skipped: z.number(),
  /** By the link of this mail; they are counted under sent too. */
  unsubscribed: z.number(),
});
export type BulkMailTotals = z.output<typeof totals>;

const bulkMail = z.object({
  id: z.number(),
  state: z.enum(bulkMailStateNames),
  ...content.def.shape,
  totals,
  /** False while it is still written down whom it goes to. */
  isCollected: z.boolean(),
  writtenBy: z.string(),
  createdAt: timestamp,
  changedBy: z.string(),
  changedAt: timestamp,
  /** Who sent it, and when; null of a draft. */
  sentBy: z.nullable(z.string()),
  sentAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  /** Whether the result of each mail is gone, after the time that mails are kept. */
  isForgotten: z.boolean(),
  /** Counts changes. An operator who changes it sends the one that the page shows. */
  version: z.number(),
});
export type BulkMail = z.output<typeof bulkMail>;

export const bulkMailSorts = ["createdAt"] as const;

export const bulkMails = route({
  method: "GET",
  path: "/console/bulkMails",
  access: operatorRights.read,
  summary: "Every bulk mail with its totals, the newest first.",
  query: z.extend(pageQuery(bulkMailSorts), {
    state: z.optional(z.enum(bulkMailStateNames, "No such state")),
  }),
  response: z.extend(pageOf("data", bulkMail), {
    /** Of all bulk mails that are found, not only of this page. */
    totals,
  }),
});

export const bulkMailsCsv = csvOf(bulkMails, "bulk-mails.csv");

export const bulkMailColumns = {
  state: "State",
  subject: "Subject",
  kind: "Kind",
  sent: "Sent",
  recipients: "Of",
  failed: "Failed",
  leftOut: "Left out",
  unsubscribed: "Unsubscribed",
  writtenBy: "Written by",
  createdAt: "Written",
  sentBy: "Sent by",
  sentAt: "Sent at",
  finishedAt: "Finished",
} as const;

/** How many members it goes to, as far as they are written down. */
export function recipientsOf({ waiting, queued, sent, failed, bounced }: BulkMailTotals): number {
  return waiting + queued + sent + failed + bounced;
}

export const oneBulkMail = route({
  method: "GET",
  path: "/console/bulkMails/:id",
  access: operatorRights.read,
  summary: "One bulk mail with its totals, and how many leave in a minute.",
  params: rowId,
  response: z.object({ data: z.extend(bulkMail, { perMinute: z.number() }) }),
});

export const writeBulkMail = route({
  method: "POST",
  path: "/console/bulkMails",
  access: operatorRights.writeBulkMails,
  summary: "Keeps a draft. Service takes a right of its own and a reason.",
  body: content,
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const changeBulkMail = route({
  method: "POST",
  path: "/console/bulkMails/:id",
  access: operatorRights.writeBulkMails,
  summary: "Changes a draft. A page that has not seen the last change is refused with who made it.",
  params: rowId,
  body: z.strictObject({ ...content.def.shape, version: seenVersion }),
  response: z.object({ data: z.object({ version: z.number() }) }),
});

const audience = z.object({
  /** How many members fit the filters, how many of them get the mail, and why the others do not. */
  found: z.number(),
  gets: z.number(),
  leftOut: z.record(z.enum(leftOutReasonNames), z.number()),
  /** Who registers afterwards is not in the set. */
  upTo: z.number(),
  /** Whether a second person has to confirm it. */
  takesTwo: z.boolean(),
});
export type BulkMailAudience = z.output<typeof audience>;

export const bulkMailAudience = route({
  method: "POST",
  path: "/console/bulkMails/audience",
  access: operatorRights.writeBulkMails,
  reads: true,
  summary: "To how many members it would go now, and how many are left out for which reason.",
  body: z.strictObject({ kind: content.def.shape.kind, filter: content.def.shape.filter }),
  response: z.object({ data: audience }),
});

const rendered = z.object({ subject: z.string(), html: z.string() });

export const previewBulkMail = route({
  method: "POST",
  path: "/console/bulkMails/preview",
  access: operatorRights.writeBulkMails,
  reads: true,
  summary: "The mail as one member of the set would see it, in each language.",
  body: z.strictObject({
    ...content.def.shape,
    /** The member after this one of the set; the first where it is missing. */
    after: z.optional(z.number().check(z.int("Not a member"), z.minimum(0, "Not a member"))),
  }),
  response: z.object({
    data: z.object({
      /** Null where nobody fits: then it is filled in with examples. */
      member: z.nullable(
        z.object({ id: z.number(), refId: z.string(), name: z.string(), language: z.enum(languageCodes) }),
      ),
      mails: z.object({ en: rendered, hi: rendered }),
    }),
  }),
});

export const testBulkMail = route({
  method: "POST",
  path: "/console/bulkMails/:id/test",
  access: operatorRights.writeBulkMails,
  summary: "Mails it to the operator's own address, in each language, filled in with the operator's name.",
  params: rowId,
  body: z.strictObject({ version: seenVersion }),
  response: z.object({ data: z.object({ to: z.string() }) }),
});

export const sendBulkMail = route({
  method: "POST",
  path: "/console/bulkMails/:id/send",
  access: operatorRights.writeBulkMails,
  summary: "Sends it to as many members as were confirmed, or proposes it where that takes two people.",
  params: rowId,
  body: z.strictObject({
    version: seenVersion,
    /** As the operator has seen and confirmed them: it never goes to more. */
    gets: z.number("To how many?").check(z.int("To how many?"), z.minimum(1, "Nobody would get it")),
    upTo: z.number("Up to whom?").check(z.int("Up to whom?")),
    reason: z.optional(
      z
        .string()
        .check(z.trim(), z.minLength(3, "Please give a reason"), z.maxLength(300, "This is too long")),
    ),
  }),
  response: z.object({ data: z.object({ isWaiting: z.boolean() }) }),
});

export const steerBulkMail = route({
  method: "POST",
  path: "/console/bulkMails/:id/steer",
  access: operatorRights.writeBulkMails,
  summary: "Pauses, goes on or cancels. Of two who do it at once, the second is told.",
  params: rowId,
  body: z.strictObject({ act: z.enum(["pause", "resume", "cancel"], "No such act"), version: seenVersion }),
  response: z.object({}),
});

const resultFilter = {
  search: memberFilterFields.search,
  result: z.optional(z.enum(bulkMailResultNames, "No such result")),
};

const result = z.object({
  memberId: z.number(),
  refId: z.string(),
  name: z.string(),
  result: z.enum(bulkMailResultNames),
  /** Why it was left out, or the mail server's answer in the machine's words. */
  reason: z.nullable(z.string()),
  at: z.nullable(timestamp),
  unsubscribedAt: z.nullable(timestamp),
});
export type BulkMailResultRow = z.output<typeof result>;

export const bulkMailResultPage = route({
  method: "GET",
  path: "/console/bulkMails/:id/results",
  access: operatorRights.read,
  summary: "What became of the mail to each member, the newest member first.",
  params: rowId,
  query: z.strictObject({
    ...resultFilter,
    cursor: z.optional(z.string().check(z.maxLength(100, "This is no cursor"))),
    size: z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100"))),
  }),
  response: z.object({ data: z.array(result), next: z.nullable(z.string()) }),
});

export const bulkMailResultsCsv = route({
  method: "GET",
  path: "/console/bulkMails/:id/results/csv",
  access: operatorRights.read,
  summary: "The same as a file, all of it.",
  params: rowId,
  query: z.strictObject(resultFilter),
  response: csv,
  download: { contentType: "text/csv", filename: "bulk-mail.csv" },
});

/** Why a mail was left out or did not arrive, in plain words where there are some. */
export function resultReason(reason: string): string {
  const leftOut = leftOutReasonNames.find((each) => each === reason);
  return leftOut ? leftOutReasons[leftOut] : (plainError(reason) ?? reason);
}
