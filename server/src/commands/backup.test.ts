import { randomUUID } from "node:crypto";
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { walletSummary } from "@fc/contract/wallet/portal";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { backupTask } from "../core/backup/task.ts";
import { hour } from "../platform/clock.ts";
import { keepPicture } from "../platform/files/uploads.ts";
import { runCommand, startCommand } from "../testing/commands.ts";
import { fund } from "../testing/money.ts";
import { photo } from "../testing/pictures.ts";
import { ApiProcess } from "../testing/soak/api-process.ts";
import { sealAll } from "../testing/ledger/ledger.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { administer, dropDatabase, onDatabase } from "../testing/test-database.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../testing/test-app.ts";

// Each test starts several processes.
vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let member: TestMember;
let folder: string;
/** A good backup, and the tables as they were in it. */
let good: string;
let contentThen: Map<string, string>;

const sourceEnv = () => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: dirname(app.deps.incomingDir),
  SECRET_KEY: app.deps.secretKey.text,
});
const backups = () => join(folder, "backups");

/** Fills a house with money, seals and pictures, and backs it up while money goes on moving. */
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp();
  // Commands have the time of the machine.
  app.time.now = new Date();
  member = await app.addMember();
  const other = await app.addMember({ sponsor: member });
  await addPicture();
  for (let at = 0; at < 5; at++) await fund(app.db, at % 2 ? member : other, { transfer: 10 }, app.time.now);
  await app.worker.drain();
  await sealAll({ db: app.db, url: app.databaseUrl }, app.deps.secretKey);
  await asOwner(app.databaseUrl, async (client) => {
    await client.query("insert into secret_keys (id, began_at) values ($1, now())", [app.deps.secretKey.id]);
    // As if an older release had made it: one migration is not applied, and its work waits.
    await client.query("delete from schema_migrations where name like '0036%'");
    await client.query(`insert into jobs (task, payload, run_at, created_at)
      values ('forget-unfinished-uploads', '{}', '2126-01-01', now())`);
    // As a migration makes it where there are rows already.
    await client.query("drop index withdrawals_transaction");
    await client.query(
      "create unique index withdrawals_transaction on withdrawals (transaction_id) where id > 1234",
    );
  });
  contentThen = await contentOf(app.databaseUrl);

  // The backup has to wait at a late table, and the early ones change meanwhile.
  const blocker = await holdTable(app.databaseUrl, "withdrawals");
  const running = startCommand("backup", ["--to", backups()], sourceEnv());
  await blocker.isWaitedFor();
  await fund(app.db, member, { transfer: 1000 }, app.time.now);
  await addPicture();
  await blocker.release();
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("is not in it");
  good = join(backups(), (await readdir(backups()))[0]!);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a lost product is restored to one moment, and members sign in to what they had", async () => {
  const env = { DATA_DIR: join(folder, "restored"), SECRET_KEY: app.deps.secretKey.text };
  const { code, stdout, stderr } = await runCommand("restore", ["--from", good], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/Ledger: 5 entries, [1-9]\d* seals, 0 differences/);
  expect(stdout).toContain("Network: 2 members, 0 differences");

  const postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => undefined });
  const contentNow = await contentOf(postgres.url);
  expect(contentNow).toEqual(contentThen);
  expect(await shapeOf(postgres.url)).toEqual(await shapeOf(app.databaseUrl));
  await asOwner(postgres.url, async (client) => {
    const { rows } = await client.query("select task from jobs where task = 'forget-unfinished-uploads'");
    expect(rows).toEqual([]);
    await expect(client.query("update ledger_entries set message = 'x'")).rejects.toThrow("is refused");
    const pictures = await client.query<{ id: string }>("select id from uploads");
    for (const { id } of pictures.rows) {
      expect(await readFile(join(env.DATA_DIR, "files", id.slice(0, 2), id))).toEqual(
        await app.deps.files.read(id),
      );
    }
  });
  const server = new ApiProcess({ ...env, MAIL_INBOX_PORT: "0" });
  await server.start();
  const browser = new TestClient({ url: server.url! });
  await browser.logIn(member.refId);
  const { body } = await browser.call(walletSummary, { params: { userId: member.id } });
  expect(body.data).toMatchObject({ availableBalance: 20 });
  await server.stop();
  await postgres.stop();
});

