import { sure } from "@fc/contract/sure";
import { readFile } from "node:fs/promises";
import type { ConsoleDocument } from "@fc/contract/documents/console";
import {
  blocksOf,
  documentKind,
  documentKindNames,
  documentKinds,
  documentText,
  filledText,
  unfinishedIn,
  type DocumentKind,
  type DocumentText,
  type TextBlock,
} from "@fc/contract/documents/kinds";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import * as z from "zod/mini";
import { businessSettings } from "../../core/business-settings/business-settings.ts";
import { newestText } from "../../core/documents/documents.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { proposalAct, type Doers, type Review } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { correctedText, correctsMeaning } from "./misread.ts";

const folder = new URL("../../../documents/", import.meta.url);

/** The text that comes with the product: a draft for the owner's lawyer, which binds nobody until it is released. */
export async function firstText(kind: DocumentKind): Promise<DocumentText> {
  const [en, hi] = await Promise.all(
    (["en", "hi"] as const).map((language) => readFile(new URL(`${kind}.${language}.md`, folder), "utf8")),
  );
  return { en: sure(en).trim(), hi: sure(hi).trim() };
}

/** What stands in place of the blanks of a text. An empty setting leaves its blank, and the text cannot be released. */
export async function blankValues(db: Db): Promise<Record<string, string>> {
  const { company, closure } = await businessSettings(db, ["company", "closure"]);
  return {
    company: company.name,
    address: company.address,
    email: company.email,
    waitingDays: String(closure.waitingDays),
    kycYears: String(closure.kycYears),
    taxYears: String(closure.taxYears),
  };
}

/** Every document with its versions, newest first, and its draft. */
export async function consoleDocumentsOf(db: Db): Promise<ConsoleDocument[]> {
  const versions = await db
    .selectFrom("document_versions as document")
    .innerJoin("operators as proposer", "proposer.id", "document.proposed_by")
    .innerJoin("operators as releaser", "releaser.id", "document.released_by")
    .selectAll("document")
    .select(["proposer.name as proposer", "releaser.name as releaser"])
    .select(({ selectFrom }) =>
      selectFrom("acceptances")
        .whereRef("acceptances.kind", "=", "document.kind")
        .whereRef("acceptances.version", "=", "document.version")
        .select(sql<number>`count(*)::int`.as("count"))
        .as("accepted"),
    )
    .orderBy("document.version", "desc")
    .execute();
  const drafts = await db
    .selectFrom("document_drafts as draft")
    .innerJoin("operators", "operators.id", "draft.edited_by")
    .select(["draft.kind", "draft.revision", "draft.text", "draft.edited_at", "operators.name"])
    .execute();
  return Promise.all(
    documentKindNames.map(async (kind) => {
      const ofKind = versions.filter((version) => version.kind === kind);
      const draft = drafts.find((each) => each.kind === kind);
      return {
        kind,
        versions: ofKind.map((version) => ({
          version: version.version,
          releasedAt: version.released_at.toISOString(),
          isSubstantial: version.is_substantial,
          proposedBy: version.proposer,
          releasedBy: version.releaser,
          text: version.text,
          accepted: version.accepted ?? 0,
        })),
        draft: draft
          ? {
              revision: draft.revision,
              text: draft.text,
              editedBy: draft.name,
              editedAt: draft.edited_at.toISOString(),
            }
          : await offeredDraft(kind, ofKind[0]?.text),
      };
    }),
  );
}

/** Where nobody has written one: the first text, or the correction of a released one that says something wrong. */
async function offeredDraft(
  kind: DocumentKind,
  released: DocumentText | undefined,
): Promise<ConsoleDocument["draft"]> {
  const text = released ? correctedText(kind, released) : await firstText(kind);
  return text ? { revision: 0, text, editedBy: null, editedAt: null } : null;
}

interface DraftChange {
  kind: DocumentKind;
  /** The revision that the operator has read; 0 where nothing was saved yet. */
  revision: number;
  operating: Operating;
}

