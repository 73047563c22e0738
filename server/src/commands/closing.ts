import { parseArgs } from "node:util";
import { daysAfter, indiaDay, indiaDayOf } from "@fc/contract/period";
import { nextDayToClose } from "../core/plan/calendar.ts";
import { dryRun } from "../core/plan/dry-run.ts";
import { systemClock } from "../platform/clock.ts";
import { databaseClock, type Db } from "../platform/db.ts";
import { closeOnScreen, dryRunText, type Screen } from "./closing-screen.ts";
import { withApplication } from "./with-database.ts";

const usage = "npm run closing [-- --day 2026-02-03] [--dry-run]";
const screen: Screen = {
  isTerminal: process.stdout.isTTY,
  write: (text) => void process.stdout.write(text),
};
const now = systemClock();
const choice = parseArguments(process.argv.slice(2));
if (!choice) {
  console.error(usage);
  process.exit(2);
}
const { day, isDry } = choice;

await withApplication(async (db) => {
  const isDone = isDry
    ? await showDryRun(db)
    : await closeOnScreen(db, { day, clock: databaseClock(db) }, screen);
  process.exitCode = isDone ? 0 : 1;
});

/** The default day is today for a dry run, and the last day that has ended for a closing. */
function parseArguments(args: string[]): { day: string; isDry: boolean } | undefined {
  const options = { day: { type: "string" }, "dry-run": { type: "boolean", default: false } } as const;
  try {
    const { values } = parseArgs({ args, options });
    const defaultDay = daysAfter(indiaDayOf(now), values["dry-run"] ? 0 : -1);
    return { day: indiaDay.parse(values.day ?? defaultDay), isDry: values["dry-run"] };
  } catch {
    return undefined;
  }
}

async function showDryRun(db: Db): Promise<boolean> {
  const next = await nextDayToClose(db);
  if (next !== undefined && next > day) {
    screen.write(`${day} is closed already: there is nothing to show what it would pay.\n`);
    return false;
  }
  screen.write(dryRunText(await dryRun(db, { day })));
  return true;
}
