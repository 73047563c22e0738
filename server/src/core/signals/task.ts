import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { findHappening, happeningRules } from "./happenings.ts";
import { rescore } from "./scores.ts";
import { findShared, sharingRules } from "./shared.ts";

type EvaluationDeps = Pick<Deps, "db" | "clock">;

/** Looks at the members about whom something is new; at all scores once a threshold has changed. */
export function evaluateSignalsTask(deps: EvaluationDeps): Task {
  return {
    name: "signals.evaluate",
    everyMs: 10 * second,
    hasWork: () => hasWork(deps.db),
    run: () => evaluateSignals(deps),
  };
}

async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from signal_news) as has`.execute(db);
  return sure(rows[0]).has || !(await areThresholdsCurrent(db));
}

/** As many members as are looked at in one transaction: what they share is found for all of them at once. */
const batch = 500;

export async function evaluateSignals({ db, clock }: EvaluationDeps): Promise<void> {
  if (!(await areThresholdsCurrent(db))) await atomically(db, rescoreAll, undefined);
  while ((await atomically(db, evaluateSome, clock())) > 0);
}

async function evaluateSome(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ memberId: number }>`
    delete from signal_news where id in (
      -- Another worker may be at the same task: each takes its own.
      select id from signal_news order by id limit ${batch} for update skip locked
    ) returning member_id as "memberId"`.execute(tx);
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  if (memberIds.length === 0) return 0;
  const shared: number[] = [];
  for (const rule of sharingRules) shared.push(...(await findShared(tx, { rule, memberIds, now })));
  // A person who shares something with these members may be the sponsor of one, or be sponsored by one.
  const concerned = [...new Set([...memberIds, ...(await membersOf(tx, shared))])];
  const happened: number[] = [];
  for (const rule of happeningRules) {
    const looked = rule === "sponsor-shares" ? concerned : memberIds;
    happened.push(...(await findHappening(tx, { rule, memberIds: looked, now })));
  }
  await rescore(tx, [...new Set([...concerned, ...(await membersOf(tx, happened))])]);
  return rows.length;
}

export async function membersOf(db: Db, signalIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ memberId: number }>`
    select distinct member_id as "memberId" from signal_members
    where signal_id = any (${signalIds}::int[])`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

async function areThresholdsCurrent(db: Db): Promise<boolean> {
  const thresholds = JSON.stringify(await businessSetting(db, "signals"));
  const { rows } = await sql<{ same: boolean }>`
    select exists (select from signal_thresholds where thresholds = ${thresholds}::jsonb) as same`.execute(
    db,
  );
  return sure(rows[0]).same;
}

async function rescoreAll(tx: Tx): Promise<void> {
  const thresholds = JSON.stringify(await businessSetting(tx, "signals"));
  await sql`
    insert into signal_thresholds (thresholds) values (${thresholds}::jsonb)
    on conflict (is_only) do update set thresholds = excluded.thresholds`.execute(tx);
  await rescore(tx, "all");
}