/** Saves only over the revision that was read, so that two operators who write at once do not undo each other. */
export async function saveDraft(
  tx: Tx,
  { kind, revision, text, operating }: DraftChange & { text: DocumentText },
): Promise<number> {
  const written = {
    revision: sql<number>`nextval('document_draft_revisions')`,
    text: JSON.stringify(text),
    edited_by: operating.operatorId,
    edited_at: operating.now,
  };
  const saved =
    revision === 0
      ? await tx
          .insertInto("document_drafts")
          .values({ kind, ...written })
          .onConflict((conflict) => conflict.doNothing())
          .returning("revision")
          .executeTakeFirst()
      : await tx
          .updateTable("document_drafts")
          .set(written)
          .where("kind", "=", kind)
          .where("revision", "=", revision)
          .returning("revision")
          .executeTakeFirst();
  if (!saved) throw await staleDraft(tx);
  await logAction(tx, { ...operating, action: "document/draft", details: titleOf(kind) });
  return saved.revision;
}

export async function discardDraft(tx: Tx, { kind, revision, operating }: DraftChange): Promise<void> {
  await takeDraft(tx, { kind, revision });
  await logAction(tx, { ...operating, action: "document/discard-draft", details: titleOf(kind) });
}

const titleOf = (kind: DocumentKind) => ({ title: documentKinds[kind].title });

async function takeDraft(tx: Tx, { kind, revision }: Omit<DraftChange, "operating">): Promise<void> {
  const taken = await tx
    .deleteFrom("document_drafts")
    .where("kind", "=", kind)
    .where("revision", "=", revision)
    .returning("revision")
    .executeTakeFirst();
  if (!taken) throw await staleDraft(tx);
}

/** Another operator has changed, released or discarded the draft that this operator's page still shows. */
async function staleDraft(db: Db): Promise<AppError> {
  const last = await lastDone(
    db,
    sql`line.action in ('document/draft', 'document/discard-draft', 'document/release')`,
  );
  return last ? decidedAlready(last) : new AppError("CONFLICT");
}

async function draftedText(
  db: Db,
  { kind, revision }: Omit<DraftChange, "operating">,
): Promise<DocumentText> {
  const draft = await db
    .selectFrom("document_drafts")
    .select("text")
    .where("kind", "=", kind)
    .where("revision", "=", revision)
    .executeTakeFirst();
  if (!draft) throw await staleDraft(db);
  return draft.text;
}

/**
 * The draft as the next version. The proposal holds the text itself, with the blanks filled in: what is confirmed is
 * what binds, whatever draft and settings are by then.
 */
export const documentAct = proposalAct({
  kind: "document",
  change: z.object({
    kind: documentKind,
    revision: z.number(),
    isSubstantial: z.boolean(),
    text: documentText,
  }),
  async review(db, { kind, revision, isSubstantial, text }) {
    const drafted = await draftedText(db, { kind, revision });
    for (const each of Object.values(text)) {
      const unfinished = unfinishedIn(each);
      if (unfinished !== undefined)
        throw new AppError("DOCUMENT_UNFINISHED", { fields: { text: unfinished } });
    }
    const newest = await newestText(db, kind);
    if (newest && newest.text.en === text.en && newest.text.hi === text.hi) {
      throw new AppError("NOTHING_CHANGED");
    }
    return {
      subject: kind,
      title: `Version ${(newest?.version ?? 0) + 1} of the ${documentKinds[kind].title.toLowerCase()}`,
      lines: [
        { label: "Members accept it", from: "–", to: isSubstantial ? "before they go on" : "not again" },
        ...changedParts("English", newest?.text.en ?? "", text.en),
        ...changedParts("Hindi", newest?.text.hi ?? "", text.hi),
      ],
      before: { drafted, newest: newest?.version ?? 0 },
    };
  },
  apply: (tx, change, doers) => release(tx, { ...change, ...doers }),
});

