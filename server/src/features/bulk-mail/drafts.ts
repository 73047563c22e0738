import { serviceReasonProblem, type BulkMailContent } from "@fc/contract/bulk-mail/console";
import type { BulkMailKind } from "@fc/contract/bulk-mail/console-kinds";
import { AppError } from "@fc/contract/errors";
import { operatorRights, type OperatorRole } from "@fc/contract/operator-access";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { sendMail } from "../../core/mails/mails.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { testRefId } from "../../platform/mail/unsubscribe.ts";
import type { Operating, OperatorSession } from "../../platform/operator-sessions.ts";

interface Writing {
  content: BulkMailContent;
  actor: Pick<OperatorSession, "role">;
  operating: Operating;
}

/** Keeps a draft and returns its id. */
export async function writeBulkMail(tx: Tx, { content, actor, operating }: Writing): Promise<number> {
  check(content, actor.role);
  const { operatorId, now } = operating;
  const { id } = await tx
    .insertInto("bulk_mails")
    .values({
      ...columnsOf(content),
      written_by: operatorId,
      created_at: now,
      changed_by: operatorId,
      changed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAction(tx, {
    ...operating,
    action: "bulk-mail/write",
    details: { mail: id, ...detailsOf(content) },
  });
  return id;
}

/** Names a bulk mail as its page shows it: a change that was made since is not overwritten. */
export interface Seen {
  id: number;
  version: number;
  operating: Operating;
}

/** Changes a draft and returns its new version. */
export async function changeBulkMail(
  tx: Tx,
  { id, version, content, actor, operating }: Seen & Writing,
): Promise<number> {
  check(content, actor.role);
  const before = await lockSeen(tx, { id, version });
  if (before.state !== "draft") throw await changedBy(tx, id);
  checkKind(before.kind, actor.role);
  await tx
    .updateTable("bulk_mails")
    .set({
      ...columnsOf(content),
      version: version + 1,
      changed_by: operating.operatorId,
      changed_at: operating.now,
    })
    .where("id", "=", id)
    .execute();
  await logAction(tx, {
    ...operating,
    action: "bulk-mail/change",
    details: { mail: id, ...detailsOf(content) },
  });
  return version + 1;
}

function columnsOf({ kind, serviceReason, filter, subject, text }: BulkMailContent) {
  return {
    kind,
    service_reason: kind === "service" ? serviceReason : "",
    filter: JSON.stringify(filter),
    subject: JSON.stringify(subject),
    text: JSON.stringify(text),
  };
}

function detailsOf({ kind, serviceReason, subject, text }: BulkMailContent) {
  return { kind, subject: subject.en, text: text.en, ...(kind === "service" && { serviceReason }) };
}

function check(content: BulkMailContent, role: OperatorRole): void {
  checkKind(content.kind, role);
  const problem = serviceReasonProblem(content);
  if (problem) throw new AppError("BAD_REQUEST", { fields: { serviceReason: problem } });
}

/** A service mail also reaches members who unsubscribed, so it takes a right of its own to call a mail that. */
export function checkKind(kind: BulkMailKind, role: OperatorRole): void {
  const allowed: readonly OperatorRole[] = operatorRights.sendServiceMails.operators;
  if (kind === "service" && !allowed.includes(role)) throw new AppError("NOT_ALLOWED");
}

/** Of several who change the same bulk mail at once, one does; the others are told who it was. */
export async function lockSeen(tx: Tx, { id, version }: { id: number; version: number }) {
  const mail = await tx
    .selectFrom("bulk_mails")
    .selectAll()
    .where("id", "=", id)
    .where("version", "=", version)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw await changedBy(tx, id);
  return mail;
}

export async function changedBy(db: Db, id: number): Promise<AppError> {
  const last = await db
    .selectFrom("bulk_mails as mail")
    .innerJoin("operators as operator", "operator.id", "mail.changed_by")
    .select(["operator.name as by", "mail.changed_at as at"])
    .where("mail.id", "=", id)
    .executeTakeFirst();
  return last ? decidedAlready(last) : new AppError("NOT_FOUND");
}

/** Mails it to the operator in each language, by the way that it will go to members. */
export async function testBulkMail(
  tx: Tx,
  { id, version, actor, operating }: Seen & { actor: Pick<OperatorSession, "name" | "email"> },
): Promise<void> {
  const { kind, subject, text } = await lockSeen(tx, { id, version });
  const values = { id, kind, subject, text, isTest: true };
  const to = { name: actor.name, email: actor.email, refId: testRefId };
  await sendMail(
    tx,
    { kind: "bulk-mail", to: { ...to, language: "en" }, now: operating.now, values },
    { kind: "bulk-mail", to: { ...to, language: "hi" }, now: operating.now, values },
  );
  await logAction(tx, { ...operating, action: "bulk-mail/test", details: { mail: id, subject: subject.en } });
}
