import * as z from "zod";
import { errorCode } from "../../platform/error-code.ts";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, link, lstat, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { makeFolder } from "../../platform/folders.ts";
import { EmbeddedProblem } from "./problem.ts";

/** The system user that the server runs as, in the form that spawn takes. */
export type Account = { uid: number; gid: number };

/** What a data folder stores about its PostgreSQL. Only the owner can read the file. */
const stored = z.object({
  password: z.string(),
  durable: z.boolean(),
  /** The cluster's folder, if it could not be inside the data folder. */
  relocatedTo: z.exactOptional(z.string()),
  /** The server's last port. Absent until the first start has succeeded. */
  port: z.exactOptional(z.number()),
});
export type State = z.output<typeof stored>;

export type Place = {
  dataDir: string;
  state: State;
  cluster: string;
  logFile: string;
  /** Undefined means our own user. */
  account: Account | undefined;
};

const isRoot = process.getuid?.() === 0;

export async function openPlace(dataDir: string, durable: boolean): Promise<Place> {
  await makeFolder(dataDir);
  let state = await readState(dataDir);
  if (state === undefined) {
    const parent = isRoot ? await parentWithinReach(dataDir, await unprivilegedAccount()) : dataDir;
    state = await claim(dataDir, {
      password: randomBytes(24).toString("hex"),
      durable,
      // Random, so that a data folder that is removed and made again does not find its old cluster.
      ...(parent !== dataDir && {
        relocatedTo: path.join(parent, `postgres-${randomBytes(6).toString("hex")}`),
      }),
    });
  }
  if (state.durable !== durable) {
    throw new EmbeddedProblem(
      `The database in ${dataDir} was made ${state.durable ? "to last" : "for tests, without durability"}, ` +
        `and cannot be opened the other way. Choose another folder.`,
    );
  }
  return placeOf(dataDir, state);
}

/** The folder's place, or undefined if it has none. */
export async function existingPlace(dataDir: string): Promise<Place | undefined> {
  const state = await readState(dataDir);
  return state && placeOf(dataDir, state);
}

export async function rememberPort(place: Place, port: number): Promise<void> {
  if (place.state.port === port) return;
  place.state.port = port;
  const unfinished = await writeUnfinished(place.dataDir, place.state);
  // The file must keep its owner when root rewrites it.
  const { uid, gid } = await stat(stateFile(place.dataDir));
  if (isRoot) await chown(unfinished, uid, gid);
  await rename(unfinished, stateFile(place.dataDir));
}

export async function removePlace(place: Place): Promise<void> {
  await rm(place.cluster, { recursive: true, force: true });
  // Last, so that an interrupted removal can be repeated.
  await rm(stateFile(place.dataDir), { force: true });
}

async function placeOf(dataDir: string, state: State): Promise<Place> {
  const cluster = state.relocatedTo ?? path.join(dataDir, "postgres");
  const account = isRoot ? ((await ownerOf(cluster)) ?? (await unprivilegedAccount())) : undefined;
  return { dataDir, state, cluster, logFile: path.join(dataDir, "postgres.log"), account };
}

const stateFile = (dataDir: string) => path.join(dataDir, "postgres.json");

async function readState(dataDir: string): Promise<State | undefined> {
  try {
    return stored.parse(JSON.parse(await readFile(stateFile(dataDir), "utf8")));
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "EACCES") {
      throw new EmbeddedProblem(
        `The database in ${dataDir} belongs to another user. Run as that user, or choose another folder.`,
        { cause: error },
      );
    }
    throw error;
  }
}

// link() fails if the file exists, so that two first starts at the same time use the same password.
async function claim(dataDir: string, state: State): Promise<State> {
  const unfinished = await writeUnfinished(dataDir, state);
  try {
    await link(unfinished, stateFile(dataDir));
    return state;
  } catch (error) {
    const first = await readState(dataDir);
    if (first === undefined) throw error;
    return first;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeUnfinished(dataDir: string, state: State): Promise<string> {
  const file = `${stateFile(dataDir)}.${randomBytes(4).toString("hex")}`;
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  return file;
}

// When root starts the cluster of an ordinary user, it still runs as that user.
async function ownerOf(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

// PostgreSQL refuses to run as root, and initdb needs a user that has a name.
async function unprivilegedAccount(): Promise<Account> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const wanted of ["postgres", "_postgres", "nobody"]) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedProblem(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. " +
      "Run as an ordinary user, or set DATABASE_URL to use another PostgreSQL.",
  );
}

async function parentWithinReach(dataDir: string, account: Account): Promise<string> {
  if (await canOwnFolderIn(dataDir, account)) return dataDir;
  for await (const folder of sharedFolders()) if (await canOwnFolderIn(folder, account)) return folder;
  throw new EmbeddedProblem(
    `PostgreSQL does not run as root, and the user it would run as (${account.uid}) can reach neither ${dataDir} ` +
      `nor a folder below /var/lib or ${os.tmpdir()}. Choose another folder, or set DATABASE_URL to use another PostgreSQL.`,
  );
}

async function canOwnFolderIn(folder: string, account: Account): Promise<boolean> {
  const probe = path.join(folder, `probe-${randomBytes(4).toString("hex")}`);
  try {
    await mkdir(probe);
    await chown(probe, account.uid, account.gid);
    return (
      spawnSync("/bin/sh", ["-c", 'cd "$1" && : > file', "sh", probe], { ...account, cwd: "/" }).status === 0
    );
  } catch {
    // The folder is read-only, or its file system does not support owners.
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** Folders of root in which another user can own a folder, the better one first. */
export async function* sharedFolders(): AsyncGenerator<string> {
  for (const folder of ["/var/lib/fc-portal", path.join(os.tmpdir(), "fc-portal")]) {
    try {
      await mkdir(folder, { recursive: true });
      const found = await lstat(folder);
      // Any user could have made this folder in /tmp before us and could then replace what is in it.
      if (!found.isDirectory() || found.uid !== 0) continue;
      await chmod(folder, 0o755);
    } catch {
      continue;
    }
    yield folder;
  }
}
