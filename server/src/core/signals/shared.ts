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
  },
  "same-block": {
    table: sql`sessions`,
    member: memberId,
    value: sql`block`,
    where: ownSession,
    since: sql`created_at`,
    text: plain,
    facts: (value) => sql`jsonb_build_object('block', ${value})`,
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
export const sharingRules = Object.keys(sharedThings) as SharingRule[];

/** What names a person; a place and a kind of browser do not. */
export const identityRules = [
  "same-account",
  "same-pan",
  "same-coin-address",
  "same-device",
  "same-phone",
] as const satisfies SharingRule[];

/** What more members share than this says nothing about any of them: a mobile network, a shop's computer. */
const mostMembers = 200;
/** So many rows of one value are read: enough to see that it is shared by too many. */
const mostRows = 2000;

interface Looked {
  rule: SharingRule;
  memberIds: readonly number[];
  now: Date;
}

/** Finds what these members share with anybody, and returns the signals that were written. */
export async function findShared(tx: Tx, { rule, memberIds, now }: Looked): Promise<number[]> {
  const { table, member, value, where, since, text, facts }: SharedThing = sharedThings[rule];
  const shared = sql.ref("shared.value");
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select distinct ${value} as value from ${table} where ${member} = any (${memberIds}::int[]) and ${where}
    ), shared as materialized (
      select own.value, each.member_id, min(each.since) as since
      from own cross join lateral (
        select ${member} as member_id, ${since} as since from ${table} as source
        where ${value} = own.value and ${where} limit ${mostRows}
      ) each
      group by own.value, each.member_id
    ), several as (
      select shared.value, max(since) as newest from shared
      group by shared.value having count(*) between 2 and ${mostMembers}
    ), written as (
      insert into signals (rule, subject, strength, evidence, facts, found_at, newest_at)
      select ${rule}, ${text(sql.ref("several.value"))}, 0, 0, ${facts(sql.ref("several.value"))}, ${now}, newest
      from several
      on conflict (rule, subject) do update set rule = excluded.rule
      returning id, subject
    ), joined as (
      insert into signal_members (signal_id, member_id, since)
      select written.id, shared.member_id, shared.since
      from written join shared on ${text(shared)} = written.subject
      on conflict do nothing
    )
    select id from written`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Every member who ever shared it is evidence, also one who has another number by now. */
export async function countMembers(tx: Tx, signalIds: readonly number[]): Promise<void> {
  await sql`
    update signals set strength = counted.members, evidence = counted.members, newest_at = counted.newest
    from (
      select signal_id, count(*)::int as members, max(since) as newest
      from signal_members where signal_id = any (${signalIds}::int[]) group by signal_id
    ) counted
    where signals.id = counted.signal_id and signals.evidence <> counted.members`.execute(tx);
}
