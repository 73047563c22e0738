import { AppError } from "@fc/contract/errors";
import type { Language } from "@fc/contract/languages";
import { normaliseRefId, refIdAlphabet, refIdFrom, refIdRandomLength } from "@fc/contract/ref-id";
import { sql } from "kysely";
import type { Db, ReadDb, Tx } from "../../platform/db.ts";
import { randomText } from "../../platform/secrets.ts";

/** Random, so that nobody learns from an id how many members there are or what the next one is. */
export function newRefId(): string {
  return refIdFrom(randomText(refIdAlphabet, refIdRandomLength));
}

export interface MemberContact {
  id: number;
  refId: string;
  name: string;
  email: string;
  language: Language | null;
}

/** Name and address for a mail to the member, blocked or not. */
export async function contactOf(db: Db, memberId: number): Promise<MemberContact> {
  return db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name", "email", "language"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
}

/** The mails that are queued from now on are in this language. */
export async function setLanguage(
  tx: Tx,
  { memberId, language }: { memberId: number; language: Language },
): Promise<void> {
  await tx.updateTable("members").set({ language }).where("id", "=", memberId).execute();
}

/** The member with the typed user id, blocked or not: a blocked member still counts in a team. */
export async function memberIdByRefId(db: ReadDb, typed: string): Promise<number | undefined> {
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", normaliseRefId(typed))
    .executeTakeFirst();
  return member?.id;
}

/** The member with the typed user id, unless blocked. */
export async function activeMemberByRefId(db: Db, typed: string): Promise<MemberContact | undefined> {
  return (await activeMembersByRefId(db, [typed])).get(normaliseRefId(typed));
}

/** The members with the typed user ids, by their user ids. */
export async function activeMembersByRefId(
  db: Db,
  typed: readonly string[],
): Promise<Map<string, MemberContact>> {
  const rows = await db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name", "email", "language"])
    .where("ref_id", "=", sql<string>`any (${typed.map(normaliseRefId)}::text[])`)
    .where("status", "=", "active")
    .execute();
  return new Map(rows.map((member) => [member.refId, member]));
}

/** The member behind a user id in an address, blocked or not. */
export async function memberByRefId(db: ReadDb, typed: string) {
  const member = await db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name", "email", "language", "status"])
    .where("ref_id", "=", normaliseRefId(typed))
    .executeTakeFirst();
  if (!member) throw new AppError("NOT_FOUND");
  return member;
}
