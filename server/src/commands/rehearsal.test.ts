import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastRehearsalProblem } from "../core/backup/backups.ts";
import { rehearsalTask } from "../core/backup/rehearsal-task.ts";
import { day } from "../platform/clock.ts";
import { migrate } from "../platform/migrate.ts";
import { runHere } from "../testing/commands.ts";
import { asOwner, contentOf, emptyDatabase } from "../testing/database-content.ts";
import { sealAll } from "../testing/ledger/ledger.ts";
import { fund } from "../testing/money.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { backupCommand } from "./backup.ts";
import { restoreCommand } from "./restore.ts";

let app: TestApp;
let folder: string;
let good: string;

const sourceEnv = () => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: dirname(app.deps.anchorsDir),
  SECRET_KEY: app.deps.secretKey.text,
});
const backup = (args: string[], env = sourceEnv()) => runHere(backupCommand, args, env);
const restore = (args: string[], env = sourceEnv()) => runHere(restoreCommand, args, env);

beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp();
  // Commands have the time of the machine.
  app.time.now = new Date();
  const member = await app.addMember();
  for (let at = 0; at < 3; at++) await fund(app.db, member, { transfer: 10 }, app.time.now);
  await app.worker.drain();
  await sealAll({ db: app.db, url: app.databaseUrl }, app.deps.secretKey);
  good = await backUp("good");
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function backUp(name: string): Promise<string> {
  const to = join(folder, name);
  expect(await backup(["--to", to])).toMatchObject({ code: 0, stderr: "" });
  const [made = ""] = await readdir(to);
  return join(to, made);
}

test("what somebody else keeps in the same schema is left out by name, and the backup is restored", async () => {
  const source = await emptyDatabase(app.databaseUrl);
  await migrate(source.url);
  await asOwner(source.url, (client) =>
    client.query(`
      create table reports_of_our_accountant (id serial primary key, member_id int references members (id));
      insert into reports_of_our_accountant (member_id) values (null);
      create sequence invoice_numbers;
      alter table members add column crm_note text, add column crm_seen date default now();
      create function crm_key(text) returns text immutable language sql return lower($1);
      create index members_by_crm_key on members (crm_key(name));
      create index "Members By Name" on members (name);
      create index members_by_crm_note on members (crm_note);`),
  );
  const env = { ...sourceEnv(), DATABASE_URL: source.url };
  const to = join(folder, "shared-schema");
  const made = await backup(["--to", to], env);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("reports_of_our_accountant") });
  const from = join(to, (await readdir(to))[0]!);
  expect(await restore(["--from", from, "--check"], env)).toMatchObject({ code: 0, stderr: "" });
  const place = await emptyDatabase(app.databaseUrl);
  const empty = { DATABASE_URL: place.url, DATA_DIR: join(folder, "shared-schema-place") };
  const restored = await restore(["--from", from], { ...env, ...empty });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["members.crm_note", "members.crm_seen", "invoice_numbers", "members_by_crm_key"]) {
    expect(restored.stdout).toContain(name);
  }
  const fresh = await emptyDatabase(app.databaseUrl);
  await migrate(fresh.url);
  const tablesAt = async (url: string) => [...(await contentOf(url)).keys()].toSorted();
  expect(await tablesAt(place.url)).toEqual(await tablesAt(fresh.url));
  for (const database of [source, place, fresh]) await database.drop();
});

test("a rehearsal restores a backup, verifies it, and leaves nothing behind", async () => {
  const before = await contentOf(app.databaseUrl);
  const { code, stdout, stderr } = await restore(["--from", good, "--rehearse"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Rehearsed: 3 entries of the ledger and 1 members came back, with 0 differences");
  expect(await rehearsalDatabases()).toEqual([]);
  expect(await contentOf(app.databaseUrl)).toEqual(before);
});

test("a rehearsal drops what an earlier one left behind, and nobody else's database", async () => {
  const name = `${new URL(app.databaseUrl).pathname.slice(1, 41)}_rehearsal`;
  await asOwner(app.databaseUrl, (client) => client.query(`create database ${name}`));
  const refused = await restore(["--from", good, "--rehearse"]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("that no rehearsal has made") });
  expect(await rehearsalDatabases()).toEqual([name]);
  const mark = "Made by npm run restore -- --rehearse. The next rehearsal drops it.";
  await asOwner(app.databaseUrl, (client) => client.query(`comment on database ${name} is '${mark}'`));
  expect(await restore(["--from", good, "--rehearse"])).toMatchObject({ code: 0, stderr: "" });
  expect(await rehearsalDatabases()).toEqual([]);
});

test("the worker tries the newest backup in its time, and a failure is kept until a rehearsal succeeds", async () => {
  const made = await backUp("tried");
  const task = rehearsalTask({
    db: app.db,
    databaseClock: async () => app.time.now,
    ownerUrl: app.databaseUrl,
    secretKey: app.deps.secretKey,
    dir: dirname(made),
    everyDays: 7,
  });
  const file = join(made, "tables/members.copy.zst");
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(1));
  app.time.advance(8 * day);
  expect(await task.hasWork?.()).toBe(true);
  await task.run({});
  expect(await lastRehearsalProblem(app.db)).toContain("members.copy.zst");
  expect(await task.hasWork?.()).toBe(false);
  await writeFile(file, whole);
  app.time.advance(7 * day);
  await task.run({});
  expect(await lastRehearsalProblem(app.db)).toBeUndefined();
  expect(await rehearsalDatabases()).toEqual([]);
});

/** Of this test's database. */
function rehearsalDatabases(): Promise<string[]> {
  return asOwner(app.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname = left(current_database(), 40) || '_rehearsal'",
    );
    return rows.map(({ name }) => name);
  });
}
