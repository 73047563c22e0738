import { atomically } from "../server/src/platform/db.ts";
import { fund, giveAddress, giveStake, longAgo } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { excessOf } from "./fits.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { payRewards } from "./money.ts";
import { follow, pagesOf } from "./router.ts";
import { signedInAt } from "./sessions.ts";

/** The narrowest phone that members have. */
const narrowest = { width: 320, height: 640 };

test(
  "every page of the portal is accessible in light and in dark, and nothing sticks out of it",
  onBothSizes,
  async ({ page, asha, isMobile }) => {
    test.slow();
    if (isMobile) await page.setViewportSize(narrowest);
    await signedInAt(page, asha, "/");
    await expect(page.getByText(`Welcome, ${asha.name}`)).toBeVisible();
    // The others are tested with their feature, and the login below.
    const pages = await pagesOf(page);
    expect(pages.length).toBeGreaterThan(25);
    for (const { path, title } of pages) {
      // It leads members on who have accepted; the registration's journey passes it.
      if (path === "/accept") continue;
      await follow(page, path);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading..." })).toHaveCount(0);
      await expectAccessible(page);
      expect(await excessOf(page), path).toBe(0);
    }
  },
);

test("pages for anybody, and their dialogs, are accessible", onBothSizes, async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expectAccessible(page);
  for (const name of ["Forgot Password", "Support"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await page.goto("/register-user");
  await expect(page.getByLabel("Referral User ID")).toBeVisible();
  await expectAccessible(page);
});

test("dialogs over a page are accessible", async ({ page, member, db }) => {
  const since = longAgo(new Date());
  await giveStake(db, member, since);
  await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", since);
  await fund(db, member, { staking: 12_000_000 }, since);
  await signedInAt(page, member, "/withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("58,00,000 FC");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await atomically(db, payRewards, { member, count: 1, kind: "offer_reward" });
  await page.goto("/offers-report");
  await page.getByRole("button", { name: "Statement" }).click();
  await expect(page.getByRole("dialog", { name: "Statement" })).toBeVisible();
  await expectAccessible(page);
});

test("an unknown address says so, is accessible and leads home", async ({ page, member }) => {
  await signedInAt(page, member, "/nothing-here");
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL("/");
});
