import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../server/seeds/demo-logins.ts";
import { expect, expectAccessible, signedInAt, test, type Member } from "./fixtures.ts";

const [asha] = demoLogins as unknown as readonly Member[];

async function open(page: Page, path: string): Promise<void> {
  await signedInAt(page, asha!, path, demoPassword);
}

test("the plan's document stands in the page, 500 high, or as text where no PDF can be read", async ({
  page,
  isMobile,
}) => {
  await open(page, "/plan");
  await expect(page.getByRole("heading", { name: "Plan", level: 1 })).toBeVisible();
  if (isMobile) {
    const text = page.getByRole("article", { name: "The plan" });
    await expect(text).toContainText("A stake returns 0.5 % of its amount a day");
    await expect(text).toContainText("nothing in it is a promise of gain");
    expect((await text.boundingBox())?.height).toBe(500);
  } else {
    const viewer = page.locator("iframe[title='Plan document']");
    await expect(viewer).toHaveAttribute("src", /^\/api\/plan\/document\?language=en/);
    expect((await viewer.boundingBox())?.height).toBe(500);
  }
  await expect(page.getByRole("link", { name: "Open the PDF" })).toHaveAttribute("href", /language=en$/);
  await expectAccessible(page);
});

test("the calculator reckons by the plan's rules, and says that rewards can be less", async ({ page }) => {
  await open(page, "/plan");
  await expect(page.getByText("real rewards can be less than reckoned here")).toBeVisible();
  const figure = (label: string) => page.locator(".figures > div", { hasText: label });
  await page.getByLabel("Your stake").fill("15");
  await page.getByLabel("New business, left leg").fill("1500");
  await page.getByLabel("New business, right leg").fill("2000");
  await expect(figure("Pair matching")).toContainText("$15");
  await expect(figure("Flushed")).toContainText("$1,350");
  await expect(figure("Carried forward")).toContainText("$500");
  await expect(figure("Days until 200 %")).toContainText("400");
  // Half a percent of what $15 buy today.
  await expect(figure("Daily ROS")).toContainText("7,500 FC");
});

test("the navigation saves the plan as a PDF", async ({ page, isMobile }) => {
  await open(page, "/plan");
  if (isMobile) await page.getByRole("button", { name: "Open the menu" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the plan (PDF)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("fc-portal-plan.pdf");
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

const reports = [
  { path: "/earning-report", words: "Closing of" },
  { path: "/offers-report", words: "Offer reached, once" },
  { path: "/stacking-wallet-report", words: "by the terms of plan version 1" },
  { path: "/wallet-report", words: "Closing of" },
];
for (const { path, words } of reports) {
  test(`why this amount: ${path} tells what each reward follows from, and the browser agrees`, async ({
    page,
  }) => {
    await open(page, path);
    await page.getByRole("button", { name: "Why this amount?" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Why this amount?" });
    await expect(dialog.getByText("Checked in your browser: agrees")).toBeVisible();
    await expect(dialog).toContainText(words);
    await expect(dialog).toContainText("Coverage");
    await expectAccessible(page);
  });
}

test("an amount that does not follow from its inputs is told as such", async ({ page }) => {
  await page.route("**/api/user/getCreditReason/**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { creditedFc: string } };
    body.data.creditedFc = String(BigInt(body.data.creditedFc) + 1n);
    await route.fulfill({ response: answer, json: body });
  });
  await open(page, "/stacking-wallet-report");
  await page.getByRole("button", { name: "Why this amount?" }).first().click();
  await expect(page.getByText("Checked in your browser: does not agree.")).toBeVisible();
});

test("the dashboard tells the next closing, the cap and what it leaves", async ({ page }) => {
  await open(page, "/");
  const tile = (label: string) => page.locator(".tile", { hasText: label }).locator("dd");
  await expect(tile("Next closing")).toContainText(/^\d\d:\d\d:\d\d/);
  await expect(tile("Cap of the day")).toHaveText("$1,000");
  await expect(tile("Headroom under the cap")).toHaveText(/^\$[\d,.]+$/);
});
