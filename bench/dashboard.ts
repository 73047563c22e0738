import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { activity, activitySums, balanceHistory } from "@fc/contract/activity/portal";
import { dashboard } from "@fc/contract/dashboard/portal";
import { statement, walletReports } from "@fc/contract/reports/portal";
import pg from "pg";
import { accountSql, memberAccount } from "../server/src/core/ledger/accounts.ts";
import { buildApp } from "../server/src/app.ts";
import { closedGuard } from "../server/src/core/approvals/plain-guards.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { generate } from "../server/src/testing/network/generate.ts";
import { createDb, createPool } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { folderStore } from "../server/src/platform/files/folder-store.ts";
import { Replica } from "../server/src/platform/replica/replica.ts";
import { createLog } from "../server/src/platform/logger.ts";
import { TestClient } from "../server/src/testing/test-app.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster, type Cluster } from "../server/src/testing/cluster.ts";
import { expectOk } from "./lib/answers.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say } from "./lib/report.ts";
import { mediansMs, timeMs } from "./lib/timing.ts";

const now = new Date("2026-01-31T12:00:00Z");
const password = "Bench-Horse-9";
const small = 1000;
const postingsEach = 10;
const lines = { few: 100, many: 100_000 };

export interface PreparedPortal {
  /** Signed in as the root, who has the largest legs. */
  root: SignedInMember;
  /** Members with few and with many lines in the earning wallet. */
  few: SignedInMember;
  many: SignedInMember;
  close(): Promise<void>;
}

export interface SignedInMember {
  id: number;
  client: TestClient;
}

/** Measures over HTTP what a member waits for when the portal opens, with few members and with many. */
export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const little = await build(cluster, "little", small);
    const big = await build(cluster, "big", members);
    await dashboards(big, little, members);
    await firstPages(big);
    await activities(big);
    await wholeStatement(big);
    await Promise.all([little.close(), big.close()]);
  });
}

async function build(cluster: Cluster, name: string, members: number): Promise<PreparedPortal> {
  const database = await cluster.create(name);
  return open(database.ownerUrl, await fillPortal(database.ownerUrl, members));
}

export interface PortalMembers {
  rootId: number;
  fewId: number;
  manyId: number;
}

/** A network with postings, and three members with a password. */
export async function fillPortal(ownerUrl: string, members: number): Promise<PortalMembers> {
  const made = await generate(ownerUrl, { members, seed: 1, shape: "deep", until: now });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const seconds = (await timeMs(() => fill(owner, made.firstId, made.lastId))) / 1000;
  say(
    `${members.toLocaleString("en-US")} members with ${postingsEach} postings each, in ${seconds.toFixed(0)} s`,
  );
  const [fewId, manyId] = [made.firstId + 1, made.firstId + 2];
  await history(owner, fewId, lines.few);
  await history(owner, manyId, lines.many);
  await owner.query("update members set password_hash = $1 where id = any ($2)", [
    await hashPassword(password),
    [made.rootId, fewId, manyId],
  ]);
  await owner.query("vacuum analyze ledger_entries, ledger_postings, ledger_accounts, stakes");
  await owner.end();
  return { rootId: made.rootId, fewId, manyId };
}

