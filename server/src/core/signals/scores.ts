import type { SettingValues } from "@fc/contract/settings/business-settings";
import { signalRuleNames, signalRules } from "@fc/contract/signals/console-rules";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { unnested } from "../../platform/unnested.ts";
import { businessSetting } from "../business-settings/business-settings.ts";

export type Thresholds = SettingValues<"signals">;

const mostPossible = 2 ** 31 - 1;

/** From and up to which strength each rule counts, as rows `bound (rule, least, most, points)`. */
export function bounds(thresholds: Thresholds): RawBuilder<unknown> {
  const rows = signalRuleNames.map((rule) => {
    const { points, threshold, ...how } = signalRules[rule];
    const value = thresholds[threshold];
    const [least, most] = "isAtMost" in how ? [0, value] : [value, mostPossible];
    return { rule, least, most, points };
  });
  return unnested(rows, { rule: "text", least: "int", most: "int", points: "int" });
}

/** Whether a row of `signal` counts by its row of `bound`. */
export const counts = sql<boolean>`signal.strength between bound.least and bound.most`;
/** Whether a row of `signal` has more evidence than somebody has judged to look fine. */
export const isOpen = sql<boolean>`(signal.judged_evidence is null or signal.judged_evidence < signal.evidence)`;

/** Computes the scores again, of these members or of all. */
export async function rescore(tx: Tx, memberIds: readonly number[] | "all"): Promise<void> {
  const thresholds = await businessSetting(tx, "signals");
  const chosen = (column: RawBuilder<unknown>) =>
    memberIds === "all" ? sql`true` : sql`${column} = any (${memberIds}::int[])`;
  await sql`
    with scored as materialized (
      select member_id, sum(points)::int as score
      from (
        select distinct concerned.member_id, bound.rule, bound.points
        from signal_members as concerned
          join signals as signal on signal.id = concerned.signal_id
          join ${named(thresholds)} on bound.rule = signal.rule
        where ${chosen(sql`concerned.member_id`)} and ${counts} and ${isOpen}
      ) each group by member_id
    ), gone as (
      delete from signal_scores as old where ${chosen(sql`old.member_id`)}
        and not exists (select from scored where scored.member_id = old.member_id)
    )
    insert into signal_scores (member_id, score) select member_id, score from scored
    on conflict (member_id) do update set score = excluded.score where signal_scores.score <> excluded.score`.execute(
    tx,
  );
}

function named(thresholds: Thresholds): RawBuilder<unknown> {
  return sql`(select * from ${bounds(thresholds)}) as bound`;
}

/** The points of the members who have any. */
export async function scoresOf(
  db: Db,
  memberIds: readonly number[],
): Promise<{ memberId: number; score: number }[]> {
  return db
    .selectFrom("signal_scores")
    .select(["member_id as memberId", "score"])
    .where("member_id", "=", sql<number>`any (${memberIds}::int[])`)
    .execute();
}
