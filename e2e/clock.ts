import type { Page } from "@playwright/test";

/** More than any machine needs to carry out the order to stop. */
const aheadMs = 60_000;

/**
 * Stops the clock of a page, so that what lasts for seconds cannot run out on a slow machine. A clock can be stopped
 * in the future only, so the page's one jumps ahead.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + aheadMs);
}

/** Lets time pass at once for a page whose clock was stopped, and then run again. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.clock.resume();
}
