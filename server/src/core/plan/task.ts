import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { after, minute } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import { nextDayToClose } from "./calendar.ts";
import { closeDaysUpTo } from "./closing.ts";

/** After India's midnight: transactions of the last moment have ended by then, or have been ended. */
const graceMs = 2 * minute;

export const closingTaskName = "plan.closing";

/** Closes the day that has ended, and before it, in order, every one that was missed. */
export function closingTask({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Task {
  return {
    name: closingTaskName,
    everyMs: minute,
    async run() {
      const now = clock();
      const ended = lastEndedDay(now);
      const next = await nextDayToClose(db);
      if (next === undefined || next > ended) return;
      const closed = await closeDaysUpTo(db, { day: ended, now, clock });
      log.info({ closed }, "days closed");
    },
  };
}

export function lastEndedDay(now: Date): string {
  const today = indiaDayOf(now);
  const yesterday = daysAfter(today, -1);
  return now >= after(endOfDay(yesterday), graceMs) ? yesterday : daysAfter(today, -2);
}
