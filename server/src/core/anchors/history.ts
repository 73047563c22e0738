import { linkedAnchors, type LinkedAnchor } from "@fc/contract/anchors/history";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { sha256 } from "../../platform/secrets.ts";

/** Every day's head from the first one on. It is one line a day, so all of them are read to link them. */
export async function anchorHistory(db: ReadDb): Promise<LinkedAnchor[]> {
  const anchors = await db
    .selectFrom("ledger_anchors")
    .select([
      sql<string>`day::text`.as("day"),
      "head",
      sql<string | null>`root_day::text`.as("rootDay"),
      "root",
    ])
    .orderBy("day")
    .execute();
  return linkedAnchors(anchors, (text) => sha256(text).toString("hex"));
}
