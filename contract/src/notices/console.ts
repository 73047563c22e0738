import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { normaliseRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { csvOf, pageOf, pageQuery } from "../table.ts";
import { enteredText, rowId, seenVersion, timestamp } from "../wire.ts";

/** The calls by which operators write to the members' notice boards. */

export const noticeStates = ["scheduled", "live", "past", "withdrawn"] as const;
export type NoticeState = (typeof noticeStates)[number];

const reader = z.object({ refId: z.string(), name: z.string() });

const written = z.object({
  id: z.number(),
  message: z.string(),
  state: z.enum(noticeStates),
  startsAt: timestamp,
  /** Null: shown for ever. */
  endsAt: z.nullable(timestamp),
  /** Null: for all members. */
  readers: z.nullable(z.array(reader)),
  /** Who wrote it; null where the product itself did. */
  writtenBy: z.nullable(z.string()),
  createdAt: timestamp,
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(timestamp),
  version: z.number(),
});
export type WrittenNotice = z.output<typeof written>;

export const consoleNoticeSorts = ["startsAt"] as const;

export const consoleNotices = route({
  method: "GET",
  path: "/console/notices",
  access: operatorRights.read,
  summary: "Every notice with its state; the latest start first.",
  query: z.extend(pageQuery(consoleNoticeSorts), {
    state: z.optional(z.enum(noticeStates, "No such state")),
  }),
  response: pageOf("data", written),
});

export const consoleNoticesCsv = csvOf(consoleNotices, "notices.csv");

export const noticeColumns = {
  state: "State",
  message: "Notice",
  readers: "For",
  writtenBy: "Written by",
  startsAt: "Shown from",
  endsAt: "Until",
  changedBy: "Changed by",
  changedAt: "Changed",
} as const;

export const mostReaders = 500;

/** User ids as they are typed or pasted: apart by blanks, commas or lines, each once. */
export function refIdsIn(text: string): string[] {
  const typed = text.split(/[\s,;]+/).filter((word) => word !== "");
  return [...new Set(typed.map(normaliseRefId))];
}

const refIds = z
  .array(z.string("Please enter user IDs").check(z.maxLength(32, "This user ID is too long")))
  .check(z.maxLength(mostReaders, `At most ${mostReaders} members`));

export const noticeReaders = route({
  method: "POST",
  path: "/console/notices/readers",
  access: operatorRights.writeNotices,
  summary: "Whom user ids name, in their order; no name for one that is nobody's.",
  body: z.strictObject({ refIds }),
  response: z.object({ data: z.array(z.object({ refId: z.string(), name: z.nullable(z.string()) })) }),
});

const moment = z
  .string("Please choose a moment")
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), "Please choose a moment"));

export const noticeContent = {
  message: enteredText("Please write the notice", { most: 2000 }),
  /** Null: for all members. */
  refIds: z.nullable(refIds.check(z.minLength(1, "Please enter at least one user ID"))),
  /** Null: at once. */
  startsAt: z.nullable(moment),
  /** Null: shown for ever. */
  endsAt: z.nullable(moment),
};
export const writeNotice = route({
  method: "POST",
  path: "/console/notices",
  access: operatorRights.writeNotices,
  summary: "Writes a notice to all or to chosen members.",
  body: z.strictObject(noticeContent),
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const changeNotice = route({
  method: "POST",
  path: "/console/notices/:id",
  access: operatorRights.writeNotices,
  summary:
    "Changes a notice that is not over yet. A page that has not seen the last change is refused with who made it.",
  params: rowId,
  body: z.strictObject({ ...noticeContent, version: seenVersion }),
  response: z.object({}),
});

export const withdrawNotice = route({
  method: "POST",
  path: "/console/notices/:id/withdraw",
  access: operatorRights.writeNotices,
  summary: "Takes a notice off the boards, for good.",
  params: rowId,
  body: z.strictObject({ version: seenVersion }),
  response: z.object({}),
});
