import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";

/** How long an answer may take, from the moment since which it is owed. */
export async function promisedMs(db: Db): Promise<number> {
  const { answerHours } = await businessSetting(db, "support");
  return answerHours * hour;
}

/** What was written last by the person who asks: the message itself, or what its member added to it. */
export const lastWords = sql<string>`coalesce(
  (select body from support_events where record_id = record.id and kind = 'message' order by id desc limit 1),
  record.message)`;
