import type { JSHandle, Page } from "@playwright/test";
import { atomically } from "../server/src/platform/db.ts";
import { fund, giveAddress, giveStake, longAgo } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { payRewards } from "./money.ts";
import { signedInAt } from "./sessions.ts";

interface Router {
  routesByPath: Record<string, { options: { staticData?: { title?: string } } }>;
  navigate(to: { to: string }): Promise<void>;
}

/** The portal's router, which its library leaves in the page: a new page cannot be forgotten here. */
async function routerOf(page: Page): Promise<JSHandle<Router>> {
  return page.evaluateHandle("__TSR_ROUTER__");
}

/** Every page with one address. The others are tested with their feature, and the login below. */
async function pagesIn(router: JSHandle<Router>): Promise<{ path: string; title: string }[]> {
  const pages = await router.evaluate(({ routesByPath }) =>
    Object.entries(routesByPath).map(([path, { options }]) => ({
      path,
      title: options.staticData?.title ?? "",
    })),
  );
  return pages.filter(({ path, title }) => title !== "" && !path.includes("$") && path !== "/login");
}

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
    const router = await routerOf(page);
    const pages = await pagesIn(router);
    expect(pages.length).toBeGreaterThan(25);
    for (const { path, title } of pages) {
      // As a link does, without loading the portal again.
      await router.evaluate((own, to) => own.navigate({ to }), path);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading..." })).toHaveCount(0);
      await expectAccessible(page);
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(excess, path).toBe(0);
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

test("dialogs over a page are accessible", onBothSizes, async ({ page, member, db }) => {
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
