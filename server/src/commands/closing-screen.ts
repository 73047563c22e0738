import { sure } from "@fc/contract/sure";
import { fcText, usdText } from "@fc/contract/amount-text";
import { daysBetween } from "@fc/contract/period";
import { rewardKindNames, rewardKinds } from "@fc/contract/plan/reward-kinds";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import { percentText } from "@fc/contract/plan/difference";
import { closingProgress, lastDayToClose, nextDayToClose, type Progress } from "../core/plan/calendar.ts";
import { closeDaysUpTo } from "../core/plan/closing.ts";
import type { DryRun } from "../core/plan/dry-run.ts";
import type { DatabaseClock } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";

/** Where the command writes. The last line of a terminal can be overwritten, a line in a file cannot. */
export interface Screen {
  isTerminal: boolean;
  write(text: string): void;
}

/** Closes every missed day up to `day` and shows a progress bar. Returns whether the day is closed. */
export async function closeOnScreen(
  db: Db,
  { day, clock }: { day: string; clock: DatabaseClock },
  screen: Screen,
): Promise<boolean> {
  if (day > lastDayToClose(await clock())) {
    screen.write(
      `${day} cannot be closed before two minutes after its end, India's midnight. --dry-run shows what it comes to so far.\n`,
    );
    return false;
  }
  const next = await nextDayToClose(db);
  if (next !== undefined && next > day) {
    screen.write(`${day} is closed already.\n`);
    return true;
  }
  const clearLine = screen.isTerminal ? "\r\x1b[K" : "";
  const showProgress = async () => {
    const progress = screen.isTerminal ? await closingProgress(db, await clock()) : undefined;
    if (progress && progress.day <= day) screen.write(clearLine + progressLine(progress, day));
  };
  await showProgress();
  const closed = await closeDaysUpTo(db, { day, now: await clock(), clock }, showProgress);
  screen.write(clearLine);
  for (const each of closed) screen.write(`${await closedLine(db, each)}\n`);
  return true;
}

const barWidth = 30;

/** Shorter than any terminal is wide, because a line that wraps cannot be overwritten. */
export function progressLine({ day, done, state }: Progress, lastDay: string): string {
  const filled = Math.floor(done * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  const share = `${String(Math.floor(done * 100)).padStart(3)} %`;
  const daysMore = daysBetween(day, lastDay);
  const more = daysMore > 0 ? `, ${daysMore} more` : "";
  return `${day} ${bar} ${share} ${stateLabels[state]}${more}`;
}

/** What the closing does now, by the state after its last step. */
const stateLabels = {
  waiting: "opening",
  open: "computing",
  paying: "paying",
  ending: "ending stakes",
  sealed: "closed",
} as const satisfies Record<Progress["state"], string>;

async function closedLine(db: Db, day: string): Promise<string> {
  const { paid_fc, due_fc, available_fc, credits } = await db
    .selectFrom("closings")
    .select(["paid_fc", "due_fc", "available_fc", "credits"])
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  const covered = percentText(coverageBasisPoints({ dueFc: due_fc, availableFc: available_fc }));
  return `${day}: ${fcText(paid_fc)} in ${credits.toLocaleString("en-IN")} ${credits === 1 ? "credit" : "credits"}, ${covered} covered`;
}

/** Totals, top earners and the distribution, as tables. */
export function dryRunText(run: DryRun): string {
  const coverage = coverageBasisPoints({ dueFc: run.totalDueFc, availableFc: run.availableFc });
  const { unclosedDaysBefore } = run;
  const parts = [
    [
      `A closing of ${run.day} by version ${run.planVersion} of the plan would pay:`,
      ...table([
        ...rewardKindNames.map((kind) => [rewardKinds[kind].totalTitle, fcText(run.dueFc[kind])]),
        ["In all", fcText(run.totalDueFc)],
        ["In the pool", fcText(run.availableFc)],
        ["Covered", percentText(coverage)],
        ["Flushed business", usdText(run.flushedUsdCents)],
        ["Lapsed bonuses", run.lapsedBonuses.toLocaleString("en-IN")],
      ]),
    ],
    [
      "Top earners, before coverage:",
      ...table(run.topEarners.map(({ refId, name, dueFc }) => [`${refId}  ${name}`, fcText(dueFc)])),
    ],
    [
      "Members by what they would get, and that together:",
      ...table(
        run.distribution.map(({ fromFc, members, dueFc }, at) => [
          at === 0 ? "nothing" : `from ${fcText(fromFc)}`,
          members.toLocaleString("en-IN"),
          fcText(dueFc),
        ]),
      ),
    ],
    [
      ...(unclosedDaysBefore === 0
        ? []
        : [
            `Days to be closed before it: ${unclosedDaysBefore}. What they pay and match is not in these figures yet.`,
          ]),
      "Nothing was written.",
    ],
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** Aligns the first column to the left and figures to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => sure(row[at]).length)));
  const cell = (text: string, at: number) =>
    at === 0 ? text.padEnd(sure(widths[at])) : text.padStart(sure(widths[at]));
  return rows.map((row) => `  ${row.map(cell).join("  ")}`);
}
