import { alertConditionNames, type AlertCondition } from "@fc/contract/alerts/console-conditions";
import type { Today } from "@fc/contract/today/console";
import { after, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { checkOf } from "./conditions.ts";

/** What a check found: of each condition that it could read, what is wrong, or undefined. */
export type Findings = ReadonlyMap<AlertCondition, string | undefined>;

/** What has to be told. */
export interface AlertNews {
  id: bigint;
  condition: AlertCondition;
  state: "begun" | "over";
  detail: string;
  begunAt: Date;
}

/** Stores what a check found. Returns what has begun and what is over by it, which no other check returns again. */
export async function recordFindings(
  tx: Tx,
  { findings, now }: { findings: Findings; now: Date },
): Promise<AlertNews[]> {
  // This row also lets checks of two workers follow each other. An older one has nothing to add. A check that is
  // dated later than this is no newer one: the clock was wrong then, and must not silence all checks until that time.
  const isNewest = await tx
    .insertInto("alert_checks")
    .values({ checked_at: now })
    .onConflict((conflict) =>
      conflict
        .column("is_only")
        .doUpdateSet({ checked_at: now })
        .where(({ eb, not }) => not(eb.between("alert_checks.checked_at", now, after(now, minute)))),
    )
    .returning("checked_at")
    .executeTakeFirst();
  if (!isNewest) return [];
  const open = await tx.selectFrom("alerts").selectAll().where("ended_at", "is", null).execute();
  const news: AlertNews[] = [];
  for (const [condition, detail] of findings) {
    const alert = open.find((row) => row.condition === condition);
    const told =
      detail === undefined
        ? alert && (await noteOver(tx, { alert, condition, now }))
        : await noteMet(tx, { alert, condition, detail, now });
    if (told) news.push(told);
  }
  return news;
}

interface OpenAlert {
  id: bigint;
  met_since: Date;
  begun_at: Date | null;
  over_since: Date | null;
  detail: string;
}

async function noteMet(
  tx: Tx,
  { alert, condition, detail, now }: MetCondition,
): Promise<AlertNews | undefined> {
  const metSince = alert?.met_since ?? now;
  const begins = !alert?.begun_at && now.getTime() - metSince.getTime() >= checkOf(condition).beginsAfterMs;
  const begun_at = begins ? now : (alert?.begun_at ?? null);
  const changed = { detail, begun_at, over_since: null };
  if (!alert) {
    const { id } = await tx
      .insertInto("alerts")
      .values({ condition, met_since: now, ...changed })
      .returning("id")
      .executeTakeFirstOrThrow();
    return begins ? { id, condition, state: "begun", detail, begunAt: now } : undefined;
  }
  // A condition that stays as it was writes nothing, every minute of the year.
  if (begins || alert.over_since || alert.detail !== detail)
    await tx.updateTable("alerts").set(changed).where("id", "=", alert.id).execute();
  return begins ? { id: alert.id, condition, state: "begun", detail, begunAt: now } : undefined;
}

interface MetCondition {
  alert: OpenAlert | undefined;
  condition: AlertCondition;
  detail: string;
  now: Date;
}

async function noteOver(
  tx: Tx,
  { alert, condition, now }: { alert: OpenAlert; condition: AlertCondition; now: Date },
): Promise<AlertNews | undefined> {
  const { id, begun_at: begunAt, detail } = alert;
  if (!begunAt) {
    // Nobody was told that it began, so nobody is told that it is over.
    await tx.deleteFrom("alerts").where("id", "=", id).execute();
    return undefined;
  }
  const overSince = alert.over_since ?? now;
  const ends = now.getTime() - overSince.getTime() >= checkOf(condition).endsAfterMs;
  if (ends || !alert.over_since) {
    const changed = { over_since: overSince, ended_at: ends ? now : null };
    await tx.updateTable("alerts").set(changed).where("id", "=", id).execute();
  }
  return ends ? { id, condition, state: "over", detail, begunAt } : undefined;
}

/** What was told and is still met, the most urgent first, and when that was last checked. */
export async function activeAlerts(db: Db): Promise<Today["alerts"]> {
  const [check, rows] = await Promise.all([
    db.selectFrom("alert_checks").select("checked_at").executeTakeFirst(),
    db
      .selectFrom("alerts")
      .select(["condition", "detail", "met_since"])
      .where("begun_at", "is not", null)
      .where("over_since", "is", null)
      .where("ended_at", "is", null)
      .execute(),
  ]);
  return {
    checkedAt: check?.checked_at.toISOString() ?? null,
    active: alertConditionNames.flatMap((condition) =>
      rows
        .filter((row) => row.condition === condition)
        .map((row) => ({ condition, detail: row.detail, since: row.met_since.toISOString() })),
    ),
  };
}
