import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { enteredText, timestamp } from "../wire.ts";
import { documentKind, documentText } from "./kinds.ts";

/** The documents as operators see them: what is in force, what was, and the draft of the next version. */

const version = z.object({
  version: z.number(),
  releasedAt: timestamp,
  isSubstantial: z.boolean(),
  proposedBy: z.string(),
  releasedBy: z.string(),
  text: documentText,
  /** How many members have accepted exactly this version. */
  accepted: z.number(),
});
export type ConsoleDocumentVersion = z.output<typeof version>;

const draft = z.object({
  /** Changes with every save, so that saving over somebody else's change is refused; 0 before the first one. */
  revision: z.number(),
  text: documentText,
  editedBy: z.nullable(z.string()),
  editedAt: z.nullable(timestamp),
});

const document = z.object({
  kind: documentKind,
  /** Newest first. */
  versions: z.array(version),
  /** Before the first release, this begins with the text that comes with the product. */
  draft: z.nullable(draft),
});
export type ConsoleDocument = z.output<typeof document>;

export const consoleDocuments = route({
  method: "GET",
  path: "/console/documents",
  access: operatorRights.read,
  summary: "Every document with its versions and its draft, and what the settings put into the blanks.",
  response: z.object({
    data: z.object({ documents: z.array(document), values: z.record(z.string(), z.string()) }),
  }),
});

const revision = z.number("Which draft?").check(z.int("Which draft?"), z.minimum(0, "Which draft?"));
const typedText = enteredText("Please enter the text", { most: 40_000, tooLong: "This text is too long" });

export const saveDocumentDraft = route({
  method: "PUT",
  path: "/console/documents/draft",
  access: operatorRights.writeDocuments,
  summary: "Begins the draft of a document, or saves it over the one that was read.",
  body: z.strictObject({
    kind: documentKind,
    revision,
    text: z.strictObject({ en: typedText, hi: typedText }),
  }),
  response: z.object({ data: z.object({ revision: z.number() }) }),
});

export const discardDocumentDraft = route({
  method: "POST",
  path: "/console/documents/draft/discard",
  access: operatorRights.writeDocuments,
  summary: "Discards the draft of a document.",
  body: z.strictObject({ kind: documentKind, revision }),
  response: z.object({}),
});

export const releaseDocument = route({
  method: "POST",
  path: "/console/documents/draft/release",
  access: operatorRights.writeDocuments,
  summary: "Proposes the draft as the next version: it is in force once a second admin confirms it.",
  body: z.strictObject({
    kind: documentKind,
    revision,
    isSubstantial: z.boolean("Is it a change in substance?"),
    reason: z.optional(proposalReason),
  }),
  /** Null while it waits for a second admin. */
  response: z.object({ data: z.object({ version: z.nullable(z.number()) }) }),
});
