import { sql } from "kysely";
import { after, day, hour } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/** So few that nobody waits long for the locks of one statement. */
const perBatch = 1000;

/** From when on the feed goes back: what is older is not shown, and deleted where it was written for the feed alone. */
export async function feedBegin(db: Db, now: Date): Promise<Date> {
  const { keepDays } = await businessSetting(db, "notifications");
  return after(now, -keepDays * day);
}

export function forgetOldNotifications({ db, clock }: Pick<Deps, "db" | "clock">): Task {
  return {
    name: "forget-old-notifications",
    everyMs: hour,
    async run() {
      const begin = await feedBegin(db, clock());
      while ((await forgetBatch(db, begin)) > 0);
      await db.deleteFrom("notification_reads").where("happened_at", "<", begin).execute();
      await forgetEndedDevices(db, clock());
    },
  };
}

/** Looks only at the first of all rows, in the order in which they were written: no index by time is needed. */
async function forgetBatch(db: Db, begin: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where happened_at < ${begin} and id in (
      select id from notifications order by id limit ${perBatch})`.execute(db);
  return Number(numAffectedRows);
}

/** A sign-out deletes them at once; a session that ran out is only noticed here. */
async function forgetEndedDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "in", (eb) => eb.selectFrom("sessions").select("id").where("expires_at", "<", now))
    .execute();
}
