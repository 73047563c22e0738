import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { walletSummary } from "@fc/contract/wallet/portal";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { signatureOf, type Manifest } from "../core/backup/manifest.ts";
import { backupTask } from "../core/backup/task.ts";
import { hour } from "../platform/clock.ts";
import { keepPicture } from "../platform/files/uploads.ts";
import { migrate } from "../platform/migrate.ts";
import { runCommand, runHere, startCommand, startServerHere } from "../testing/commands.ts";
import {
  asOwner,
  contentOf,
  emptyDatabase,
  holdTable,
  shapeOf,
  tablesIn,
} from "../testing/database-content.ts";
import { fund } from "../testing/money.ts";
import { photo } from "../testing/pictures.ts";
import { sealAll } from "../testing/ledger/ledger.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../testing/test-app.ts";
import { backupCommand } from "./backup.ts";
import { restoreCommand } from "./restore.ts";

// Some tests start processes, which take long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
let member: TestMember;
let folder: string;
/** A good backup, and the tables as they were in it. */
let good: string;
let contentThen: Map<string, string>;

const sourceEnv = () => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: dirname(app.deps.anchorsDir),
  SECRET_KEY: app.deps.secretKey.text,
});
const backup = (args: string[], env = sourceEnv()) => runHere(backupCommand, args, env);
const restore = (args: string[], env: Record<string, string> = sourceEnv()) =>
  runHere(restoreCommand, args, env);
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
  // A list of liabilities, whose files are in no backup: nobody may be offered it after the restore.
  await asOwner(app.databaseUrl, (client) =>
    client.query(`insert into liability_lists (id, day, secret, leaves, begun_at)
      values (gen_random_uuid(), current_date, '', 3, now())`),
  );

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
  const { code, stdout, stderr } = await restore(["--from", good], env);
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
  const server = await startServerHere(env);
  const browser = new TestClient({ url: server.url });
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
  const made = await backup(["--to", to, "--with-key"]);
  expect(made.stdout).toContain("The secret key is in it");
  const key = join(to, (await readdir(to))[0]!, "secret-key");
  expect(await readFile(key, "utf8")).toBe(app.deps.secretKey.text);
  expect((await stat(key)).mode & 0o777).toBe(0o600);
});

test("a restore needs the right key and an empty place, and says so before it writes anything", async () => {
  const place = await emptyDatabase(app.databaseUrl);
  const other = { DATABASE_URL: place.url, DATA_DIR: join(folder, "other"), SECRET_KEY: "x".repeat(32) };
  const wrong = await restore(["--from", good], other);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("another one") });
  expect(await tablesIn(place.url)).toBe(0);
  const full = await restore(["--from", good]);
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("The database is not empty") });
  const several = await restore(["--from", backups()], other);
  expect(several.stderr).toContain(good);
  await place.drop();
});

test("a damaged file is named, and nothing of such a backup is restored", async () => {
  const copy = await copyOf(good, "damaged");
  const picture = await pictureIn(copy);
  for (const file of ["tables/members.copy.zst", picture]) await damage(join(copy, file));
  const { code, stderr } = await restore(["--from", copy, "--check"]);
  expect(code).toBe(1);
  expect(stderr).toContain("tables/members.copy.zst");
  expect(stderr).toContain(picture);
  const insisting = await restore(["--from", copy, "--check", "--without-damaged-pictures"]);
  expect(insisting).toMatchObject({ code: 1, stderr: expect.stringContaining("members.copy.zst") });
});

