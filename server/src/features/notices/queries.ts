import type { Notice } from "@fc/contract/notices";
import type { Db } from "../../platform/db.ts";

/** More than anybody reads; keeps the answer small for ever. */
const newest = 200;

export async function noticesFor(
  db: Db,
  memberId: number,
): Promise<{ general: Notice[]; personal: Notice[] }> {
  const [general, personal] = await Promise.all([noticesOf(db, null), noticesOf(db, memberId)]);
  return { general, personal };
}

async function noticesOf(db: Db, memberId: number | null): Promise<Notice[]> {
  const rows = await db
    .selectFrom("notices")
    .select(["id", "message", "created_at"])
    .where("member_id", "is not distinct from", memberId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(newest)
    .execute();
  return rows.map(({ id, message, created_at }) => ({ id, message, createdAt: created_at.toISOString() }));
}
