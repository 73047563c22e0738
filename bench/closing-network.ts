import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import pg from "pg";
import { accountSql, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { postSelected } from "../server/src/core/ledger/bulk.ts";
import { generate } from "../server/src/testing/network/generate.ts";
import { recordTeamEvents } from "../server/src/core/network/place.ts";
import { rollUp } from "../server/src/core/network/roll-up.ts";
import { hour } from "../server/src/platform/clock.ts";
import { atomically, type Db, type Tx } from "../server/src/platform/db.ts";
import type { Cluster, Database } from "../server/src/testing/cluster.ts";
import { say } from "./lib/report.ts";

const until = new Date("2026-01-31T12:00:00Z");
/** The first day to close; the last members joined on it. */
export const firstDay = indiaDayOf(until);
/** One of a hundred members stakes again each day. */
const membersPerStake = 100;
const againUsdCents = 7500n;
/** $15 buy 15,000 coins. */
const fcPerUsdCent = 100_000n;

export interface StakedNetwork {
  members: number;
  size: string;
  firstId: number;
  rootId: number;
  depth: number;
  database: Database;
  db: Db;
  close(): Promise<void>;
}

/** A network in which everybody has a stake, with a pool that covers years. */
export async function buildStaked(cluster: Cluster, name: string, members: number): Promise<StakedNetwork> {
  const database = await cluster.create(name);
  const start = performance.now();
  const { firstId, rootId, depth } = await generate(database.ownerUrl, {
    members,
    seed: 1,
    shape: "deep",
    until,
    everybodyStakes: true,
  });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const statement of everybodysStakes.split(";")) await owner.query(statement);
  await owner.end();
  const size = members.toLocaleString("en-US");
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  say(`${size} members, each with a stake, in ${seconds} s; deepest ${depth} levels down`);
  return { members, size, firstId, rootId, depth, database, ...database.connect(2) };
}

const everybodysStakes = `
  insert into prices (fc_for_15_usd, inr_per_usd, effective_from, created_at)
    values (${1500n * fcPerUsdCent}, 830000, '2020-01-01', '2020-01-01');
  begin;
  create temp table made on commit drop as
    with entry as (
      insert into ledger_entries (kind, key, effective_at, message, price_id)
      select 'stake_approved', 'stake/request/' || member_id, recorded_at, 'STAKE', 1 from team_events
      returning id, split_part(key, '/', 3)::int as member_id, effective_at
    )
    select entry.*, business_usd_cents from entry join team_events using (member_id);
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select id, 1, 2, ${accountSql.ofMember("member_id", memberCodes.staked)}, business_usd_cents * ${fcPerUsdCent}, effective_at from made;
  insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select member_id, business_usd_cents, business_usd_cents * ${fcPerUsdCent}, 1, id,
      greatest(effective_at, '2025-12-01'), 1
    from made order by member_id;
  insert into ledger_entries (kind, key, effective_at, message) values ('pool_funded', 'pool', '2020-01-01', 'POOL');
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select id, 1, 7, 1, 4000000000000000000, effective_at from ledger_entries where key = 'pool';
  commit;
  vacuum analyze stakes, ledger_entries, ledger_postings, ledger_accounts`;

/** Adds a day of business: some members all over the network stake again. Returns the day. */
export async function addBusinessDay(network: StakedNetwork, number: number): Promise<string> {
  const { db, firstId, members } = network;
  const day = daysAfter(firstDay, number);
  // At noon, because the next closing reads the last hour of a day again.
  const at = new Date(endOfDay(day).getTime() - 12 * hour);
  const count = Math.floor(members / membersPerStake);
  const memberIds = Array.from(
    { length: count },
    (_, index) => firstId + ((index * membersPerStake + number * 7) % members),
  );
  await atomically(db, stakeAgain, { memberIds, at });
  await rollUp(db);
  return day;
}

async function stakeAgain(
  tx: Tx,
  { memberIds, at }: { memberIds: readonly number[]; at: Date },
): Promise<void> {
  await postSelected(
    tx,
    sql`select 'stake_approved' as kind, 'again/' || id || ${at.toISOString()} as key, ${at}::timestamptz as effective_at,
      'STAKE' as message, 1 as price_id, null::int as plan_version, null::jsonb as metadata, 2::bigint as debit_id,
      ${sql.raw(accountSql.ofMember("id", memberCodes.staked))} as credit_id, ${againUsdCents * fcPerUsdCent}::bigint as amount
    from unnest(${memberIds}::int[]) as member (id)`,
  );
  await sql`
    insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select ${sql.raw(accountSql.memberId("credit_id"))}, ${againUsdCents}, amount, 1, entry_id, effective_at, 1
    from ledger_postings where effective_at = ${at} and debit_id = 2`.execute(tx);
  await sql`
    insert into direct_bonuses_due (stake_id, sponsor_id, due_at)
    select stakes.id, sponsor_id, started_at from stakes join placements using (member_id)
    where started_at = ${at} and sponsor_id is not null`.execute(tx);
  const events = memberIds.map(
    (memberId) => ({ memberId, activeUsers: 0, businessUsdCents: againUsdCents }) as const,
  );
  await recordTeamEvents(tx, events, at);
}
