import { after, day, hour, type DatabaseClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { lastRehearsalAt, recordRehearsal } from "./backups.ts";
import { backupsIn } from "./folders.ts";
import { problemIn, rehearse } from "./rehearse.ts";
import { checkFiles, openBackup } from "./restore.ts";

export const rehearsalTaskName = "rehearse-restore";

interface RehearsalTaskOptions {
  db: Db;
  databaseClock: DatabaseClock;
  ownerUrl: string;
  secretKey: SecretKey;
  /** The folder of this node's backups. */
  dir: string;
  everyDays: number;
}

/**
 * Tries the newest backup by restoring it. A failure is a result and not an error of the job: it is kept with the backup
 * and told as an alert, and is tried again at the next time and not every minute.
 */
export function rehearsalTask({ db, databaseClock, dir, everyDays, ...place }: RehearsalTaskOptions): Task {
  async function isDue(): Promise<boolean> {
    const last = await lastRehearsalAt(db);
    const isTime = last === undefined || after(last, everyDays * day) <= (await databaseClock());
    return isTime && (await backupsIn(dir)).length > 0;
  }
  return {
    name: rehearsalTaskName,
    everyMs: hour,
    longestRunMs: 12 * hour,
    hasWork: isDue,
    async run() {
      // A job that another node took over finds it done.
      if (!(await isDue())) return;
      const [folder] = await backupsIn(dir);
      if (folder === undefined) return;
      const problem = await problemOf(folder, place);
      await recordRehearsal(place.ownerUrl, { folder, at: await databaseClock(), problem });
    },
  };
}

async function problemOf(
  folder: string,
  { ownerUrl, secretKey }: { ownerUrl: string; secretKey: SecretKey },
): Promise<string | null> {
  try {
    const { manifest } = await openBackup(folder, { givenKey: secretKey.text });
    await checkFiles(folder, { manifest, withoutDamagedPictures: false });
    return problemIn(await rehearse(ownerUrl, { folder, manifest, secretKey: secretKey.text }));
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500);
  }
}
