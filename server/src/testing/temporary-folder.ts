import { chmod, mkdtemp, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** The folder of a whole run of tests, which removes it at its end. */
const ofTheRun = "TEST_RUN_FOLDER";

/** From now on all temporary folders, of this process and of those that it starts, are in one that is returned. */
export async function collectTemporaryFolders(): Promise<string> {
  return (process.env[ofTheRun] = await temporaryFolder());
}

/** A new folder, such as for a temporary test database. */
export async function temporaryFolder(): Promise<string> {
  const parent = process.env[ofTheRun] ?? (await fastParent());
  const folder = await mkdtemp(path.join(parent, "fc-portal-test-"));
  // PostgreSQL's own user must be able to reach it when the tests run as root.
  await chmod(folder, 0o755);
  return folder;
}

// In memory if there is enough: a database is 300 small files, for which some disks need ten times as long.
async function fastParent(): Promise<string> {
  const inMemory = "/dev/shm";
  const enoughBytes = 4 * 1024 ** 3;
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, os.freemem()) > enoughBytes ? inMemory : os.tmpdir();
}
