import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { documentKind, documentKindNames, documentText } from "./kinds.ts";

/** The calls by which anybody reads the documents, and by which a member accepts them. */

const version = z.object({
  version: z.number(),
  releasedAt: timestamp,
  /** A change in substance: members had to accept it before they went on. */
  isSubstantial: z.boolean(),
});
export type DocumentVersion = z.output<typeof version>;

export const documents = route({
  method: "GET",
  path: "/documents",
  access: "anyone",
  summary: "Every version of every document that was ever released, the newest first.",
  response: z.object({ data: z.array(z.object({ kind: documentKind, versions: z.array(version) })) }),
});

const replacement = z.object({ version: z.number(), releasedAt: timestamp });

export const documentVersion = route({
  method: "GET",
  path: "/documents/:kind/:version",
  access: "anyone",
  summary: "The text of one version, when it was released and what has replaced it.",
  params: z.object({
    kind: documentKind,
    version: z.pipe(
      z.coerce
        .string("There is no such version")
        .check(z.regex(/^[1-9]\d{0,5}$/, "There is no such version")),
      z.transform(Number),
    ),
  }),
  response: z.object({
    data: z.extend(version, {
      kind: documentKind,
      text: documentText,
      /** Null while it is in force. */
      replacedBy: z.nullable(replacement),
    }),
  }),
});

const acceptance = z.object({ kind: documentKind, version: z.number(), acceptedAt: timestamp });
export type Acceptance = z.output<typeof acceptance>;

const waiting = z.object({
  kind: documentKind,
  version: z.number(),
  releasedAt: timestamp,
  /** The newest version that this member has accepted before; null where there is none. */
  acceptedBefore: z.nullable(z.number()),
});
export type WaitingDocument = z.output<typeof waiting>;

export const acceptances = route({
  method: "GET",
  path: "/user/getAcceptances/:userId",
  access: "member",
  summary:
    "Which versions the member has accepted and when, the newest first, and which have to be accepted now.",
  params: ownUserId,
  response: z.object({ data: z.object({ waiting: z.array(waiting), accepted: z.array(acceptance) }) }),
  beforeAcceptance: true,
});

export const acceptDocuments = route({
  method: "POST",
  path: "/user/acceptDocuments",
  access: "member",
  summary: "Accepts the versions that the member was shown: all that have to be accepted, and no others.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    versions: z
      .array(z.strictObject({ kind: documentKind, version: z.number("Which version?") }), "Which versions?")
      .check(z.minLength(1, "Which versions?"), z.maxLength(documentKindNames.length, "Which versions?")),
  }),
  response: z.object({}),
  beforeAcceptance: true,
});
