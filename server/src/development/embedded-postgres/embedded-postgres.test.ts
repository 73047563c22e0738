import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { removeEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { until } from "../../testing/queue.ts";

// A start takes a second here, and much longer on a small machine busy with the other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MODULE = new URL("embedded-postgres.ts", import.meta.url).href;
let dataDir: string;
let logged: string[];
let others: ChildProcess[];

beforeEach(async () => {
  dataDir = await temporaryFolder();
  logged = [];
  others = [];
});

afterEach(async () => {
  for (const other of others) other.kill("SIGKILL");
  await removeEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startEmbeddedPostgres({ dataDir, log: (line) => logged.push(line) });

// Another process that starts the same folder, says so, and stops on SIGTERM.
async function startElsewhere(): Promise<ChildProcess> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    process.on("SIGTERM", () => void server.stop());
    console.log("ready");`;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own, to be killed as a whole.
    detached: true,
  });
  others.push(other);
  return other;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

async function pidOfServer(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

const isReachable = (url: string) =>
  query(url, "select 1").then(
    () => true,
    () => false,
  );

test("a first start makes an empty UTF-8 database that only its password opens", async () => {
  const server = await start();
  expect(server.url).toMatch(/^postgres:\/\/fc_owner:\w{48}@127\.0\.0\.1:\d+\/fc_portal$/);
  expect(
    await query(server.url, "select current_user, current_setting('server_encoding'), upper('é')"),
  ).toEqual(["fc_owner", "UTF8", "É"]);
  await expect(query(server.url.replace(/:\w{48}@/, ":guess@"), "select 1")).rejects.toThrow(
    "password authentication failed",
  );
  expect((await stat(path.join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
  await server.stop();
  expect(await isReachable(server.url)).toBe(false);
});

test("a restart keeps the data, the password and the port", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 'still here' as note");
  await first.stop();

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "select note from kept")).toEqual(["still here"]);
  await second.stop();
});

test("a server left behind by a killed process is joined, and stopped with us", async () => {
  const other = await startElsewhere();
  await once(other.stdout!, "data");
  const pid = await pidOfServer();
  other.kill("SIGKILL");
  await once(other, "exit");

  const server = await start();
  expect(await pidOfServer()).toBe(pid);
  expect(logged.join()).toContain("was running already");
  expect(await isReachable(server.url)).toBe(true);
  await server.stop();
  expect(await isReachable(server.url)).toBe(false);
});

test("what was committed survives a kill of the server", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 'committed' as note");
  process.kill(await pidOfServer(), "SIGKILL");
  await first.stop();

  const second = await start();
  expect(await query(second.url, "select note from kept")).toEqual(["committed"]);
  await second.stop();
});

test("a first start killed half-way is begun again", async () => {
  const other = await startElsewhere();
  const unfinished = async () => (await readdir(dataDir)).filter((name) => name.includes("unfinished"));
  await until(async () => (await unfinished()).length > 0);
  process.kill(-other.pid!, "SIGKILL");
  await once(other, "exit");
  expect(await unfinished()).not.toEqual([]);

  const server = await start();
  expect(await isReachable(server.url)).toBe(true);
  expect(await unfinished()).toEqual([]);
  await server.stop();
});

test("db:reset stops and removes the database of a development machine, and refuses any other", async () => {
  const server = await start();
  const reset = async (env: Record<string, string>) => {
    const file = fileURLToPath(new URL("../../../../scripts/db-reset.mjs", import.meta.url));
    const child = spawn(process.execPath, [file], { env: { ...process.env, DATA_DIR: dataDir, ...env } });
    return (await once(child, "exit"))[0] as number | null;
  };
  expect(await reset({ NODE_ENV: "production" })).toBe(1);
  expect(await reset({ DATABASE_URL: server.url })).toBe(1);
  expect(await isReachable(server.url)).toBe(true);
  expect(await reset({})).toBe(0);
  expect(await isReachable(server.url)).toBe(false);
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
});

test("two processes share one server, and the last one out stops it", async () => {
  const [server, other] = await Promise.all([
    start(),
    startElsewhere().then((it) => once(it.stdout!, "data").then(() => it)),
  ]);
  await server.stop();
  expect(await isReachable(server.url)).toBe(true);
  other.kill("SIGTERM");
  await once(other, "exit");
  expect(await isReachable(server.url)).toBe(false);
});

test("a process number that another program has by now does not keep the server from starting", async () => {
  const first = await start();
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  const noted = await readFile(pidFile, "utf8");
  await first.stop();
  await writeFile(pidFile, noted.replace(/^\d+/, String(process.pid)));

  const second = await start();
  expect(await isReachable(second.url)).toBe(true);
  await second.stop();
});

test("a failed start shows the end of the server's log", async () => {
  await (await start()).stop();
  await writeFile(path.join(dataDir, "postgres", "postgresql.conf"), "no_such_setting = 1\n");
  await expect(start()).rejects.toThrow("no_such_setting");
});

test("a lost database folder is reported, not replaced by an empty one", async () => {
  await (await start()).stop();
  await rm(path.join(dataDir, "postgres"), { recursive: true });
  await expect(start()).rejects.toThrow("is missing");
});

test("root's own folder, which the server's user cannot enter, still keeps the data", async ({ skip }) => {
  if (process.getuid?.() !== 0) skip("only root has such a folder");
  await chmod(dataDir, 0o700);
  const first = await start();
  await query(first.url, "create table kept as select 'still here' as note");
  await first.stop();
  expect(await readdir(dataDir)).not.toContain("postgres");

  const second = await start();
  expect(await query(second.url, "select note from kept")).toEqual(["still here"]);
  await second.stop();
});

/** A small disk of its own, which only root may make. */
async function onSmallDisk(megabytes: number, work: (folder: string) => Promise<void>): Promise<boolean> {
  const folder = path.join(dataDir, "disk");
  await mkdir(folder, { mode: 0o755 });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (mounted.status !== 0) return false;
  try {
    await work(folder);
  } finally {
    spawnSync("umount", ["--lazy", folder]);
  }
  return true;
}

test("on a disk that is too small for a database none is begun, which is said in a sentence", async ({
  skip,
}) => {
  const isDone = await onSmallDisk(30, async (folder) => {
    const starting = startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    await expect(starting).rejects.toThrow(/^A new database needs 150 MB, and 31 MB are free at .*DATA_DIR/);
    expect(await readdir(folder)).toEqual(["postgres.json"]);
  });
  if (!isDone) skip("this user may not mount a disk");
});

test("a database whose disk is full says so, and starts again when there is space", async ({ skip }) => {
  const isDone = await onSmallDisk(220, async (folder) => {
    const options = { dataDir: folder, log: () => undefined };
    const first = await startEmbeddedPostgres(options);
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    const filler = path.join(folder, "filler");
    await expect(writeFile(filler, Buffer.alloc(230_000_000))).rejects.toThrow("ENOSPC");
    await expect(startEmbeddedPostgres(options)).rejects.toThrow(
      /^The embedded PostgreSQL cannot start: the disk of \S+ is full .* Nothing is lost\./,
    );
    await rm(filler);
    const again = await startEmbeddedPostgres(options);
    expect(await query(again.url, "select one from kept")).toEqual([1]);
    await again.stop();
  });
  if (!isDone) skip("this user may not mount a disk");
});
