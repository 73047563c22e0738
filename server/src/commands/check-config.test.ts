import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailCatcher } from "../development/mail-catcher/catcher.ts";
import { createLog } from "../platform/logger.ts";
import { withConnection } from "../platform/one-connection.ts";
import { webUrlOf } from "../platform/login.ts";
import { secretKeyFrom } from "../platform/secrets.ts";
import { runCommand, runHere, startServerHere } from "../testing/commands.ts";
import { contentOf, emptyDatabase, tablesIn } from "../testing/database-content.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { checkConfigCommand } from "./check-config.ts";

let app: TestApp;
let folder: string;
let mails: Awaited<ReturnType<typeof startMailCatcher>>;
beforeAll(async () => {
  app = await startTestApp();
  folder = await temporaryFolder();
  mails = await startMailCatcher({
    host: "127.0.0.1",
    webPort: 0,
    dataDir: folder,
    log: createLog("silent"),
  });
});
afterAll(async () => {
  await mails.stop();
  await app.stop();
});

const good = () => ({
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.example.com",
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: app.databaseUrl,
  SMTP_URL: mails.smtpUrl,
  MAIL_FROM: "no-reply@example.com",
  SECRET_KEY: "dnqrWzS6uW1Yt0uq9mTQvZ1cCJ3lq0pX8bE5hGkF7aA=",
  TRUST_PROXY: "1",
  BACKUP_DIR: join(folder, "backups"),
});
const check = (changed: Record<string, string> = {}) =>
  runHere(checkConfigCommand, [], { ...good(), ...changed });

const byOwner = (statement: string, values: unknown[] = []) =>
  withConnection({ url: app.databaseUrl, purpose: "test" }, (client) => client.query(statement, values));

/** Without what the running server tells of itself now and then. */
async function content() {
  const tables = await contentOf(app.databaseUrl);
  for (const name of ["nodes", "node_disks", "node_logins"]) tables.delete(name);
  return tables;
}

test("good settings are confirmed one by one, and nothing is changed", async () => {
  const before = await content();
  const { code, stdout, stderr } = await check();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const found of [
    "ok     DATA_DIR",
    "ok     Database: PostgreSQL 18",
    "ok     Clock",
    "ok     Mail server",
  ]) {
    expect(stdout).toContain(found);
  }
  expect(await content()).toEqual(before);
  const empty = await emptyDatabase(app.databaseUrl);
  expect((await check({ DATABASE_URL: empty.url })).stdout).toMatch(/the next start .* takes \d+ steps/);
  expect(await tablesIn(empty.url)).toBe(0);
  await empty.drop();
});

test("a key that is not the one of the database is named, as a start would refuse it", async () => {
  expect((await check()).stdout).toContain("ok     SECRET_KEY: the next start registers it");
  const { id } = secretKeyFrom(good().SECRET_KEY);
  await byOwner("insert into secret_keys (id, began_at) values ($1, now())", [id]);
  expect((await check()).stdout).toContain("ok     SECRET_KEY: the one of this database");
  const other = { SECRET_KEY: "VZ1uBq8yJtO0mA5hK3cQ7wXr2dLs9nPe6gYi4fTbHjM=" };
  const { code, stdout } = await check(other);
  expect([code, stdout]).toEqual([1, expect.stringContaining(`is not the key of this database (${id})`)]);
  const replacing = await check({ ...other, SECRET_KEY_PREVIOUS: good().SECRET_KEY });
  expect(replacing.stdout).toContain("ok     SECRET_KEY: the next start replaces the one in use by it");
});

test("production on a database that holds the demo is named", async () => {
  await byOwner(
    `insert into operators (email, name, role, may_skip_totp, created_at)
     values ('demo@example.com', 'Demo', 'viewer', true, now())`,
  );
  const { code, stdout } = await check();
  await byOwner("delete from operators where email = 'demo@example.com'");
  expect([code, stdout]).toEqual([1, expect.stringContaining("This database holds the demo")]);
});

test("each wrong setting is named in a line with what to do, and all are looked at", async () => {
  await writeFile(join(folder, "a-file"), "");
  await mkdir(join(folder, "data"), { recursive: true });
  const { code, stdout } = await check({
    DATABASE_URL: "postgres://owner:x@127.0.0.1:1/fc",
    SMTP_URL: "smtp://127.0.0.1:1",
    FILES_URL: "https://key:secret@127.0.0.1:1/bucket?region=here",
    BACKUP_DIR: join(folder, "a-file"),
    CHAIN_RPC_URLS: "https://127.0.0.1:1",
    CHAIN_ID: "56",
    COIN_CONTRACT: `0x${"1".repeat(40)}`,
    BACKUP_DRI: "/backups",
    SECRET_KEY: "k".repeat(32),
  });
  expect(code).toBe(1);
  for (const line of [
    "look   Settings: BACKUP_DRI is no setting of FC Portal, so nothing reads it. Did you mean BACKUP_DIR?",
    "look   Settings: SECRET_KEY can be guessed: it repeats itself.",
    "WRONG  Database: The database cannot be reached: nothing answers there.",
    "WRONG  Mail server: 127.0.0.1:1 takes no mails from us: ECONNREFUSED. Check SMTP_URL.",
    "WRONG  Pictures: The store for pictures cannot be used",
    `WRONG  Backups: ${join(folder, "a-file")} cannot be written (EEXIST). Set BACKUP_DIR`,
    "WRONG  Chain: ",
  ]) {
    expect(stdout).toContain(line);
  }
  expect(stdout).toContain("5 wrong.");
});

test("a node that only answers requests is checked by what its start needs", async () => {
  const front = {
    WORKER: "false",
    MIGRATE: "false",
    BACKUP_DIR: "",
    DATABASE_URL: webUrlOf(app.databaseUrl),
  };
  const { code, stdout } = await check(front);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("ok     Other logins: none, because this node"),
  ]);
  const empty = await emptyDatabase(app.databaseUrl);
  const early = await check({ ...front, DATABASE_URL: empty.url });
  expect([early.code, early.stdout]).toEqual([1, expect.stringContaining("Run npm run migrate first")]);
  await empty.drop();
});

test("an owner that may not make the database of a rehearsal is named", async () => {
  const rehearsing = { BACKUP_REHEARSE_DAYS: "7", MIGRATE: "false" };
  expect((await check(rehearsing)).stdout).toContain("ok     Rehearsals: the owner may create");
  const { username } = new URL(app.databaseUrl);
  await byOwner(`create role no_maker login password 'x' in role ${username}`);
  const url = new URL(app.databaseUrl);
  url.username = "no_maker";
  url.password = "x";
  const { stdout } = await check({ ...rehearsing, DATABASE_URL: url.href });
  await byOwner("drop role no_maker");
  expect(stdout).toMatch(
    /look {3}Rehearsals: .* no_maker may not create one\. .* alter role no_maker createdb/,
  );
});

test.skipIf(process.platform !== "linux")("a folder that can never be made is named at once", async () => {
  const { code, stdout } = await runCommand("check-config", [], { ...good(), DATA_DIR: "/proc/portal/data" });
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining("WRONG  DATA_DIR: /proc/portal/data cannot be written (ENOENT)."),
  ]);
  await expect(startServerHere({ DATA_DIR: "/proc/portal/data" })).rejects.toThrow(
    "The data folder /proc/portal/data cannot be used (ENOENT).",
  );
});

test("settings that contradict each other end the check with their names", async () => {
  const { code, stderr } = await check({ PORT: "abc" });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "Please correct these settings:\n  PORT: must be a whole number from 0 to 65535\n",
  });
});
