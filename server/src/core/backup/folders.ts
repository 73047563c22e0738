import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../platform/folders.ts";
import { manifestName } from "./manifest.ts";

const unfinishedPrefix = "unfinished-";
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** 2026-02-03T04-05-06-789Z: sorts by time, and is allowed as a name everywhere. */
export const nameOf = (startedAt: Date) => startedAt.toISOString().replaceAll(/[:.]/g, "-");

/** An empty folder for a backup that is being made, readable by its owner only. What killed ones left is removed. */
export async function openUnfinished(parent: string, startedAt: Date): Promise<string> {
  await makeFolder(parent, 0o700);
  for (const name of await readdir(parent)) {
    if (name.startsWith(unfinishedPrefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `${unfinishedPrefix}${nameOf(startedAt)}`);
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, "tables"), { mode: 0o700 });
  return folder;
}

/** The complete backups in a folder, the newest first. */
export async function backupsIn(parent: string): Promise<string[]> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => backupName.test(name));
  const found: string[] = [];
  for (const name of names.toSorted().toReversed()) {
    if (await exists(join(parent, name, manifestName))) found.push(join(parent, name));
  }
  return found;
}

/** The backups beside this one that a clock which was ahead gave a later name. */
export async function laterThan(folder: string): Promise<string[]> {
  return (await backupsIn(dirname(folder))).filter((other) => other > folder);
}

/**
 * Removes all but the newest ones up to the one just made. One with a later name comes from a wrong clock; it would
 * otherwise be kept instead of the one just made. The manifest goes first, so that a half removed backup is not taken
 * for one.
 */
export async function removeOld(
  parent: string,
  { keep, made }: { keep: number; made: string },
): Promise<void> {
  const found = (await backupsIn(parent)).filter((folder) => folder <= made);
  for (const folder of found.slice(keep)) {
    await rm(join(folder, manifestName));
    await rm(folder, { recursive: true, force: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
