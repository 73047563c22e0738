import { sql } from "kysely";
import pg from "pg";
import { accountSql, memberAccount, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { postSelected } from "../server/src/core/ledger/bulk.ts";
import { houseBalances } from "../server/src/core/ledger/house.ts";
import { seal } from "../server/src/core/ledger/seal.ts";
import { statementPage } from "../server/src/core/ledger/statement.ts";
import { verify } from "../server/src/core/ledger/verify.ts";
import { atomically, createDb, createPool } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { BarePeer } from "./ledger-peers.ts";
import { transfers } from "./ledger-transfers.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster, type Database } from "../server/src/testing/cluster.ts";
import type { Options } from "./lib/options.ts";
import { report, say } from "./lib/report.ts";
import { mediansMs, timeMs } from "./lib/timing.ts";

const now = new Date("2026-01-31T12:00:00Z");
const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
const bulkEntries = 200_000;

export async function run({ durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const database = await cluster.create("ledger");
    await addMembers(database, bulkEntries);
    await transfers(database);
    await closing(database);
    await statements(database);
    await sealing(database);
    const { differences, entries, postings } = await verify(database.ownerUrl, { secretKey });
    say(`verified ${entries} entries, ${postings} postings`);
    report({
      name: "differences that the verification of the ledger finds afterwards",
      unit: "differences",
      ours: differences.length,
      peer: null,
      promise: { limit: 0 },
    });
  });
}

async function addMembers({ ownerUrl }: Database, count: number): Promise<void> {
  await asOwner(
    ownerUrl,
    `insert into members (ref_id, name, email, joined_at)
     select 'FC' || at, 'Asha Rao', 'asha@example.com', '${now.toISOString()}' from generate_series(1, ${count}) as at;
     vacuum analyze members`,
  );
}

/** Pays a reward to each of 200,000 members. The first run makes the accounts, the later ones change them. */
async function closing(database: Database): Promise<void> {
  // The real closing posts in parts. All of it in one statement may take longer than a request may, and so may the peer.
  const pool = createPool({ url: loginUrlOf(database.ownerUrl), poolSize: 1 });
  const db = createDb(pool, { statementTimeoutMs: 600_000 });
  await atomically(
    db,
    postSelected,
    sql`select 'pool_funded' as kind, 'pool' as key, ${now}::timestamptz as effective_at, 'POOL' as message,
      null::int as price_id, null::int as plan_version, null::jsonb as metadata, 7::bigint as debit_id,
      1::bigint as credit_id, 1000000000000 as amount`,
  );
  const pay = (day: string) =>
    atomically(
      db,
      postSelected,
      sql`select 'ros' as kind, 'ros/' || ${day} || '/' || id as key, ${now}::timestamptz as effective_at,
        'ROI' as message, 1 as price_id, 1 as plan_version, null::jsonb as metadata, 1::bigint as debit_id,
        ${sql.raw(accountSql.ofMember("id", memberCodes.staking))} as credit_id, (500 + id % 1000)::bigint as amount
      from generate_series(1, ${bulkEntries}::int) as id`,
    );
  const first = await timeMs(() => pay("2026-01-29"));
  say(
    `the first closing of ${bulkEntries} members, which makes their accounts: ${(first / 1000).toFixed(2)} s`,
  );
  await asOwner(database.ownerUrl, BarePeer.bulkTables(bulkEntries));
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const times: { ours: number; moved: number; entries: number }[] = [];
  for (let day = 1; day <= 5; day++) {
    times.push({
      ours: await timeMs(() => pay(`2026-02-0${day}`)),
      moved: await timeMs(() => owner.query(BarePeer.bulk(bulkEntries, day))),
      entries: await timeMs(() => owner.query(BarePeer.bulkEntries(bulkEntries, day))),
    });
  }
  await owner.end();
  const median = (of: (time: (typeof times)[number]) => number) =>
    times.map(of).toSorted((a, b) => a - b)[2]!;
  const ours = median((time) => time.ours);
  const moved = median((time) => time.moved);
  const written = median((time) => time.moved + time.entries);
  const name = `a closing of ${bulkEntries} entries, against a bare insert of its postings and a bare update of its balances`;
  report({ name, unit: "ms", ours, peer: moved, promise: null });
  report({
    name: "the same, against a bare insert of its entries as well",
    unit: "ms",
    ours,
    peer: written,
    promise: { ratioAtMost: 2.5 },
  });
  await pool.end();
}

async function statements(database: Database): Promise<void> {
  const { db, close } = database.connect(1);
  for (const [member, lines] of [
    [1001, 100],
    [1002, 100_000],
  ] as const) {
    await atomically(
      db,
      postSelected,
      sql`select 'ros' as kind, 'history/' || ${member}::int || '/' || at as key,
        ${now}::timestamptz - at * interval '1 minute' as effective_at, 'ROI' as message, null::int as price_id,
        null::int as plan_version, null::jsonb as metadata, 1::bigint as debit_id, ${memberAccount(member, "earning")}::bigint as credit_id,
        10::bigint as amount from generate_series(1, ${lines}::int) as at`,
    );
  }
  await asOwner(database.ownerUrl, "vacuum analyze ledger_postings, ledger_entries, ledger_accounts");
  const read = (memberId: number) => () => statementPage(db, { memberId, accounts: ["earning"], limit: 50 });
  await mediansMs(20, read(1001), read(1002));
  const [short, long] = await mediansMs(300, read(1001), read(1002));
  const name = "first page of a statement of 100,000 lines, against one of 100";
  report({ name, unit: "ms", ours: long, peer: short, promise: { ratioAtMost: 1.5 } });
  await close();
}

async function sealing(database: Database): Promise<void> {
  const { db, close } = database.connect(1);
  const before = await timeMs(() => houseBalances(db));
  const ms = await timeMs(async () => {
    for (let at = 0; at < 3; at++) await seal(db, { secretKey, now });
  });
  const { rows } = await sql<{ entries: bigint }>`select sum(entries) as entries from ledger_seals`.execute(
    db,
  );
  say(`${rows[0]!.entries} entries sealed in ${(ms / 1000).toFixed(2)} s`);
  const after = await timeMs(() => houseBalances(db));
  say(
    `the house's balances: ${before.toFixed(1)} ms with nothing sealed, ${after.toFixed(1)} ms with all sealed`,
  );
  await close();
}

async function asOwner(ownerUrl: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // One statement at a time, because vacuum cannot run in a transaction.
  for (const statement of script.split(";")) await client.query(statement);
  await client.end();
}
