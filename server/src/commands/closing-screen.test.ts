import { daysAfter, endOfDay } from "@fc/contract/period";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginClosings } from "../core/plan/calendar.ts";
import { dryRun } from "../core/plan/dry-run.ts";
import { fillPool, stakeNow } from "../testing/plan/stakes.ts";
import { minute } from "../platform/clock.ts";
import { atomically } from "../platform/db.ts";
import { coins, setPrice } from "../testing/money.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { closeOnScreen, dryRunText, progressLine } from "./closing-screen.ts";

let app: TestApp;
const firstDay = "2026-02-01";
const lastDay = daysAfter(firstDay, 2);
const dueAt = new Date(endOfDay(lastDay).getTime() + 2 * minute);
const clearLine = "\r\u001B[K";

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = new Date(endOfDay(firstDay).getTime() - 1);
  await atomically(db, beginClosings, { now });
  await setPrice(db, 15_000, now);
  await fillPool(db, coins(1_000_000), now);
  const member = await app.addMember();
  await stakeNow(db, { memberId: member.id, usd: 150, now });
});
afterAll(() => app.stop());

async function closed(day: string, now: Date, isTerminal: boolean) {
  const written: string[] = [];
  const screen = { isTerminal, write: (text: string) => void written.push(text) };
  return { isClosed: await closeOnScreen(app.db, { day, clock: async () => now }, screen), written };
}

test("a day is not closed by hand before everything recorded on it is there to be seen", async () => {
  const early = await closed(lastDay, new Date(dueAt.getTime() - 1), true);
  expect(early.isClosed).toBe(false);
  expect(early.written.join("")).toContain("cannot be closed before two minutes after its end");
});

test("a dry run shows totals and earners, and which days must be closed first", async () => {
  const text = dryRunText(await dryRun(app.db, { day: lastDay }));
  expect(text).toMatch(/Return on staking +750 FC\n/);
  expect(text).toMatch(/ {2}FC\w{7} {2}.+ {2}750 FC\n/);
  expect(text).toContain("Days to be closed before it: 2.");
});

test("a terminal shows a bar that follows each missed day to its end, and then what was paid", async () => {
  const { isClosed, written } = await closed(lastDay, dueAt, true);
  expect(isClosed).toBe(true);
  const bars = written.filter((text) => text.includes("░"));
  expect(bars[0]).toBe(`${clearLine}2026-02-01 ${"░".repeat(30)}   0 % opening, 2 more`);
  for (const bar of bars) expect(bar.length).toBeLessThan(79);
  for (const day of [firstDay, daysAfter(firstDay, 1), lastDay]) {
    const shares = bars.filter((bar) => bar.includes(day)).map((bar) => Number(/(\d+) %/.exec(bar)?.[1]));
    expect(shares.length).toBeGreaterThan(2);
    expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  }
  expect(written.slice(-4)).toEqual([
    clearLine,
    "2026-02-01: 0 FC in 0 credits, 100 % covered\n",
    "2026-02-02: 750 FC in 1 credit, 100 % covered\n",
    "2026-02-03: 750 FC in 1 credit, 100 % covered\n",
  ]);
});

test("a closed day is not closed again, and a file gets no progress bar", async () => {
  expect(await closed(lastDay, dueAt, true)).toEqual({
    isClosed: true,
    written: [`${lastDay} is closed already.\n`],
  });
  const next = daysAfter(lastDay, 1);
  const { written } = await closed(next, new Date(endOfDay(next).getTime() + 2 * minute), false);
  expect(written.join("")).toBe("2026-02-04: 750 FC in 1 credit, 100 % covered\n");
});

test("the bar is full only when the day is closed", () => {
  const nearly = { day: firstDay, state: "ending", done: 0.99, missedDays: 1, dueAt } as const;
  expect(progressLine(nearly, firstDay)).toBe(`2026-02-01 ${"█".repeat(29)}░  99 % ending stakes`);
});
