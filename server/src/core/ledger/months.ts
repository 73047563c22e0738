import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { hour } from "../../platform/clock.ts";
import { databaseErrorCode, lockNotAvailable, type Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";

/**
 * Makes the months of ledger_postings half a year ahead. Where something reads the ledger for long, a backup for
 * instance, it gives up at once and tries again an hour later: who waits for that lock keeps everybody from posting.
 */
export function monthsTask({ db }: Pick<Deps, "db">): Task {
  return {
    name: "ledger.months",
    everyMs: hour,
    async run() {
      try {
        await sql`select ledger_add_months()`.execute(db);
      } catch (error) {
        if (databaseErrorCode(error) !== lockNotAvailable) throw error;
      }
    },
  };
}

/** The moment up to which months are made. Lines of later moments are kept together until their months are made. */
export async function monthsMadeUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select ${boundOf("from")} as until from pg_class
    where relname = 'later' and relnamespace = (select oid from pg_namespace where nspname = 'ledger_months')`.execute(
    db,
  );
  return sure(rows[0]).until;
}

/** A bound of a part of ledger_postings, of a row of pg_class; null where the part has none on that side. */
export function boundOf(side: "from" | "to") {
  const pattern = `${side.toUpperCase()} \\('([^']+)'\\)`;
  return sql`substring(pg_get_expr(relpartbound, pg_class.oid) from ${sql.lit(pattern)})::timestamptz`;
}
