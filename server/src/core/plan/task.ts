import { clocksAgree, hour, minute } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { isArrivalWaiting } from "../arrival/arrival.ts";
import { lastDayToClose, nextDayToClose, postponeClosings } from "./calendar.ts";
import { closeDaysUpTo } from "./closing.ts";

export const closingTaskName = "plan.closing";

/** Closes the day that has ended, after every earlier day that was missed. */
export function closingTask({
  db,
  clock,
  databaseClock,
  log,
}: Pick<Deps, "db" | "clock" | "databaseClock" | "log">): Task {
  const hasEnded = async (now: Date) => {
    const next = await nextDayToClose(db);
    return next !== undefined && next <= lastDayToClose(now) && !(await isArrivalWaiting(db));
  };
  return {
    name: closingTaskName,
    everyMs: minute,
    hasWork: async () => hasEnded(await databaseClock()),
    // Many missed days of a million members.
    longestRunMs: 6 * hour,
    async run() {
      const now = await databaseClock();
      // One of the two is wrong, and a day that is closed too early stays closed. Another node may take this job.
      if (!clocksAgree(clock(), now)) {
        throw new Error("no day is closed while the clocks of this node and of the database differ");
      }
      if (!(await hasEnded(now))) return;
      if (await atomically(db, postponeClosings, { now })) return;
      const closed = await closeDaysUpTo(db, { day: lastDayToClose(now), now, clock: databaseClock });
      log.info({ closed }, "days closed");
    },
  };
}
