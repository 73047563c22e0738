import {
  cannedTextProblem,
  type addCannedText as adding,
  type CannedText,
} from "@fc/contract/canned-texts/console";
import { AppError } from "@fc/contract/errors";
import type { BodyOf } from "@fc/contract/route";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

export async function cannedTexts(db: Db): Promise<CannedText[]> {
  const rows = await db
    .selectFrom("canned_texts as text")
    .innerJoin("operators as operator", "operator.id", "text.changed_by")
    .select(["text.id", "text.kind", "text.title", "text.body", "text.version", "text.changed_at"])
    .select("operator.name as changedBy")
    .where("text.removed_at", "is", null)
    .orderBy("text.title")
    .orderBy("text.id")
    .execute();
  return rows.map(({ changed_at, ...row }) => ({ ...row, changedAt: changed_at.toISOString() }));
}

type Content = BodyOf<typeof adding>;
type Writing = Content & { operating: Operating };

export async function addCannedText(tx: Tx, { operating, ...content }: Writing): Promise<number> {
  check(content);
  const { id } = await tx
    .insertInto("canned_texts")
    .values({ ...content, changed_by: operating.operatorId, changed_at: operating.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAction(tx, { ...operating, action: "canned-text/add", details: { text: id, ...content } });
  return id;
}

interface Seen {
  id: number;
  /** The version that the page shows: a change that was made since is not overwritten. */
  version: number;
  operating: Operating;
}

export async function changeCannedText(tx: Tx, { id, version, operating, ...content }: Seen & Content) {
  check(content);
  await replace(tx, { id, version, operating }, content);
  await logAction(tx, { ...operating, action: "canned-text/change", details: { text: id, ...content } });
}

export async function removeCannedText(tx: Tx, seen: Seen): Promise<void> {
  const { operating } = seen;
  const { title } = await replace(tx, seen, { removed_at: operating.now });
  await logAction(tx, { ...operating, action: "canned-text/remove", details: { text: seen.id, title } });
}

/** One guarded change: no row back means that somebody was first, or that there is no such text. */
async function replace(
  tx: Tx,
  { id, version, operating }: Seen,
  columns: Content | { removed_at: Date },
): Promise<{ title: string }> {
  const changed = await tx
    .updateTable("canned_texts")
    .set({
      ...columns,
      version: version + 1,
      changed_by: operating.operatorId,
      changed_at: operating.now,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("removed_at", "is", null)
    .returning("title")
    .executeTakeFirst();
  if (changed) return changed;
  const last = await tx
    .selectFrom("canned_texts as text")
    .innerJoin("operators as operator", "operator.id", "text.changed_by")
    .select(["operator.name as by", "text.changed_at as at"])
    .where("text.id", "=", id)
    .executeTakeFirst();
  throw last ? decidedAlready(last) : new AppError("NOT_FOUND");
}

function check(content: Content): void {
  const problem = cannedTextProblem(content);
  if (problem) throw new AppError("BAD_REQUEST", { fields: { body: problem } });
}
