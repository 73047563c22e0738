import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { postgresPrograms } from "./binaries.ts";
import { existingPlace, openPlace, rememberPort, removePlace } from "./place.ts";
import type { Place } from "./place.ts";
import { OWNER, endOfLog, initialise, isInitialised, launch, runningPostmaster, shutDown } from "./server.ts";
import type { Postmaster } from "./server.ts";
import { EmbeddedProblem, orFullDisk, refuseSmallDisk } from "./problem.ts";

type Options = { dataDir: string; log: (line: string) => void; durable?: boolean };
type EmbeddedPostgres = { url: string; folder: string; stop(): Promise<void> };

const DATABASE = "fc_portal";
// Long, because after a crash PostgreSQL first replays its log.
const START_LIMIT_MS = 120_000;
// Another program may take the port before PostgreSQL does, another process may start the same folder at the same
// time, and the processes of a killed server need a moment to end.
const LAUNCH_LIMIT = 4;

/**
 * Starts the PostgreSQL of a data folder, or joins it if it already runs because a killed process left it or another
 * process of ours uses it. Joining is safe: each process holds a lock in the server, the server releases the lock
 * when
 * the process dies, and only the last process that stops shuts the server down.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true } = options;
  let folder = path.resolve(dataDir);
  try {
    const place = await openPlace(folder, durable);
    folder = place.cluster;
    return await startAt(place, options);
  } catch (error) {
    throw await orFullDisk(error, folder);
  }
}

async function startAt(place: Place, { log }: Options): Promise<EmbeddedPostgres> {
  const programs = await postgresPrograms(place);
  if (!(await isInitialised(place))) {
    if (place.state.port !== undefined) {
      throw new EmbeddedProblem(
        `The database folder ${place.cluster} is missing. Restore it, or remove ${place.dataDir} to start with an empty database.`,
      );
    }
    await refuseSmallDisk(place.cluster);
    log(`making a new PostgreSQL database in ${place.cluster}`);
    await initialise(place, programs);
  }

  const deadline = Date.now() + START_LIMIT_MS;
  let child: ChildProcess | undefined;
  for (let launches = 0; Date.now() < deadline; await sleep(25)) {
    const postmaster = await runningPostmaster(place);
    const presence = postmaster && (await join(place, postmaster));
    if (presence) {
      log(
        `PostgreSQL ${child?.pid === postmaster.pid ? "started" : "was running already, joined"} in ${place.cluster}`,
      );
      await rememberPort(place, postmaster.port);
      let stopped: Promise<void> | undefined;
      return {
        url: urlOf(place, postmaster.port, DATABASE),
        folder: place.cluster,
        stop: () => (stopped ??= leave(place, programs, postmaster, presence)),
      };
    }
    const isStarting = postmaster ?? (child && child.exitCode === null && child.signalCode === null);
    if (isStarting) continue;
    if (launches === LAUNCH_LIMIT) break;
    if (launches > 0) await sleep(500);
    child = await launch(place, programs, launches === 0);
    launches += 1;
  }
  throw new EmbeddedProblem(
    `PostgreSQL did not start. The end of its log, ${place.logFile}:\n${await endOfLog(place)}`,
  );
}

/** Stops the PostgreSQL of a data folder, even if it is in use, and removes all its data. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const place = await existingPlace(path.resolve(dataDir));
  if (!place) return;
  const postmaster = await runningPostmaster(place);
  if (postmaster) await shutDown(place, await postgresPrograms(place), postmaster);
  await removePlace(place);
}

/** A connection that holds the presence lock while it is open; undefined while the server is not ready. */
async function join(place: Place, { port }: Postmaster): Promise<pg.Client | undefined> {
  const presence = new pg.Client({
    connectionString: urlOf(place, port, "postgres"),
    application_name: "fc-portal presence",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The other connections report a server that stops.
  presence.on("error", () => undefined);
  try {
    await presence.connect();
    await presence.query("select pg_advisory_lock_shared($1)", [advisoryLocks.embeddedPostgresInUse]);
    const found = await presence.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await presence.query(`create database ${DATABASE}`);
    return presence;
  } catch (error) {
    await presence.end().catch(() => undefined);
    if (isTemporary(error)) return undefined;
    throw new EmbeddedProblem(`PostgreSQL in ${place.cluster} runs, but refuses us: ${String(error)}`, {
      cause: error,
    });
  }
}

// The server is starting, replaying its log or stopping, or another process creates the database at the same time.
function isTemporary(error: unknown): boolean {
  const temporaryCodes = ["57P01", "57P02", "57P03", "42P04", "23505", "55006"];
  return !(error instanceof pg.DatabaseError) || temporaryCodes.includes(error.code ?? "");
}

async function leave(place: Place, programs: string, joined: Postmaster, presence: pg.Client): Promise<void> {
  const isLast = await isLastToLeave(presence);
  const postmaster = await runningPostmaster(place);
  if (isLast && postmaster?.pid === joined.pid) await shutDown(place, programs, postmaster);
  await presence.end().catch(() => undefined);
}

async function isLastToLeave(presence: pg.Client): Promise<boolean> {
  try {
    await presence.query("select pg_advisory_unlock_shared($1)", [advisoryLocks.embeddedPostgresInUse]);
    // Held until the server is down: a process that arrives now waits, loses its connection, and starts the server
    // again.
    const lock = await presence.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.embeddedPostgresInUse,
    ]);
    return lock.rows[0]?.taken === true;
  } catch {
    // The server crashed or restarted, so our lock is gone.
    return true;
  }
}

function urlOf({ state }: Place, port: number, database: string): string {
  return `postgres://${OWNER}:${state.password}@127.0.0.1:${port}/${database}`;
}
