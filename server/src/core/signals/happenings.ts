import { keysOf } from "@fc/contract/sure";
import type { SignalRuleName } from "@fc/contract/signals/console-rules";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { identityRules, withoutBasis, type SharingRule } from "./shared.ts";

/**
 * Selects what happened to these members: `subject` (what it is about), `strength`, `evidence`, `facts`, `newest`, and
 * `member_ids` of everybody concerned.
 */
type Happening = (memberIds: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Longer ago is no reason to look; the setting goes as far. */
const longestHours = 720;
/** Fewer are no burst; the setting begins here. */
const smallestBurst = 5;

const happenings = {
  "sponsor-shares": (ids) => sql`
    select place.sponsor_id || '-' || place.member_id as subject,
      count(distinct signal.rule)::int as strength, count(distinct signal.rule)::int as evidence,
      jsonb_build_object('rules', jsonb_agg(distinct signal.rule)) as facts,
      max(own.since) as newest, array[place.sponsor_id, place.member_id] as member_ids
    from signal_members as own
      join signals as signal on signal.id = own.signal_id and signal.rule = any (${[...identityRules]}::text[])
      join placements as place on place.member_id = own.member_id
      join signal_members as other on other.signal_id = own.signal_id and other.member_id = place.sponsor_id
    where own.member_id = any (${ids})
    group by place.sponsor_id, place.member_id`,
  "first-withdrawal": (ids) => sql`
    select request.id::text as subject, change.hours as strength, change.count as evidence,
      jsonb_build_object('withdrawalId', request.id, 'after', change.after) as facts,
      request.requested_at as newest, array[request.member_id] as member_ids
    from (
      select distinct on (member_id) id, member_id, requested_at from withdrawals
      where member_id = any (${ids}) and address is not null and not is_cancelled order by member_id, id
    ) request
    cross join lateral (
      select ceil(min(extract(epoch from request.requested_at - changed.at)) / 3600)::int as hours,
        count(*)::int as count, jsonb_agg(changed.what order by changed.what) as after
      from (
        select 'address' as what, changed_at as at from coin_addresses where member_id = request.member_id
        union all
        select 'device', max(first_used_at) from known_devices
        where member_id = request.member_id and first_used_at <= request.requested_at
        union all
        select 'password', max(happened_at) from member_events
        where member_id = request.member_id and kind = 'password-changed' and happened_at <= request.requested_at
      ) changed
      where changed.at between request.requested_at - ${longestHours} * interval '1 hour' and request.requested_at
    ) change
    where change.count > 0`,
  "registration-burst": (ids) => sql`
    select place.run_head_id || '-' || place.side || '-' || (place.placed_at at time zone 'Asia/Kolkata')::date as subject,
      max(burst.count) as strength, max(burst.count) as evidence, jsonb_build_object('side', place.side) as facts,
      max(place.placed_at) as newest, array_agg(distinct concerned.id) as member_ids
    from placements as place
    cross join lateral (
      select count(*)::int as count, array_agg(near.member_id) || array_agg(near.sponsor_id) as ids
      from placements as near
      where near.run_head_id = place.run_head_id and near.side = place.side
        and near.pos between place.pos - 200 and place.pos and near.placed_at > place.placed_at - interval '1 hour'
    ) burst
    cross join lateral unnest(burst.ids) as concerned (id)
    where place.member_id = any (${ids}) and place.run_head_id is not null and burst.count >= ${smallestBurst}
    group by place.run_head_id, place.side, (place.placed_at at time zone 'Asia/Kolkata')::date`,
  "stakes-reversed": (ids) => sql`
    select member_id::text as subject, count(*)::int as strength, count(*)::int as evidence, '{}'::jsonb as facts,
      max(ended_at) as newest, array[member_id] as member_ids
    from stakes where member_id = any (${ids}) and undone_fault = 'member' group by member_id`,
} as const satisfies Record<Exclude<SignalRuleName, SharingRule>, Happening>;
export type HappeningRule = keyof typeof happenings;
export const happeningRules = keysOf(happenings);

/** Of one member alone, who is looked at whenever it may have changed: what is not found any more has no basis. */
const ownRules: ReadonlySet<HappeningRule> = new Set(["first-withdrawal", "stakes-reversed"]);
/** Looked at from a member of the burst it is as large as it was then; it never gets smaller. */
const growingRule: HappeningRule = "registration-burst";

interface Looked {
  rule: HappeningRule;
  memberIds: readonly number[];
  now: Date;
}

/** Finds what happened to these members, and returns the signals that were written. */
export async function findHappening(tx: Tx, { rule, memberIds, now }: Looked): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with found as materialized (${happenings[rule](sql`${memberIds}::int[]`)}),
    written as (
      insert into signals (rule, subject, strength, evidence, facts, found_at, newest_at)
      select ${rule}, subject, strength, evidence, facts, ${now}, newest from found
      on conflict (rule, subject) do update set
        strength = ${rule === growingRule ? sql`greatest(signals.strength, excluded.strength)` : sql`excluded.strength`},
        facts = excluded.facts,
        evidence = greatest(signals.evidence, excluded.evidence),
        newest_at = greatest(signals.newest_at, excluded.newest_at)
      returning id, subject
    ), joined as (
      insert into signal_members (signal_id, member_id, since)
      select written.id, concerned.id, found.newest
      from written join found using (subject) cross join lateral unnest(found.member_ids) as concerned (id)
      on conflict do nothing
    ), emptied as (
      update signals as signal set strength = ${withoutBasis} from signal_members as own
      where ${ownRules.has(rule)} and signal.rule = ${rule} and signal.strength <> ${withoutBasis}
        and own.signal_id = signal.id and own.member_id = any (${memberIds}::int[])
        and signal.subject not in (select subject from found)
      returning signal.id
    )
    select id from written union select id from emptied`.execute(tx);
  return rows.map(({ id }) => id);
}
