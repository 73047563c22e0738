import { AppError } from "@fc/contract/errors";
import { indiaDayOf } from "@fc/contract/period";
import { planRules, type PlanRules, type PlanVersion } from "@fc/contract/plan";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** The plan in force on a day of India's. */
export async function planOn(db: Db, day: string): Promise<PlanVersion> {
  const row = await db
    .selectFrom("plan_versions")
    .select(["version", "effective_from", "rules"])
    .where("effective_from", "<=", day)
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return toVersion(row);
}

/** Every version, the newest first. */
export async function planVersions(db: Db): Promise<PlanVersion[]> {
  const rows = await db
    .selectFrom("plan_versions")
    .select(["version", "effective_from", "rules"])
    .orderBy("version", "desc")
    .execute();
  return rows.map(toVersion);
}

/** Any number, the same on every node: of two that add a version at once, the second sees the first's. */
const versionLock = 7_215_005;

/**
 * Adds a version, in force from a day that has not begun yet: what was promised for a day stays. Nor before the
 * newest one, so that versions follow each other.
 */
export async function addPlanVersion(
  tx: Tx,
  { rules, effectiveFrom, now }: { rules: PlanRules; effectiveFrom: string; now: Date },
): Promise<number> {
  const checked = planRules.safeParse(rules);
  if (!checked.success) throw refused("rules", checked.error.issues[0]?.message ?? "Not a plan");
  if (effectiveFrom <= indiaDayOf(now)) throw refused("effectiveFrom", "A plan begins on a day to come");
  await sql`select pg_advisory_xact_lock(${versionLock})`.execute(tx);
  const [newest] = await planVersions(tx);
  if (newest && effectiveFrom <= newest.effectiveFrom) {
    throw refused("effectiveFrom", "A plan must begin after the newest one");
  }
  const version = (newest?.version ?? 0) + 1;
  await tx
    .insertInto("plan_versions")
    .values({ version, effective_from: effectiveFrom, rules: JSON.stringify(checked.data), created_at: now })
    .execute();
  return version;
}

function toVersion(row: { version: number; effective_from: string; rules: PlanRules }): PlanVersion {
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    rules: planRules.parse(row.rules),
  };
}

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}
