import { readFile } from "node:fs/promises";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test(
  "the plan's document is in the page, 500 high, and drawn by ourselves where there is no viewer",
  onBothSizes,
  async ({ page, asha, isMobile }) => {
    // A phone has no viewer, also where the browser of the tests has one.
    if (isMobile) await page.addInitScript(hideViewer);
    await signedInAt(page, asha, "/plan");
    await expect(page.getByRole("heading", { name: "Plan", level: 1 })).toBeVisible();
    // Neither has a browser that was built without windows.
    if (!(await page.evaluate(() => navigator.pdfViewerEnabled))) {
      const text = page.getByRole("article", { name: "The plan" });
      await expect(text).toContainText("A stake returns 0.5 % of its amount a day");
      await expect(text).toContainText("nothing in it is a promise of gain");
      await expect.poll(async () => (await text.boundingBox())?.height).toBe(500);
      const first = text.locator("canvas").first();
      await expect.poll(() => first.evaluate(hasInk)).toBe(true);
      // Turned on its side a phone is wide enough for the other file.
      await page.setViewportSize({ width: 844, height: 390 });
      await expect.poll(() => first.evaluate(hasInk)).toBe(true);
    } else {
      const viewer = page.locator("iframe[title='Plan document']");
      await expect(viewer).toHaveAttribute("src", /^\/api\/plan\/document\?language=en/);
      await expect.poll(async () => (await viewer.boundingBox())?.height).toBe(500);
    }
    await expect(page.getByRole("link", { name: "Open the PDF" })).toHaveAttribute("href", /language=en$/);
  },
);

test("where the document cannot be drawn, the same words are shown", async ({
  page,
  asha,
  expectFailures,
}) => {
  expectFailures(/assets\/pdf/);
  await page.route("**/assets/pdf*", (route) => route.abort());
  await signedInAt(page, asha, "/plan");
  await expect(page.locator(".plan-pages > .plan-text")).toBeVisible();
});

/** Runs in the page, before its own scripts. */
function hideViewer(): void {
  Object.defineProperty(navigator, "pdfViewerEnabled", { value: false });
}

/** Whether something is drawn on paper, in every pixel that the screen has. */
function hasInk(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  if (canvas.width < canvas.clientWidth * devicePixelRatio) return false;
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const has = (isWanted: (value: number) => boolean) =>
    pixels.some((value, at) => at % 4 === 0 && isWanted(value) && pixels[at + 3] === 255);
  return has((value) => value < 100) && has((value) => value > 200);
}

test("the calculator computes by the plan's rules and says that rewards can be less; the navigation saves the plan", async ({
  page,
  asha,
}) => {
  await signedInAt(page, asha, "/plan");
  await expect(page.getByText("real rewards can be less than computed here")).toBeVisible();
  const figure = (label: string) =>
    page.locator(".figures > div", { has: page.getByText(label, { exact: true }) });
  await page.getByLabel("Your stake").fill("15");
  await page.getByLabel("New business, left leg").fill("1500");
  await page.getByLabel("New business, right leg").fill("2000");
  await expect(figure("Pair matching")).toContainText("$15");
  await expect(figure("Flushed")).toContainText("$1,350");
  await expect(figure("Carried forward")).toContainText("$500");
  await expect(figure("Days until 200 %")).toContainText("400");
  // Half a percent of what $15 buy today.
  await expect(figure("Daily ROS")).toContainText("7,500 FC");

  await page.getByRole("button", { name: "Open the menu" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the plan (PDF)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("fc-portal-plan.pdf");
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