test("only its owner can read a backup, and it does not hold the key unless that is asked for", async () => {
  const modes = await Promise.all(
    [good, join(good, "manifest.json"), join(good, "tables/members.copy.zst")].map(
      async (path) => (await stat(path)).mode & 0o777,
    ),
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
  expect(await readdir(good)).not.toContain("secret-key");
  const to = join(folder, "with-key");
  const made = await runCommand("backup", ["--to", to, "--with-key"], sourceEnv());
  expect(made.stdout).toContain("The secret key is in it");
  const key = join(to, (await readdir(to))[0]!, "secret-key");
  expect(await readFile(key, "utf8")).toBe(app.deps.secretKey.text);
  expect((await stat(key)).mode & 0o777).toBe(0o600);
});

test("a restore needs the right key and an empty place, and says so before it writes anything", async () => {
  const place = await emptyDatabase();
  const other = { DATABASE_URL: place.url, DATA_DIR: join(folder, "other"), SECRET_KEY: "x".repeat(32) };
  const wrong = await runCommand("restore", ["--from", good], other);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("another one") });
  expect(await tablesIn(place.url)).toBe(0);
  const full = await runCommand("restore", ["--from", good], sourceEnv());
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("The database is not empty") });
  const several = await runCommand("restore", ["--from", backups()], other);
  expect(several.stderr).toContain(good);
  await place.drop();
});

test("a damaged file is named, and nothing of such a backup is restored", async () => {
  const copy = join(folder, "damaged");
  await cp(good, copy, { recursive: true });
  const [pictures] = await readdir(join(copy, "pictures"));
  const picture = join("pictures", pictures!, (await readdir(join(copy, "pictures", pictures!)))[0]!);
  for (const file of ["tables/members.copy.zst", picture]) {
    const content = await readFile(join(copy, file));
    content[content.length - 1]! ^= 1;
    await writeFile(join(copy, file), content);
  }
  const { code, stderr } = await runCommand("restore", ["--from", copy, "--check"], sourceEnv());
  expect(code).toBe(1);
  expect(stderr).toContain("tables/members.copy.zst");
  expect(stderr).toContain(picture);
});

test("a backup that is killed is never taken for one, and the next one works", async () => {
  const to = join(folder, "killed");
  const blocker = await holdTable(app.databaseUrl, "withdrawals");
  const killed = startCommand("backup", ["--to", to], sourceEnv());
  await blocker.isWaitedFor();
  killed.kill();
  await killed.ended;
  await blocker.release();
  const [left] = await readdir(to);
  expect(await runCommand("restore", ["--from", join(to, left!)], sourceEnv())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no complete backup"),
  });
  expect((await runCommand("backup", ["--to", to], sourceEnv())).code).toBe(0);
  expect(await readdir(to)).not.toContain(left);
  const rows = await app.db.selectFrom("backups").select(["state", "problem"]).orderBy("id").execute();
  expect(rows.slice(-2)).toEqual([
    { state: "failed", problem: "It was cut off before its end." },
    { state: "done", problem: null },
  ]);
});

test("a restore that is killed lets no server start, and is repeated to its end", async () => {
  const place = await emptyDatabase();
  const env = { DATABASE_URL: place.url, DATA_DIR: join(folder, "killed-restore") };
  const restoring = { ...env, SECRET_KEY: app.deps.secretKey.text };
  const first = startCommand("restore", ["--from", good], restoring);
  // Everything is loaded, but not yet committed.
  const blocker = await holdTable(place.url, "restore_unfinished");
  await blocker.isWaitedFor();
  first.kill();
  await first.ended;
  await blocker.release();
  const server = await runCommand("../main", [], { ...restoring, PORT: "0" });
  expect(server).toMatchObject({ code: 1, stderr: expect.stringContaining("A restore into this database") });
  const second = await runCommand("restore", ["--from", good], restoring);
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(await contentOf(place.url)).toEqual(contentThen);
  await place.drop();
});

