import { portOf } from "../../platform/port.ts";
import { errorCode } from "../../platform/error-code.ts";
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Place } from "./place.ts";
import { EmbeddedProblem } from "./problem.ts";

export type Postmaster = { pid: number; port: number };

export const OWNER = "fc_owner";
const STOP_LIMIT_MS = 30_000;

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Enough for the tests that run at once; some start nodes with pools of their own.
  max_connections: "200",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  random_page_cost: "1.1",
  // Our queries are short, so that compiling them costs more than it saves.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // The app gets failed statements as errors. In the log they would only collect members' data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};
const withoutDurability = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Makes the cluster under another name until it is complete, so that it is either whole or absent. */
export async function initialise(place: Place, programs: string): Promise<void> {
  await removeUnfinished(place);
  const unfinished = `${place.cluster}.unfinished-${process.pid}-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${unfinished}-password`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, place.state.password, { mode: 0o600 });
    if (place.account) {
      for (const file of [unfinished, passwordFile]) await chown(file, place.account.uid, place.account.gid);
    }
    await run(place, path.join(programs, "initdb"), [
      `--pgdata=${unfinished}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // PostgreSQL's own locale, so that the order of text does not depend on the machine's C library.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(place.state.durable ? [] : ["--no-sync"]),
    ]);
    await rename(unfinished, place.cluster);
  } catch (error) {
    // If two first starts run at the same time, the slower one uses the other's cluster.
    if (!(await isInitialised(place))) throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

export async function isInitialised(place: Place): Promise<boolean> {
  return exists(path.join(place.cluster, "PG_VERSION"));
}

// Removes what a killed start left; a live process is still working on its own folder.
async function removeUnfinished(place: Place): Promise<void> {
  const prefix = `${path.basename(place.cluster)}.unfinished-`;
  const parent = path.dirname(place.cluster);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    // An initdb that outlived its parent may still be writing: then the rest stays and does no harm.
    await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

export async function launch(place: Place, programs: string, firstTry: boolean): Promise<ChildProcess> {
  // Keeps the log of this run and of the one before, which shows why a server crashed.
  if (firstTry) await rename(place.logFile, `${place.logFile}.previous`).catch(() => undefined);
  // The pools of a running product know only this one, also when it starts at last because a full disk has room again.
  const port = await freePort(place.state.port);
  const chosen = { ...settings, ...(place.state.durable ? {} : withoutDurability), port: String(port) };
  const logFile = await open(place.logFile, "a", 0o600);
  try {
    const child = spawn(
      path.join(programs, "postgres"),
      ["-D", place.cluster, ...Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...place.account,
        cwd: "/",
        env: environment(),
        // In its own process group, because Ctrl-C is for us: we stop the server after the last request.
        detached: true,
        stdio: ["ignore", logFile.fd, logFile.fd],
      },
    );
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return child;
  } finally {
    await logFile.close();
  }
}

/**
 * The cluster's running server, started by us or left by a killed process. PostgreSQL writes it to postmaster.pid.
 */
export async function runningPostmaster(place: Place): Promise<Postmaster | undefined> {
  const pidFile = path.join(place.cluster, "postmaster.pid");
  const lines = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
  const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) };
  if (!postmaster.pid || !postmaster.port || !isAlive(postmaster.pid)) return undefined;
  if (await isPostgres(postmaster.pid)) return postmaster;
  // After a reboot, or in a restarted container, another program may have this process id, and PostgreSQL would
  // refuse to start because of it.
  await rm(pidFile, { force: true });
  return undefined;
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === "win32") return true;
  const program =
    process.platform === "linux"
      ? readFile(`/proc/${pid}/cmdline`, "utf8").then((line) => line.split("\0")[0] ?? "")
      : promisify(execFile)("ps", ["-ww", "-o", "comm=", "-p", String(pid)]).then((ps) => ps.stdout);
  return program.then(
    (name) => path.basename(name).startsWith("postgres"),
    // If the machine does not say, assume that it runs: taking a running server for dead would be worse.
    () => isAlive(pid),
  );
}

// A fast shutdown ends the sessions and writes everything to disk. The immediate one after the time limit loses no
// committed data either, because the next start replays the log.
export async function shutDown(place: Place, programs: string, { pid }: Postmaster): Promise<void> {
  const signal = async (name: "SIGINT" | "SIGQUIT", mode: "fast" | "immediate") => {
    if (process.platform !== "win32") process.kill(pid, name);
    else await run(place, path.join(programs, "pg_ctl"), ["stop", "-W", "-m", mode, "-D", place.cluster]);
  };
  // The file is checked too, because a dead process stays in the list where nobody reaps orphans.
  const isGone = async () => !isAlive(pid) || !(await exists(path.join(place.cluster, "postmaster.pid")));

  await signal("SIGINT", "fast");
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (!(await isGone())) {
    if (Date.now() > deadline) return signal("SIGQUIT", "immediate");
    await sleep(20);
  }
}

export async function endOfLog({ logFile }: Place): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "(no log)");
  return text.trimEnd().split("\n").slice(-15).join("\n");
}

async function run(place: Place, program: string, args: string[]): Promise<void> {
  const options = { ...place.account, cwd: "/", env: environment() };
  await promisify(execFile)(program, args, options).catch((error: Error & { stderr?: string }) => {
    throw new EmbeddedProblem(`${program} failed: ${error.stderr?.trim() || error.message}`, {
      cause: error,
    });
  });
}

// Our own environment is not passed on: it contains secrets, and its PG* variables would change the server's
// settings.
function environment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, LC_ALL: "C", TZ: "UTC" };
}

// Prefers the last port, so that the settings of other clients, such as psql, still work.
async function freePort(wanted = 0): Promise<number> {
  const server = net.createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
    server.listen(wanted, "127.0.0.1", () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
