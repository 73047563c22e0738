import { AppError } from "@fc/contract/errors";
import { languageCodes, languages } from "@fc/contract/languages";
import { mostFaqEntries, type FaqContent, type FaqEntry } from "@fc/contract/support/console-faq";
import { decidedAlready } from "../../core/operators/decided.ts";
import { lastDone, logAction } from "../../core/operators/log.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { sql } from "kysely";

export async function faqEntries(db: Db): Promise<FaqEntry[]> {
  const rows = await db
    .selectFrom("faq_entries as entry")
    .innerJoin("operators as operator", "operator.id", "entry.changed_by")
    .select(["entry.id", "entry.question", "entry.answer", "entry.is_published", "entry.version"])
    .select(["entry.changed_at", "operator.name as changed_by"])
    .orderBy("entry.position")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    question: row.question,
    answer: row.answer,
    isPublished: row.is_published,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    version: row.version,
  }));
}

type Writing = FaqContent & { operating: Operating };

export async function addFaqEntry(tx: Tx, { operating, ...content }: Writing): Promise<number> {
  check(content);
  const ids = await lockOrder(tx);
  if (ids.length >= mostFaqEntries)
    throw new AppError("BAD_REQUEST", { fields: { question: `At most ${mostFaqEntries} questions` } });
  const { id } = await tx
    .insertInto("faq_entries")
    .values({ ...columnsOf(content, operating), position: ids.length + 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await log(tx, { action: "faq/add", id, content, operating });
  return id;
}

interface Change extends Writing {
  id: number;
  /** The version that the page shows: a change that was made since is not overwritten. */
  version: number;
}

export async function changeFaqEntry(tx: Tx, { id, version, operating, ...content }: Change): Promise<void> {
  check(content);
  const changed = await tx
    .updateTable("faq_entries")
    .set({ ...columnsOf(content, operating), version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw await outrun(tx, id);
  await log(tx, { action: "faq/change", id, content, operating });
}

async function outrun(db: Db, id: number): Promise<AppError> {
  const last = await db
    .selectFrom("faq_entries as entry")
    .innerJoin("operators as operator", "operator.id", "entry.changed_by")
    .select(["operator.name as by", "entry.changed_at as at"])
    .where("entry.id", "=", id)
    .executeTakeFirst();
  return last ? decidedAlready(last) : new AppError("NOT_FOUND");
}

interface NewOrder {
  /** The order that the page shows. */
  from: readonly number[];
  to: readonly number[];
  operating: Operating;
}

export async function orderFaq(tx: Tx, { from, to, operating }: NewOrder): Promise<void> {
  const present = await lockOrder(tx);
  if (!isSame(present, from)) {
    const last = await lastDone(tx, sql<boolean>`line.action in ('faq/order', 'faq/add')`);
    throw decidedAlready(last ?? { by: null, at: null });
  }
  const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  if (!isSame(inOrder(present), inOrder(to)))
    throw new AppError("BAD_REQUEST", { fields: { to: "Each question exactly once" } });
  if (isSame(present, to)) throw new AppError("NOTHING_CHANGED");
  await sql`update faq_entries set position = wanted.position
    from unnest(${[...to]}::int[]) with ordinality as wanted (id, position)
    where faq_entries.id = wanted.id`.execute(tx);
  await logAction(tx, { ...operating, action: "faq/order", details: { order: to.join(", ") } });
}

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);

/** Against everybody else who adds or orders: two who did so at once would both have seen the order before. */
async function lockOrder(tx: Tx): Promise<number[]> {
  await sql`lock table faq_entries in share row exclusive mode`.execute(tx);
  const rows = await tx.selectFrom("faq_entries").select("id").orderBy("position").execute();
  return rows.map(({ id }) => id);
}

function check(content: FaqContent): void {
  const fields = problemsOf(content);
  if (Object.keys(fields).length > 0) throw new AppError("BAD_REQUEST", { fields });
}

/** What is missing, by its field. English is the first language; what is published has to be there in all of them. */
function problemsOf({ question, answer, isPublished }: FaqContent): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const code of isPublished ? languageCodes : (["en"] as const)) {
    const why = `Please write it in ${languages[code]}${isPublished ? ", or hide it" : ""}`;
    if (question[code] === "") problems[`question.${code}`] = why;
    if (answer[code] === "") problems[`answer.${code}`] = why;
  }
  return problems;
}

function columnsOf({ question, answer, isPublished }: FaqContent, { operatorId, now }: Operating) {
  return {
    question: JSON.stringify(question),
    answer: JSON.stringify(answer),
    is_published: isPublished,
    changed_by: operatorId,
    changed_at: now,
  };
}

interface LoggedEntry extends Pick<Writing, "operating"> {
  action: "faq/add" | "faq/change";
  id: number;
  content: FaqContent;
}

async function log(tx: Tx, { action, id, content, operating }: LoggedEntry): Promise<void> {
  const { question, answer, isPublished } = content;
  await logAction(tx, {
    ...operating,
    action,
    details: { faq: id, question: question.en, answer: answer.en, published: isPublished },
  });
}
