import { keysOf, isKeyOf } from "../sure.ts";
import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { enteredText, rowId, seenVersion, timestamp } from "../wire.ts";

/** The calls by which operators keep replies and reasons ready. */

/** What a text is for, and how long it may be there. */
export const cannedTextKinds = {
  reply: { label: "Reply to a support message", longest: 2000 },
  "staking-rejection": { label: "Reason to reject a staking request", longest: 200 },
  "withdrawal-rejection": { label: "Reason to reject a withdrawal", longest: 200 },
  /** A case has no reference of its own, so {reference} is the user ID. */
  "kyc-rejection": { label: "Reason to reject PAN or bank details", longest: 200 },
} as const satisfies Record<string, { label: string; longest: number }>;
export type CannedTextKind = keyof typeof cannedTextKinds;
export const cannedTextKindNames = keysOf(cannedTextKinds);

/** What is filled in when a text is used. */
export const cannedTextBlanks = ["name", "reference"] as const;
export type CannedTextFacts = Readonly<Record<(typeof cannedTextBlanks)[number], string>>;

const blanks = /\{(\w*)\}/g;

export function filledText(text: string, facts: CannedTextFacts): string {
  return text.replaceAll(blanks, (whole, blank: string) => (isKeyOf(facts, blank) ? facts[blank] : whole));
}

/** What is wrong with a text; undefined if it can be used. A blank that nobody fills in would be sent to a member. */
export function cannedTextProblem({
  kind,
  body,
}: {
  kind: CannedTextKind;
  body: string;
}): string | undefined {
  const known: readonly string[] = cannedTextBlanks;
  const unknown = Array.from(body.matchAll(blanks), ([, blank]) => blank ?? "").find(
    (blank) => !known.includes(blank),
  );
  if (unknown !== undefined) return `Only {name} and {reference} are filled in, not {${unknown}}`;
  const { longest } = cannedTextKinds[kind];
  return body.length > longest ? `At most ${longest.toLocaleString("en-IN")} characters` : undefined;
}

const content = {
  kind: z.enum(cannedTextKindNames, "What is it for?"),
  title: enteredText("Please enter a title", { most: 80 }),
  body: enteredText("Please write something", { most: 2000 }),
};

const cannedText = z.object({
  id: z.number(),
  kind: z.enum(cannedTextKindNames),
  title: z.string(),
  body: z.string(),
  changedBy: z.string(),
  changedAt: timestamp,
  /** Counts changes. An operator who changes a text sends the one that the page shows. */
  version: z.number(),
});
export type CannedText = z.output<typeof cannedText>;

export const cannedTexts = route({
  method: "GET",
  path: "/console/cannedTexts",
  access: operatorRights.read,
  summary: "Replies and reasons that are kept ready, by title.",
  response: z.object({ data: z.array(cannedText) }),
});

export const addCannedText = route({
  method: "POST",
  path: "/console/cannedTexts",
  access: operatorRights.writeCannedTexts,
  summary: "Adds a reply or a reason.",
  body: z.strictObject(content),
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const changeCannedText = route({
  method: "POST",
  path: "/console/cannedTexts/:id",
  access: operatorRights.writeCannedTexts,
  summary: "Changes a text. A page that has not seen the last change is refused with who made it.",
  params: rowId,
  body: z.strictObject({ ...content, version: seenVersion }),
  response: z.object({}),
});

export const removeCannedText = route({
  method: "POST",
  path: "/console/cannedTexts/:id/remove",
  access: operatorRights.writeCannedTexts,
  summary: "Removes a text; refused as a change is.",
  params: rowId,
  body: z.strictObject({ version: seenVersion }),
  response: z.object({}),
});
