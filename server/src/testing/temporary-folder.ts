import { chmod, mkdtemp, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A new folder for a database that a test throws away. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(await fastParent(), "fc-portal-test-"));
  // So that PostgreSQL's own user can reach it when the tests run as root.
  await chmod(folder, 0o755);
  return folder;
}

// In memory where there is plenty: a database is 300 small files, and some disks take ten times as long for them.
async function fastParent(): Promise<string> {
  const inMemory = "/dev/shm";
  const enoughBytes = 4 * 1024 ** 3;
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, os.freemem()) > enoughBytes ? inMemory : os.tmpdir();
}
