import type { Page } from "@playwright/test";
import { expect, test, withMotion } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

/** What moved and for how many milliseconds: properties that changed, what opened below a line, and the page. */
type Moves = Record<string, number>;

/** Opens a menu, what stands behind a line, and another page. */
async function movesOfOpening(page: Page): Promise<Moves> {
  await page.evaluate(() => {
    const moves: Moves = {};
    Object.assign(globalThis, { moves });
    const note = (animation: Animation) => {
      const { transitionProperty } = animation as Animation & { transitionProperty?: string };
      moves[transitionProperty ?? "page"] = Number(animation.effect?.getComputedTiming().duration);
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      note(animation);
      return animation;
    };
    for (const kind of ["transitionrun", "animationstart"])
      addEventListener(kind, () => document.getAnimations().forEach(note), true);
  });
  await page.locator("summary").first().click();
  await page.evaluate(() => {
    // Chromium tells of no animation of this part.
    const line = getComputedStyle(document.querySelector("details") ?? document.body, "::details-content");
    const ms = Number.parseFloat(line.transitionDuration) * 1000;
    if (ms > 0) Object.assign((globalThis as unknown as { moves: Moves }).moves, { line: ms });
  });
  await page.getByRole("button", { name: /menu/i }).first().click();
  const dialog = page.getByRole("dialog");
  await expect.poll(async () => (await dialog.boundingBox())?.x).toBe(0);
  await dialog.getByRole("link", { name: "Staking", exact: true }).click();
  await expect(page).toHaveURL(/\/stacking$/);
  return page.evaluate(() => (globalThis as unknown as { moves: Moves }).moves);
}

test.describe("with motion", () => {
  test.use(withMotion);

  test("a menu, a line and a page come from where they were called, in a fifth of a second", async ({
    page,
    member,
  }) => {
    await signedInAt(page, member, "/");
    expect(await movesOfOpening(page)).toMatchObject({ translate: 200, line: 200, page: 200 });
  });
});

test("nothing moves for a member who asked for less motion", async ({ page, member }) => {
  await signedInAt(page, member, "/");
  expect(await movesOfOpening(page)).toEqual({});
});
