import { minute } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { lastDayToClose, nextDayToClose } from "./calendar.ts";
import { closeDaysUpTo } from "./closing.ts";

export const closingTaskName = "plan.closing";

/** Closes the day that has ended, after every earlier day that was missed. */
export function closingTask({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Task {
  return {
    name: closingTaskName,
    everyMs: minute,
    async run() {
      const now = clock();
      const ended = lastDayToClose(now);
      const next = await nextDayToClose(db);
      if (next === undefined || next > ended) return;
      const closed = await closeDaysUpTo(db, { day: ended, now, clock });
      log.info({ closed }, "days closed");
    },
  };
}
