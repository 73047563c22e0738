import { AppError } from "@fc/contract/errors";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { planRules, type PlanRules, type PlanVersion } from "@fc/contract/plan/rules";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { after, minute } from "../../platform/clock.ts";
import type { Db, ReadDb, Tx } from "../../platform/db.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

/** The plan in force on a day, as India counts days. */
export async function planOn(db: ReadDb, day: string): Promise<PlanVersion> {
  const row = await db
    .selectFrom("plan_versions")
    .select(["version", "effective_from", "rules"])
    .where("effective_from", "<=", day)
    .where("withdrawn_at", "is", null)
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return toVersion(row);
}

/** Whether an operator has decided on the plan of a day: one that came with the product has to be confirmed. */
export async function isPlanDecided(db: Db, day: string): Promise<boolean> {
  const { version } = await planOn(db, day);
  const { confirmed_at: confirmedAt, created_by: createdBy } = await db
    .selectFrom("plan_versions")
    .select(["confirmed_at", "created_by"])
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return confirmedAt !== null || createdBy !== null;
}

/** Confirms the version in force. False if it is confirmed already. */
export async function confirmPlanVersion(
  tx: Tx,
  { version, by, now }: { version: number; by: number | null; now: Date },
): Promise<boolean> {
  const confirmed = await tx
    .updateTable("plan_versions")
    .set({ confirmed_at: now, confirmed_by: by })
    .where("version", "=", version)
    .where("confirmed_at", "is", null)
    .where("created_by", "is", null)
    .returning("version")
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Holds off new stakes while the plan may change at once, and the other way round. */
export async function holdPlan(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.planVersions})`.execute(tx);
}

/** Every version, the newest first, including those that were withdrawn before they began. */
export async function planVersions(db: ReadDb): Promise<PlanVersion[]> {
  const rows = await db
    .selectFrom("plan_versions")
    .select(["version", "effective_from", "rules"])
    .orderBy("version", "desc")
    .execute();
  return rows.map(toVersion);
}

/**
 * Adds a version. It begins on a day that has not begun yet, because the plan of a day is a promise, not before members
 * have had notice of it, and after the newest version, so that versions follow each other. While nobody has ever staked
 * it may begin today, in place of what began today before.
 */
export async function addPlanVersion(
  tx: Tx,
  { rules, effectiveFrom, by, now }: { rules: PlanRules; effectiveFrom: string; by?: number; now: Date },
): Promise<number> {
  const checked = planRules.safeParse(rules);
  if (!checked.success) throw refused("rules", checked.error.issues[0]?.message ?? "Not a plan");
  await sql`select pg_advisory_xact_lock(${advisoryLocks.planVersions})`.execute(tx);
  const version = (await newestVersion(tx, { effectiveFrom, now })) + 1;
  await tx
    .updateTable("plan_versions")
    .set({ withdrawn_at: now, withdrawn_by: by ?? null })
    .where("effective_from", "=", effectiveFrom)
    .where("withdrawn_at", "is", null)
    .execute();
  await tx
    .insertInto("plan_versions")
    .values({
      version,
      effective_from: effectiveFrom,
      rules: JSON.stringify(checked.data),
      created_at: now,
      created_by: by ?? null,
    })
    .execute();
  return version;
}

/** The first day that a version may begin on if it is scheduled now. */
export async function earliestDay(db: Db, now: Date): Promise<string> {
  return daysAfter(indiaDayOf(now), await daysOfNotice(db));
}

/** The plan of a day is a promise to those who have staked by it. */
async function hasStakes(db: Db): Promise<boolean> {
  return (await db.selectFrom("stakes").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** A day at least: nothing begins on the day on which it is scheduled. None while nobody has ever staked. */
export async function daysOfNotice(db: Db): Promise<number> {
  if (!(await hasStakes(db))) return 0;
  return Math.max(1, (await businessSetting(db, "plan")).noticeDays);
}

/** The number of the newest version. Refuses a first day without notice, or not after the newest version's. */
export async function newestVersion(
  db: Db,
  { effectiveFrom, now }: { effectiveFrom: string; now: Date },
): Promise<number> {
  const earliest = await earliestDay(db, now);
  const today = indiaDayOf(now);
  if (effectiveFrom < today || (effectiveFrom === today && earliest > today)) {
    throw refused("effectiveFrom", "A plan begins on a day to come");
  }
  if (effectiveFrom < earliest) {
    throw refused(
      "effectiveFrom",
      `Members need notice of a new plan: it begins on ${earliest} at the earliest`,
    );
  }
  const { version, day } = await db
    .selectFrom("plan_versions")
    .select((eb) => eb.fn.max("version").as("version"))
    .select((eb) => eb.fn.max("effective_from").filterWhere("withdrawn_at", "is", null).as("day"))
    .executeTakeFirstOrThrow();
  const mayReplace = effectiveFrom === today && day === today;
  if (day !== null && effectiveFrom <= day && !mayReplace) {
    throw refused("effectiveFrom", "A plan must begin after the newest one");
  }
  return version ?? 0;
}

/** Longer than any transaction that may just have read the plan of the new day. */
const withdrawMarginMs = 5 * minute;

/** Withdraws a version. False if it has begun, begins within minutes, or is withdrawn already. */
export async function withdrawPlanVersion(
  tx: Tx,
  { version, by, now }: { version: number; by: number; now: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.planVersions})`.execute(tx);
  const withdrawn = await tx
    .updateTable("plan_versions")
    .set({ withdrawn_at: now, withdrawn_by: by })
    .where("version", "=", version)
    .where("withdrawn_at", "is", null)
    .where("effective_from", ">", indiaDayOf(after(now, withdrawMarginMs)))
    .returning("version")
    .executeTakeFirst();
  return withdrawn !== undefined;
}

function toVersion(row: { version: number; effective_from: string; rules: PlanRules }): PlanVersion {
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    rules: planRules.parse(row.rules),
  };
}

function refused(field: string, reason: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: reason } });
}