/**
 * The paragraphs that go beside those that come. Their order counts, and how often each is there: the second person
 * would not see that a sentence now stands below another heading, or is there once instead of twice.
 */
function changedParts(language: string, before: string, after: string): Review["lines"] {
  const paragraphsOf = (text: string) =>
    blocksOf(text).map(({ kind, lines }) => lines.map((line) => `${marks[kind]}${line}`).join("\n"));
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  const kept = keptParts(old, now);
  const others = (parts: string[], at: 0 | 1) =>
    parts.filter((_, index) => !kept.some((pair) => pair[at] === index)).join("\n\n") || "–";
  const line = { label: language, from: others(old, 0), to: others(now, 1) };
  return line.from === "–" && line.to === "–" ? [] : [line];
}

/** As they are typed: a heading that becomes a paragraph is a change too. */
const marks = { heading: "## ", list: "- ", paragraph: "" } as const satisfies Record<
  TextBlock["kind"],
  string
>;

/** The places, in both, of the longest row of parts that are in both in the same order. */
function keptParts(old: readonly string[], now: readonly string[]): [number, number][] {
  const lengths = old.map(() => now.map(() => 0));
  const lengthFrom = (at: number, to: number) => lengths[at]?.[to] ?? 0;
  for (let at = old.length - 1; at >= 0; at--) {
    for (let to = now.length - 1; to >= 0; to--) {
      sure(lengths[at])[to] =
        old[at] === now[to]
          ? lengthFrom(at + 1, to + 1) + 1
          : Math.max(lengthFrom(at + 1, to), lengthFrom(at, to + 1));
    }
  }
  const kept: [number, number][] = [];
  for (let at = 0, to = 0; at < old.length && to < now.length;) {
    if (old[at] === now[to]) kept.push([at++, to++]);
    else if (lengthFrom(at + 1, to) >= lengthFrom(at, to + 1)) at++;
    else to++;
  }
  return kept;
}

interface ReleaseRequest extends DraftChange {
  isSubstantial: boolean;
  reason?: string | undefined;
  publicUrl: string;
}

/** Proposes the draft as a version. Returns the version, or null while it waits for a second admin. */
export async function proposeRelease(tx: Tx, request: ReleaseRequest): Promise<number | null> {
  const { kind, revision, reason, operating, publicUrl } = request;
  await lockProposals(tx);
  const drafted = await draftedText(tx, { kind, revision });
  const values = await blankValues(tx);
  const text = { en: filledText(drafted.en, values), hi: filledText(drafted.hi, values) };
  const newest = await newestText(tx, kind);
  // Nobody has accepted anything before the first version: it always has to be accepted.
  const isSubstantial = request.isSubstantial || !newest || correctsMeaning(kind, newest.text, text);
  const change = { kind, revision, isSubstantial, text };
  const proposed = await propose(tx, documentAct, { change, reason, operating, publicUrl });
  return proposed.isWaiting ? null : proposed.done;
}

interface Release extends Doers {
  kind: DocumentKind;
  revision: number;
  isSubstantial: boolean;
  text: DocumentText;
}

/** Makes the next version of the proposed text and removes the draft. A version is never changed. */
async function release(tx: Tx, input: Release): Promise<number> {
  const { kind, revision, isSubstantial, text, operating, proposedBy } = input;
  await takeDraft(tx, { kind, revision });
  const version = ((await newestText(tx, kind))?.version ?? 0) + 1;
  await tx
    .insertInto("document_versions")
    .values({
      kind,
      version,
      text: JSON.stringify(text),
      is_substantial: isSubstantial,
      proposed_by: proposedBy.id,
      released_by: operating.operatorId,
      released_at: operating.now,
    })
    .execute();
  const substance = isSubstantial ? "to be accepted by members" : "not to be accepted again";
  const byTwo = proposedBy.id === operating.operatorId ? {} : { proposedBy: proposedBy.name };
  const details = { version, ...titleOf(kind), substance, ...byTwo };
  await logAction(tx, { ...operating, action: "document/release", details });
  return version;
}