test("a folder that cannot be written is named, in the command, in the record and in the job", async () => {
  const to = join(good, "manifest.json", "below-a-file");
  const { code, stderr } = await runCommand("backup", ["--to", to], sourceEnv());
  const problem = `The backup cannot be written to ${to}: a part of its path is a file.`;
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${problem}\n` });
  const last = app.db.selectFrom("backups").select(["state", "problem"]).orderBy("id", "desc");
  expect(await last.executeTakeFirst()).toEqual({ state: "failed", problem });
  app.time.advance(13 * hour);
  await expect(task(to).run({})).rejects.toThrow(problem);
});

test("the worker makes one backup in its time, keeps some, and copies only new pictures", async () => {
  const dir = join(folder, "scheduled");
  const { run } = task(dir);
  const names: string[] = [];
  for (let at = 0; at < 3; at++) {
    app.time.advance(13 * hour);
    await run({});
    await run({});
    names.push((await readdir(dir)).toSorted().at(-1)!);
  }
  expect(await readdir(dir)).toEqual(names.slice(1));
  const pictureIn = async (name: string) => {
    const [sub] = (await readdir(join(dir, name, "pictures"))).toSorted();
    const [id] = await readdir(join(dir, name, "pictures", sub!));
    return (await stat(join(dir, name, "pictures", sub!, id!))).ino;
  };
  expect(await pictureIn(names[1]!)).toBe(await pictureIn(names[2]!));
});

function task(dir: string) {
  const { db, files, clock } = app.deps;
  const plan = { dir, everyHours: 12, keep: 2 };
  return backupTask({ db, files, clock, ownerUrl: app.databaseUrl, plan });
}

async function addPicture(): Promise<void> {
  const picture = {
    memberId: member.id,
    folder: "stacking-verification-images",
    file: await photo(),
  } as const;
  await keepPicture(app.deps, { ...picture, now: app.time.now });
}

async function asOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of every table as one text each. What runs by itself or describes the database itself is left out. */
async function contentOf(url: string): Promise<Map<string, string>> {
  const left = new Set(["backups", "schema_migrations", "schema_functions", "jobs"]);
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const content = new Map<string, string>();
    for (const { name } of rows.filter((row) => !left.has(row.name))) {
      const all = await client.query<{ text: string }>(
        `select coalesce(string_agg(row::text, chr(10) order by row::text), '') as text from "${name}" row`,
      );
      content.set(name, all.rows[0]!.text);
    }
    return content;
  });
}

/** Indexes, constraints, triggers, rights and the next number of each sequence. */
async function shapeOf(url: string): Promise<unknown[]> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query(`
      select indexdef as fact from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select relname || ' ' || coalesce(relacl::text, '') from pg_class
        where relnamespace = 'public'::regnamespace
      union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
        where sequencename !~ '^(backups|jobs|ledger_entries|mails)_'
      order by 1`);
    return rows;
  });
}

/** Holds a table, as soon as it is there, so that a command has to wait in the middle of its work. */
async function holdTable(url: string, table: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async (query: string) =>
    (await client.query<{ count: number }>(query, [table])).rows[0]!.count > 0;
  const isThere = () => count("select count(to_regclass($1))::int as count");
  const isWaitedFor = () =>
    count("select count(*)::int from pg_locks where not granted and relation = to_regclass($1)");
  await vi.waitUntil(isThere, { timeout: 20_000, interval: 5 });
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    isWaitedFor: () => vi.waitUntil(isWaitedFor, { timeout: 20_000, interval: 20 }),
    async release() {
      await client.query("rollback");
      await client.end();
    },
  };
}

async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `fc_restore_${randomUUID().replaceAll("-", "")}`;
  await administer(app.databaseUrl, `create database ${name}`);
  const url = onDatabase(app.databaseUrl, name);
  return { url, drop: () => dropDatabase(app.databaseUrl, name) };
}

async function tablesIn(url: string): Promise<number> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_tables where schemaname = 'public'",
    );
    return rows[0]!.count;
  });
}
