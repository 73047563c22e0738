import { parseArgs } from "node:util";
import { fcText, usdText } from "@fc/contract/amount-text";
import { daysAfter, endOfDay, indiaDay, indiaDayOf } from "@fc/contract/period";
import { coverageBasisPoints } from "@fc/contract/plan";
import { percentText } from "@fc/contract/plan-difference";
import { closingProgress, nextDayToClose } from "../core/plan/calendar.ts";
import { closeDaysUpTo } from "../core/plan/closing.ts";
import { dryRun } from "../core/plan/dry-run.ts";
import { systemClock } from "../platform/clock.ts";
import { createDb, createPool, type Db } from "../platform/db.ts";
import { withDatabase } from "./with-database.ts";

// npm run closing [-- --day 2026-02-03] [--dry-run]
const { values } = parseArgs({
  options: { day: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const now = new Date();
// A dry run is of today, as far as it has come; a closing of the last day that has ended.
const day = indiaDay.parse(values.day ?? daysAfter(indiaDayOf(now), values["dry-run"] ? 0 : -1));

await withDatabase(async (ownerUrl) => {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 2, role: "fc_app", statementTimeoutMs: 60_000 }));
  try {
    await (values["dry-run"] ? showDryRun(db) : close(db));
  } finally {
    await db.destroy();
  }
});

async function showDryRun(db: Db): Promise<void> {
  const run = await dryRun(db, { day });
  const coverage = coverageBasisPoints({ dueFc: run.totalDueFc, availableFc: run.availableFc });
  console.log(`A closing of ${run.day} by version ${run.planVersion} of the plan would pay:`);
  console.table({
    "Return on staking": fcText(run.dueFc.ros),
    "Direct bonus": fcText(run.dueFc.direct_bonus),
    "Pair matching": fcText(run.dueFc.pair_matching),
    "Offer rewards": fcText(run.dueFc.offer_reward),
    "In all": fcText(run.totalDueFc),
    "In the pool": fcText(run.availableFc),
    Covered: percentText(coverage),
    "Flushed business": usdText(run.flushedUsdCents),
    "Lapsed bonuses": String(run.lapsedBonuses),
  });
  console.table(run.topEarners.map(({ refId, name, dueFc }) => ({ refId, name, due: fcText(dueFc) })));
  console.table(
    run.distribution.map(({ fromFc, members, dueFc }, at) => ({
      each: at === 0 ? "nothing" : `from ${fcText(fromFc)}`,
      members,
      together: fcText(dueFc),
    })),
  );
  console.log("Nothing was written.");
}

async function close(db: Db): Promise<void> {
  if (now < endOfDay(day))
    throw new Error(`${day} has not ended yet; --dry-run shows what it comes to so far`);
  const next = await nextDayToClose(db);
  if (next !== undefined && next > day) {
    console.log(`${day} is closed already.`);
    return;
  }
  const closed = await closeDaysUpTo(db, { day, now, clock: systemClock }, () => showProgress(db));
  process.stdout.write("\r\x1b[K");
  for (const each of closed) {
    const row = await db.selectFrom("closings").selectAll().where("day", "=", each).executeTakeFirstOrThrow();
    const covered = percentText(coverageBasisPoints({ dueFc: row.due_fc, availableFc: row.available_fc }));
    console.log(`${each}: ${fcText(row.paid_fc)} in ${row.credits} credits, ${covered} covered`);
  }
}

const barWidth = 30;

async function showProgress(db: Db): Promise<void> {
  const progress = await closingProgress(db, now);
  if (!progress || !process.stdout.isTTY) return;
  const filled = Math.round(progress.done * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  const share = `${Math.floor(progress.done * 100)} %`;
  process.stdout.write(`\r\x1b[K${progress.day} ${bar} ${share}, ${progress.missedDays} days to close`);
}