test("a manifest that somebody changed is refused, and one never runs more than its indexes", async () => {
  const place = await emptyDatabase(app.databaseUrl);
  const env = { ...sourceEnv(), DATABASE_URL: place.url, DATA_DIR: join(folder, "changed-place") };
  const copy = await copyOf(good, "changed");
  const manifest = JSON.parse(await readFile(join(copy, "manifest.json"), "utf8")) as Manifest;
  manifest.indexes[0]!.definition += "; copy (select 1) to program 'false'";
  const text = JSON.stringify(manifest);
  await writeFile(join(copy, "manifest.json"), text);
  const refused = { code: 1, stderr: expect.stringContaining("changed after it was signed") };
  expect(await restore(["--from", copy], env)).toMatchObject(refused);
  // As somebody who has the key could sign it, such as with a backup that holds it.
  await writeFile(join(copy, "manifest.signature"), signatureOf(app.deps.secretKey, text));
  const more = { code: 1, stderr: expect.stringContaining("more than an index") };
  expect(await restore(["--from", copy], env)).toMatchObject(more);
  await rm(join(copy, "manifest.signature"));
  expect(await restore(["--from", copy], env)).toMatchObject(refused);
  expect(await tablesIn(place.url)).toBe(0);
  await place.drop();
  const foreign = await backup(["--to", join(folder, "foreign")], {
    ...sourceEnv(),
    SECRET_KEY: "x".repeat(32),
  });
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining(app.deps.secretKey.id) });
});

test("a check reads every table as a restore would, and finds rows that are not those of the manifest", async () => {
  const checked = await restore(["--from", good, "--check"]);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("read to its end") });
  const copy = await copyOf(good, "miscounted");
  const manifest = JSON.parse(await readFile(join(copy, "manifest.json"), "utf8")) as Manifest;
  const members = manifest.tables.find(({ name }) => name === "members")!;
  members.columns.push("one_more");
  const text = JSON.stringify(manifest);
  await writeFile(join(copy, "manifest.json"), text);
  await writeFile(join(copy, "manifest.signature"), signatureOf(app.deps.secretKey, text));
  const refused = await restore(["--from", copy, "--check"]);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("cannot be restored: members holds"),
  });
});

test("a picture that went bad in one backup is whole in the next one", async () => {
  const to = join(folder, "rot");
  expect((await backup(["--to", to])).code).toBe(0);
  const [first] = await readdir(to);
  await damage(join(to, first!, await pictureIn(join(to, first!))));
  expect((await backup(["--to", to])).code).toBe(0);
  const next = (await readdir(to)).toSorted().at(-1)!;
  expect(next).not.toBe(first);
  expect(await restore(["--from", join(to, next), "--check"])).toMatchObject({ code: 0, stderr: "" });
});

test("the backup just made is kept, also beside one that is named in the future", async () => {
  const to = join(folder, "ahead");
  expect((await backup(["--to", to])).code).toBe(0);
  const ahead = "2099-01-01T00-00-00-000Z";
  await rename(join(to, (await readdir(to))[0]!), join(to, ahead));
  for (const made of [1, 2]) {
    const { stdout } = await backup(["--to", to, "--keep", "1"]);
    expect(stdout, `backup ${made}`).toContain(`${ahead} is named later than now`);
    const [newest, ...others] = await readdir(to);
    expect(stdout).toContain(`${newest}: `);
    expect(others).toEqual([ahead]);
  }
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
  expect(await restore(["--from", join(to, left!)])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no complete backup"),
  });
  expect((await backup(["--to", to])).code).toBe(0);
  expect(await readdir(to)).not.toContain(left);
  const rows = await app.db.selectFrom("backups").select(["state", "problem"]).orderBy("id").execute();
  expect(rows.slice(-2)).toEqual([
    { state: "failed", problem: "It was cut off before its end." },
    { state: "done", problem: null },
  ]);
});

