import { sql } from "kysely";
import pg from "pg";
import { indiaDayOf, daysAfter, endOfDay } from "@fc/contract/period";
import { postSelected } from "../server/src/core/ledger/bulk.ts";
import { generate, type Generated } from "../server/src/core/network/generate.ts";
import { recordEvents } from "../server/src/core/network/place.ts";
import { rollUp } from "../server/src/core/network/roll-up.ts";
import { closingStep } from "../server/src/core/plan/closing.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import { withCluster, type Cluster, type Database } from "./lib/cluster.ts";
import type { Options } from "./lib/options.ts";
import { report, say } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const until = new Date("2026-01-31T12:00:00Z");
const firstDay = indiaDayOf(until);
const days = 3;
/** Stakes bought on each measured day, of a hundred members. */
const restakersOf100 = 1;

interface Network extends Generated {
  members: number;
  database: Database;
  db: Db;
  close(): Promise<void>;
}

export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const tenth = await closings(await build(cluster, "tenth", Math.max(1000, members / 10)));
    const whole = await closings(await build(cluster, "whole", members));
    say(`${tenth} ${whole}`);
  });
}

async function closings(network: Network): Promise<number> {
  const { db } = network;
  for (let at = 0; at <= days; at++) {
    const day = daysAfter(firstDay, at);
    if (at > 0) await newStakes(network, day, at);
    const now = new Date(endOfDay(day).getTime() + 120_000);
    let total = 0;
    const steps: string[] = [];
    for (let state = ""; state !== "sealed";) {
      const ms = await timeMs(async () => {
        state = (await atomically(db, closingStep, { day, now })).state;
      });
      total += ms;
      steps.push(`${state} ${ms.toFixed(0)}`);
    }
    const row = await db.selectFrom("closings").selectAll().where("day", "=", day).executeTakeFirstOrThrow();
    say(`${day}: ${total.toFixed(0)} ms, ${row.credits} credits; ${steps.join(", ")}`);
    const bare = await barePeer(network, row.credits, at);
    say(`bare ${bare.toFixed(0)} ratio ${(total / bare).toFixed(2)}`);
  }
  await network.close();
  return 0;
}

async function barePeer(network: Network, lines: number, round: number): Promise<number> {
  const owner = new pg.Client({ connectionString: network.database.ownerUrl });
  await owner.connect();
  if (round === 0)
    for (const part of `create table bulk_balances (id bigint primary key, balance bigint not null check (balance >= 0))
        with (fillfactor = 50);
      insert into bulk_balances select at * 16 + 1, 0 from generate_series(1, ${lines}) as at;
      create table bulk_postings (like ledger_postings including constraints);
      alter table bulk_postings add primary key (entry_id, line);
      create index on bulk_postings (debit_id, effective_at, entry_id, line) include (amount) where debit_id > 16;
      create index on bulk_postings (credit_id, effective_at, entry_id, line) include (amount) where credit_id > 16;
      vacuum analyze bulk_balances`.split(";"))
      await owner.query(part);
  const ms = await timeMs(() =>
    owner.query(`insert into bulk_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
      select ${round * 1000} + id / 30000, id % 30000, 1, id * 16 + 1, 500 + id % 1000, '2026-01-31'
      from generate_series(1, ${lines}) as id;
      update bulk_balances set balance = balance + 500 + (id >> 4) % 1000`),
  );
  await owner.end();
  return ms;
}

async function newStakes({ db, firstId, members }: Network, day: string, round: number): Promise<void> {
  const at = new Date(endOfDay(day).getTime() - 3_600_000);
  const memberIds = Array.from(
    { length: Math.floor((members * restakersOf100) / 100) },
    (_, index) => firstId + ((index * 100 + round * 7) % members),
  );
  await atomically(db, addStakes, { memberIds, at });
  await atomically(
    db,
    async (tx, ids: number[]) => {
      await recordEvents(
        tx,
        ids.map((memberId) => ({ memberId, activeUsers: 0, businessUsdCents: 7500n })),
        at,
      );
    },
    memberIds,
  );
  await rollUp(db);
}

async function addStakes(
  tx: Parameters<typeof postSelected>[0],
  { memberIds, at }: { memberIds: number[]; at: Date },
) {
  await postSelected(
    tx,
    sql`select 'stake_approved' as kind, 'stake/' || ${at.toISOString()} || '/' || id as key, ${at}::timestamptz as effective_at,
    'STAKE' as message, 1 as price_id, null::int as plan_version, null::jsonb as metadata, 2::bigint as debit_id,
    id * 16::bigint + 5 as credit_id, 750000000::bigint as amount from unnest(${memberIds}::int[]) as member (id)`,
  );
  await sql`insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select (credit_id >> 4)::int, 7500, amount, 1, entry_id, ${at}, 1
    from ledger_postings join ledger_entries on id = entry_id where key like ${`stake/${at.toISOString()}/%`}`.execute(
    tx,
  );
  await sql`insert into direct_bonuses_due (stake_id, sponsor_id, due_at) select stakes.id, sponsor_id, started_at
    from stakes join placements using (member_id) where started_at = ${at} and sponsor_id is not null`.execute(
    tx,
  );
}

async function build(cluster: Cluster, name: string, members: number): Promise<Network> {
  const database = await cluster.create(name);
  const start = performance.now();
  const made = await generate(database.ownerUrl, {
    members,
    seed: 1,
    shape: "deep",
    until,
    everybodyStakes: true,
  });
  const { db, close } = database.connect(2);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into prices (fc_for_15_usd, inr_per_usd, effective_from, created_at) values (150000000, 830000, '2020-01-01', '2020-01-01')`,
  );
  await owner.query("begin");
  await owner.query(`
    create temp table made as
    with entry as (
      insert into ledger_entries (kind, key, effective_at, message, price_id)
      select 'stake_approved', 'stake/request/' || member_id, recorded_at, 'STAKE', 1 from team_events
      returning id, split_part(key, '/', 3)::int as member_id, effective_at
    ) select * from entry`);
  await owner.query(`
    insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select made.id, 1, 2, member_id * 16::bigint + 5, business_usd_cents * 100000, effective_at from made join team_events using (member_id)`);
  await owner.query(`
    insert into stakes (member_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, plan_version)
    select member_id, business_usd_cents, business_usd_cents * 100000, 1, made.id, greatest(recorded_at, '2025-12-01'), 1 from team_events join made using (member_id) order by member_id`);
  await owner.query(
    `insert into ledger_entries (kind, key, effective_at, message) values ('pool_funded', 'pool2', '2020-01-01', 'POOL')`,
  );
  await owner.query(
    `insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at) select id, 1, 7, 1, 4000000000000000000, effective_at from ledger_entries where key = 'pool2'`,
  );
  await owner.query(`commit`);
  await owner.query("vacuum analyze stakes, ledger_entries, ledger_postings, ledger_accounts");
  await owner.end();
  say(
    `${members} members in ${((performance.now() - start) / 1000).toFixed(1)} s; deepest ${made.depth} levels down`,
  );
  return { ...made, members, database, db, close };
}
void report;
