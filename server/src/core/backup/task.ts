import { after, hour, minute, type DatabaseClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import { lastBackupAt } from "./backups.ts";
import { makeBackup, type BackupRequest } from "./make-backup.ts";

export const backupTaskName = "backup";

/** From the settings BACKUP_DIR, BACKUP_EVERY_HOURS and BACKUP_KEEP. */
export interface BackupPlan {
  dir: string;
  everyHours: number;
  keep: number;
  /** How often the newest one is restored to try it; undefined is never. */
  rehearseDays: number | undefined;
}

interface BackupTaskOptions extends Pick<BackupRequest, "ownerUrl" | "files" | "secretKey"> {
  db: Db;
  databaseClock: DatabaseClock;
  plan: BackupPlan;
}

/**
 * Only nodes with a folder for backups have this task, and of those the one that takes the job. It never puts the key
 * into a backup: both together would open everything to somebody who copies that folder. It goes by the database's
 * clock: a node whose clock is ahead would date a backup in the future, and no other would be made until then.
 */
export function backupTask({ db, databaseClock, plan, ...source }: BackupTaskOptions): Task {
  async function isDue(): Promise<boolean> {
    const last = await lastBackupAt(db);
    return last === undefined || after(last, plan.everyHours * hour) <= (await databaseClock());
  }
  return {
    name: backupTaskName,
    everyMs: 5 * minute,
    longestRunMs: 6 * hour,
    hasWork: isDue,
    async run() {
      // A job that another node took over finds the backup made.
      if (!(await isDue())) return;
      const now = await databaseClock();
      await makeBackup({ ...source, to: plan.dir, keep: plan.keep, withKey: false, now });
    },
  };
}
