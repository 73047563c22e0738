import { keysOf } from "@fc/contract/sure";
import type { SignalRuleName } from "@fc/contract/signals/console-rules";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** What several members can have in common, and where it is stored. Each value has an index. */
interface SharedThing {
  readonly table: RawBuilder<unknown>;
  readonly member: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
  /** Which rows count; the index has the same condition. */
  readonly where: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  /** The value as a text, by which the signal is known. */
  readonly text: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** What operators read of it. */
  readonly facts: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Of a place, as opposed to what names a person: values that say nothing about those behind it. */
  readonly saysNothing?: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const hex = (value: RawBuilder<unknown>) => sql`encode(${value}, 'hex')`;
const plain = (value: RawBuilder<unknown>) => sql`${value}`;
const nothing = () => sql`'{}'::jsonb`;
const memberId = sql`member_id`;
const ownSession = sql`block <> '' and looking_operator_id is null`;

export const sharedThings = {
  "same-account": {
    table: sql`bank_details`,
    member: memberId,
    value: sql`number_index`,
    where: sql`number_index is not null`,
    since: sql`changed_at`,
    text: hex,
    facts: nothing,
  },
  "same-pan": {
    table: sql`pan_records`,
    member: memberId,
    value: sql`number_index`,
    where: sql`number_index is not null`,
    since: sql`created_at`,
    text: hex,
    facts: nothing,
  },
  "same-coin-address": {
    table: sql`coin_addresses`,
    member: memberId,
    value: sql`lower(address)`,
    where: sql`true`,
    since: sql`changed_at`,
    text: plain,
    facts: nothing,
  },
  "same-device": {
    table: sql`known_devices`,
    member: memberId,
    value: sql`browser`,
    where: sql`true`,
    since: sql`first_used_at`,
    text: hex,
    facts: (value) => sql`jsonb_build_object('device', upper(left(${hex(value)}, 10)))`,
  },
  "same-browser": {
    table: sql`sessions`,
    member: memberId,
    value: sql`(block || ' ' || user_agent)`,
    where: ownSession,
    since: sql`created_at`,
    text: plain,
    facts: (value) =>
      sql`jsonb_build_object('block', split_part(${value}, ' ', 1), 'browser', substr(${value}, strpos(${value}, ' ') + 1))`,
    // Chrome on Android names no version and no model any more: millions of phones send this.
    saysNothing: (value) => sql`${value} like '%; Android 10; K)%'`,
  },
  "same-block": {
    table: sql`sessions`,
    member: memberId,
    value: sql`block`,
    where: ownSession,
    since: sql`created_at`,
    text: plain,
    facts: (value) => sql`jsonb_build_object('block', ${value})`,
    saysNothing: () => sql`false`,
  },
  "same-phone": {
    table: sql`members`,
    member: sql`id`,
    value: sql`phone`,
    where: sql`phone <> ''`,
    since: sql`joined_at`,
    text: plain,
    facts: nothing,
  },
} as const satisfies Partial<Record<SignalRuleName, SharedThing>>;
export type SharingRule = keyof typeof sharedThings;
export const sharingRules = keysOf(sharedThings);

/** What names a person; a place and a kind of browser do not. */
export const identityRules = [
  "same-account",
  "same-pan",
  "same-coin-address",
  "same-device",
  "same-phone",
] as const satisfies SharingRule[];

/** A place that more members share than this says nothing about any of them: a mobile network, a shop's computer. */
const mostAtOnePlace = 200;

/** The strength of a signal whose basis is gone: no threshold is below it. */
export const withoutBasis = -1;

interface Looked {
  rule: SharingRule;
  memberIds: readonly number[];
  now: Date;
}

/**
 * Finds what these members share with anybody, and judges it again. Returns the signals that somebody joined, and those
 * that say nothing any more.
 */
export async function findShared(tx: Tx, { rule, memberIds, now }: Looked): Promise<number[]> {
  const thing: SharedThing = sharedThings[rule];
  const { table, member, value, where, text, facts, saysNothing } = thing;
  const shared = sql.ref("shared.value");
  const isEmpty = saysNothing
    ? sql`(count(*) > ${mostAtOnePlace} or ${saysNothing(shared)})`
    : sql<boolean>`false`;
  const { rows } = await sql<{ id: number; is_counted: boolean }>`
    with own as materialized (
      select distinct ${value} as value from ${table} where ${member} = any (${memberIds}::int[]) and ${where}
    ), shared as materialized (
      select own.value, each.member_id, each.since from own cross join lateral (${holdersOf(thing)}) each
    ), several as (
      select shared.value, max(since) as newest, ${isEmpty} as is_empty from shared
      group by shared.value having count(*) > 1
    ), written as (
      insert into signals (rule, subject, strength, evidence, facts, found_at, newest_at)
      select ${rule}, ${text(sql.ref("several.value"))}, 0, 0, ${facts(sql.ref("several.value"))}, ${now}, newest
      from several where not is_empty
      on conflict (rule, subject) do update set rule = excluded.rule
      returning id, subject, strength
    ), joined as (
      insert into signal_members (signal_id, member_id, since)
      select written.id, shared.member_id, shared.since
      from written join shared on ${text(shared)} = written.subject
      on conflict do nothing
      returning signal_id
    ), emptied as (
      update signals set strength = ${withoutBasis} from several
      where is_empty and rule = ${rule} and subject = ${text(sql.ref("several.value"))}
        and strength <> ${withoutBasis}
      returning id
    )
    select signal_id as id, true as is_counted from joined union select id, false from emptied
    union select id, true from written where strength = ${withoutBasis}`.execute(tx);
  const counted = rows.filter(({ is_counted }) => is_counted).map(({ id }) => id);
  await countMembers(tx, { isPlace: saysNothing !== undefined, signalIds: counted });
  return rows.map(({ id }) => id);
}

/** Selects who has the value of a row of `own`, each member once. Of a place one more than may share it is enough. */
function holdersOf({ table, member, value, where, since, saysNothing }: SharedThing): RawBuilder<unknown> {
  const rows = sql`select ${member} as member_id, ${since} as since from ${table}
    where ${value} = own.value and ${where}`;
  if (!saysNothing)
    return sql`select member_id, min(since) as since from (${rows}) source group by member_id`;
  // From one member to the next in the index: a member may have thousands of sessions at one place.
  return sql`
    with recursive holder as (
      (${rows} order by member_id, since limit 1)
      union all
      select next.* from holder cross join lateral (
        ${rows} and ${member} > holder.member_id order by member_id, since limit 1
      ) next
    )
    select member_id, since from holder limit ${mostAtOnePlace + 1}`;
}

/** Every member who ever shared it is evidence, also one who has another number by now. */
async function countMembers(
  tx: Tx,
  { isPlace, signalIds }: { isPlace: boolean; signalIds: readonly number[] },
): Promise<void> {
  const strength = isPlace
    ? sql`case when members > ${mostAtOnePlace} then ${withoutBasis} else members end`
    : sql`members`;
  await sql`
    update signals set strength = ${strength}, evidence = greatest(evidence, members), newest_at = newest
    from (
      select signal_id, count(*)::int as members, max(since) as newest
      from signal_members where signal_id = any (${signalIds}::int[]) group by signal_id
    ) counted
    where signals.id = counted.signal_id`.execute(tx);
}
