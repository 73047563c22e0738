import { monthDays } from "@fc/contract/books/console";
import { momentsOf } from "@fc/contract/period";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { Db } from "../../platform/db.ts";

/** A month, and the member whose lines are wanted; null where there is no such member. */
export interface BookScope {
  from: Date;
  to: Date;
  memberId?: number | null | undefined;
}

export async function scopeOf(
  db: Db,
  { month, search = "" }: { month: string; search?: string | undefined },
): Promise<BookScope> {
  const { from, to } = momentsOf(monthDays(month));
  const scope = { from: from!, to: to! };
  if (search === "") return scope;
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", normaliseRefId(search))
    .executeTakeFirst();
  return { ...scope, memberId: member?.id ?? null };
}
