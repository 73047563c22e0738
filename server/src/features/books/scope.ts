import { sure } from "@fc/contract/sure";
import { monthDays } from "@fc/contract/books/console";
import { momentsOf } from "@fc/contract/period";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { ReadDb } from "../../platform/db.ts";

/** A month, and the member whose lines are wanted; null where there is no such member. */
export interface BookScope {
  from: Date;
  to: Date;
  /** The same as days, both included. */
  days: { from: string; to: string };
  memberId?: number | null | undefined;
}

export async function scopeOf(
  db: ReadDb,
  { month, search = "" }: { month: string; search?: string | undefined },
): Promise<BookScope> {
  const days = monthDays(month);
  const { from, to } = momentsOf(days);
  const scope = { from: sure(from), to: sure(to), days };
  if (search === "") return scope;
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", normaliseRefId(search))
    .executeTakeFirst();
  return { ...scope, memberId: member?.id ?? null };
}

/** Whether the closing of its last day is sealed: days are closed in order, and nothing is posted to a day after that. */
export async function isClosed(db: ReadDb, { days }: BookScope): Promise<boolean> {
  const closing = await db
    .selectFrom("closings")
    .select("state")
    .where("day", "=", days.to)
    .executeTakeFirst();
  return closing?.state === "sealed";
}