/** A node of the product with these members signed in. With `readUrl` it reads from a replica, as its owner. */
export async function open(
  ownerUrl: string,
  { rootId, fewId, manyId }: PortalMembers,
  readUrl?: string,
): Promise<PreparedPortal> {
  const pool = createPool({ url: loginUrlOf(ownerUrl), poolSize: 4 });
  const db = createDb(pool);
  const replica =
    readUrl === undefined
      ? undefined
      : new Replica({ url: loginUrlOf(readUrl), poolSize: 4, statementTimeoutMs: 10_000, db, pool });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-portal-bench-files-"));
  const deps = {
    db,
    log: createLog("silent"),
    clock: () => now,
    databaseClock: async () => now,
    secretKey: secretKeyFrom("a key for benchmarks, and nothing else"),
    production: false,
    unsafe: [],
    publicUrl: "http://localhost",
    files: folderStore(path.join(dataDir, "files")),
    folders: [],
    anchorsDir: "/nowhere",
    alertWebhook: undefined,
    pushHosts: [],
    chain: undefined,
    payoutGuard: closedGuard,
  };
  const options = { webRoot: "/nowhere", trustProxy: 1, metricsToken: undefined };
  const app = await buildApp(deps, { pool, replica, ...options });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const signedIn = async (id: number): Promise<SignedInMember> => {
    const member = db.selectFrom("members").select("ref_id").where("id", "=", id);
    const client = new TestClient({ url });
    const { body } = await client.logIn((await member.executeTakeFirstOrThrow()).ref_id, password);
    if (!body.isAuth) throw new Error("could not sign in");
    return { id, client };
  };
  return {
    root: await signedIn(rootId),
    few: await signedIn(fewId),
    many: await signedIn(manyId),
    async close() {
      await app.close();
      await replica?.close();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes rewards of the last weeks directly into the tables, as posting would have written them. */
async function fill(owner: pg.Client, firstId: number, lastId: number): Promise<void> {
  await owner.query(
    "insert into prices (fc_for_15_usd, inr_per_usd, effective_from, created_at) values (1234560000, 830000, '2020-01-01', now())",
  );
  await withoutTriggers(
    owner,
    `insert into ledger_entries (kind, key, effective_at, message)
     select 'ros', 'ros/' || at || '/' || id, '${now.toISOString()}'::timestamptz - at * interval '8 days', 'ROI'
     from generate_series(1, ${postingsEach}) as at, generate_series(${firstId}::int, ${lastId}::int) as id;
     insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
     select id, 1, 1, ${accountSql.ofMember("split_part(key, '/', 3)", "1 + split_part(key, '/', 2)::int % 4")}, 12345, effective_at
     from ledger_entries where kind = 'ros';
     ${balances("credit_id > 16")}`,
  );
}

async function history(owner: pg.Client, memberId: number, count: number): Promise<void> {
  await withoutTriggers(
    owner,
    `insert into ledger_entries (kind, key, effective_at, message)
     select 'pair_matching', 'pair/${memberId}/' || at, '${now.toISOString()}'::timestamptz - at * interval '5 minutes',
       'PAIR/150_150'
     from generate_series(1, ${count}) as at;
     insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
     select id, 1, 1, ${memberAccount(memberId, "earning")}, 777, effective_at
     from ledger_entries where key like 'pair/${memberId}/%';
     ${balances(`credit_id = ${memberAccount(memberId, "earning")}`)}`,
  );
}

/** SQL that sets the balances of the accounts with these postings. */
function balances(which: string): string {
  return `insert into ledger_accounts (id, balance, change)
    select credit_id, sum(amount), 0 from ledger_postings where ${which} group by credit_id
    on conflict (id) do update set balance = excluded.balance`;
}

/** Runs statements without triggers, which only the owner can do. */
async function withoutTriggers(owner: pg.Client, statements: string): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
}

export const requests = {
  dashboard: ({ client, id }) => client.call(dashboard, { params: { userId: id } }),
  report: ({ client, id }) => client.call(walletReports.earning.page, { params: { userId: id }, query: {} }),
  activity: ({ client, id }) => client.call(activity, { params: { userId: id }, query: {} }),
  search: ({ client, id }) =>
    client.call(activity, { params: { userId: id }, query: { search: "not to be found" } }),
  sums: ({ client, id }) => client.call(activitySums, { params: { userId: id }, query: {} }),
  chart: ({ client, id }) => client.call(balanceHistory, { params: { userId: id }, query: { range: "1y" } }),
} as const satisfies Record<string, (member: SignedInMember) => Promise<{ status: number }>>;

async function request(member: SignedInMember, what: keyof typeof requests): Promise<void> {
  expectOk(what, await requests[what](member));
}

async function dashboards(big: PreparedPortal, little: PreparedPortal, members: number): Promise<void> {
  const size = members.toLocaleString("en-US");
  for (const who of ["root", "few"] as const) {
    const read = (portal: PreparedPortal) => () => request(portal[who], "dashboard");
    await mediansMs(30, read(big), read(little));
    const [ours, peer] = await mediansMs(200, read(big), read(little));
    const whose = who === "root" ? "the root" : "a member with 110 postings";
    const name = `dashboard request of ${whose}, ${size} members and ${postingsEach} postings each, against ${small}`;
    report({ name, unit: "ms", ours, peer, promise: atFullSize(members, { ratioAtMost: 1.5 }) });
  }
  const [ours, peer] = await mediansMs(
    50,
    () => request(big.many, "dashboard"),
    () => request(big.few, "dashboard"),
  );
  const name = "the same of a member with 100,000 postings of the last year, against one with 110";
  report({ name, unit: "ms", ours, peer, promise: null });
}

async function firstPages({ many, few }: PreparedPortal): Promise<void> {
  const read = (member: SignedInMember) => () => request(member, "report");
  await mediansMs(30, read(many), read(few));
  const [ours, peer] = await mediansMs(200, read(many), read(few));
  const name = "first page of a wallet report of 100,000 rows, against one of 100";
  report({ name, unit: "ms", ours, peer, promise: { ratioAtMost: 1.5 } });
}

async function activities({ many, few }: PreparedPortal): Promise<void> {
  const names = {
    activity: {
      name: "first page of an activity of 100,000 movements, against one of 100",
      promise: { ratioAtMost: 1.5 },
    },
    search: { name: "the same, searched for words that are nowhere", promise: null },
    sums: { name: "sums of an activity of 100,000 movements, against one of 100", promise: null },
    chart: { name: "chart of a year with 100,000 movements, against one with 100", promise: null },
  } as const;
  for (const [what, { name, promise }] of Object.entries(names)) {
    const read = (member: SignedInMember) => () => request(member, what as keyof typeof names);
    await mediansMs(10, read(many), read(few));
    const [ours, peer] = await mediansMs(50, read(many), read(few));
    report({ name, unit: "ms", ours, peer, promise });
  }
}

async function wholeStatement({ many }: PreparedPortal): Promise<void> {
  let peakBytes = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 20);
  const query = { wallet: "earning", from: "2020-01-01", to: "2026-01-31" } as const;
  const ms = await timeMs(async () =>
    expectOk("statement", await many.client.call(statement, { params: { userId: many.id }, query })),
  );
  clearInterval(watch);
  const more = Math.round((peakBytes - before) / 2 ** 20);
  say(
    `a statement of 100,000 lines as a PDF: at most ${more} MB more than before, including the reader's copy`,
  );
  report({ name: "statement of 100,000 lines as a PDF", unit: "ms", ours: ms, peer: null, promise: null });
}
