import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { daysAfter, indiaDay, indiaDayOf } from "@fc/contract/period";
import { compareDay } from "../core/moving/compare.ts";
import { comparisonFile, comparisonLines } from "../core/moving/comparison-report.ts";
import { readExpected } from "../core/moving/read-expected.ts";
import { nextDayToClose } from "../core/plan/calendar.ts";
import { dryRun } from "../core/plan/dry-run.ts";
import { systemClock } from "../platform/clock.ts";
import { databaseClock, type Db } from "../platform/db.ts";
import { closeOnScreen, dryRunText, type Screen } from "./closing-screen.ts";
import { withApplication } from "./with-database.ts";

const usage = "npm run closing [-- --day 2026-02-03] [--dry-run [--expected DIR [--csv FILE]]]";
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
const { isDry, folder, csv } = choice;

await withApplication(async (db) => {
  const day = choice.day ?? (await usualDay(db));
  const isDone = isDry
    ? folder === undefined
      ? await showDryRun(db, day)
      : await showComparison(db, { day, from: folder })
    : await closeOnScreen(db, { day, clock: databaseClock(db) }, screen);
  process.exitCode = isDone ? 0 : 1;
});

interface Choice {
  day: string | undefined;
  isDry: boolean;
  /** Whose expected.csv it is compared with. */
  folder: string | undefined;
  csv: string | undefined;
}

/**
 * The last day that has ended for a closing, and today for a dry run. What another system would pay is of the first day
 * after the cut, so it is compared with the day that is closed next.
 */
async function usualDay(db: Db): Promise<string> {
  const today = indiaDayOf(now);
  if (!isDry) return daysAfter(today, -1);
  return folder === undefined ? today : ((await nextDayToClose(db)) ?? today);
}

function parseArguments(args: string[]): Choice | undefined {
  const options = {
    day: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    expected: { type: "string" },
    csv: { type: "string" },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    const { "dry-run": dry, expected, csv: file } = values;
    if ((expected !== undefined && !dry) || (file !== undefined && expected === undefined)) return undefined;
    const chosen = values.day === undefined ? undefined : indiaDay.parse(values.day);
    return { day: chosen, isDry: dry, folder: expected, csv: file };
  } catch {
    return undefined;
  }
}

async function showDryRun(db: Db, day: string): Promise<boolean> {
  if (await isClosed(db, day)) return false;
  screen.write(dryRunText(await dryRun(db, { day })));
  return true;
}

async function isClosed(db: Db, day: string): Promise<boolean> {
  const next = await nextDayToClose(db);
  if (next === undefined || next <= day) return false;
  screen.write(`${day} is closed already: there is nothing to show what it would pay.\n`);
  return true;
}

/** What the other system would pay beside what this one would. Whether nothing differs. */
async function showComparison(db: Db, { day, from }: { day: string; from: string }): Promise<boolean> {
  if (await isClosed(db, day)) return false;
  const comparison = await compareDay(db, { day, expected: await readExpected(from, now) });
  if (csv !== undefined) await pipeline(comparisonFile(comparison), createWriteStream(csv));
  for (const line of comparisonLines(comparison)) screen.write(`${line}\n`);
  return comparison.differences.length === 0;
}