test("a restore that is killed or finds differences lets no server start, and is repeated to its end", async () => {
  const place = await emptyDatabase(app.databaseUrl);
  const env = { DATABASE_URL: place.url, DATA_DIR: join(folder, "killed-restore") };
  const restoring = { ...env, SECRET_KEY: app.deps.secretKey.text };
  // Both are processes, as a person starts them: the others run their code here.
  const first = startCommand("restore", ["--from", good], restoring);
  // Everything is loaded, but not yet committed.
  const blocker = await holdTable(place.url, "restore_unfinished");
  await blocker.isWaitedFor();
  first.kill();
  await first.ended;
  await blocker.release();
  await expect(startServerHere(restoring)).rejects.toThrow("A restore into this database");
  const second = await runCommand("restore", ["--from", good], restoring);
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(await contentOf(place.url)).toEqual(contentThen);

  // The same database as if the restore had just loaded rows that are wrong.
  await asOwner(place.url, async (client) => {
    await client.query(
      `create table restore_unfinished as select started_at as backup_started_at, true as is_loaded from backups`,
    );
    await client.query(
      "set session_replication_role = replica; update ledger_postings set amount = amount + 1",
    );
  });
  const copy = await copyOf(good, "with-bad-picture");
  const picture = await pictureIn(copy);
  await damage(join(copy, picture));
  const again = { ...restoring, DATA_DIR: join(folder, "second-place") };
  const named = await restore(["--from", copy], again);
  expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining("--without-damaged-pictures") });
  expect(named.stderr).toContain(picture);
  const differing = await restore(["--from", copy, "--without-damaged-pictures"], again);
  expect(differing).toMatchObject({ code: 1, stdout: expect.stringContaining("no server starts") });
  expect(differing.stdout).toContain(picture);
  await expect(migrate(place.url)).rejects.toThrow("ended with differences");
  const accepting = ["--from", copy, "--without-damaged-pictures", "--accept-differences"];
  expect(await restore(accepting, again)).toMatchObject({ code: 0, stderr: "" });
  await migrate(place.url);
  const stored = await readdir(join(again.DATA_DIR, "files"), { recursive: true, withFileTypes: true });
  const ids = stored.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(ids).toHaveLength(1);
  expect(ids).not.toContain(basename(picture));
  await place.drop();
});

test("a folder that cannot be written is named, in the command, in the record and in the job", async () => {
  const to = join(good, "manifest.json", "below-a-file");
  const { code, stderr } = await backup(["--to", to]);
  const problem = `The backup cannot be written to ${to}: a part of its path is a file.`;
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${problem}\n` });
  const last = app.db.selectFrom("backups").select(["state", "problem"]).orderBy("id", "desc");
  expect(await last.executeTakeFirst()).toEqual({ state: "failed", problem });
  app.time.advance(13 * hour);
  await expect(task(to).run({})).rejects.toThrow(problem);
});

test("a backup is made also while the disk of the database is full, and says that its record is missing", async () => {
  await asOwner(app.databaseUrl, async (owner) => {
    await owner.query(`create function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    await owner.query("create trigger disk_is_full before insert on backups execute function disk_is_full()");
  });
  const { code, stdout } = await backup(["--to", join(folder, "full")]);
  await asOwner(app.databaseUrl, (owner) => owner.query("drop function disk_is_full cascade"));
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("The backup is whole, but the disk of the database"),
  ]);
  const [made = ""] = await readdir(join(folder, "full"));
  expect((await restore(["--from", join(folder, "full", made), "--check"])).code).toBe(0);
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
  const numberOf = async (name: string) =>
    (await stat(join(dir, name, await pictureIn(join(dir, name))))).ino;
  expect(await numberOf(names[1]!)).toBe(await numberOf(names[2]!));
});

function task(dir: string) {
  const { db, files, databaseClock, secretKey } = app.deps;
  const plan = { dir, everyHours: 12, keep: 2, rehearseDays: undefined };
  return backupTask({ db, files, databaseClock, secretKey, ownerUrl: app.databaseUrl, plan });
}

async function copyOf(backedUp: string, name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(backedUp, copy, { recursive: true });
  return copy;
}

/** The first picture of a backup, below its folder. */
async function pictureIn(backedUp: string): Promise<string> {
  const [below] = (await readdir(join(backedUp, "pictures"))).toSorted();
  const [id] = (await readdir(join(backedUp, "pictures", below!))).toSorted();
  return join("pictures", below!, id!);
}

async function damage(file: string): Promise<void> {
  const content = await readFile(file);
  content[content.length - 1]! ^= 1;
  await writeFile(file, content);
}

async function addPicture(): Promise<void> {
  const picture = {
    memberId: member.id,
    folder: "stacking-verification-images",
    file: await photo(),
  } as const;
  await keepPicture(app.deps, { ...picture, now: app.time.now });
}
