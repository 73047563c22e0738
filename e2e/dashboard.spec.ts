import { type Fc, asFc, asUsdCents } from "@fc/contract/units";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { fund, longAgo } from "../server/src/testing/money.ts";
import { atomically } from "../server/src/platform/db.ts";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, onBothSizes, test } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { follow } from "./router.ts";
import { signedInAt } from "./sessions.ts";
import { payRewards, stakeFromWallet } from "./money.ts";

/** In the specification's order. */
const labels = [
  "Date of Joining",
  "Date of Staking",
  "Total Staking (FC)",
  "Daily ROS (FC)",
  "Staking Wallet (FC)",
  "Earning Wallet (FC)",
  "Transfer Wallet (FC)",
  "Offer Wallet (FC)",
  "Total Wallet (FC)",
  "Left Users / Active Left Users",
  "Right Users / Active Right Users",
  "Left Business ($)",
  "Right Business ($)",
];

function rounded(amountFc: Fc): string {
  return Math.round(Number(amountFc) / 10_000).toLocaleString("en-IN");
}

const tile = (page: Page, label: string) => page.locator(".tile", { hasText: label }).locator("dd");
const step = (page: Page, text: string) => page.locator("[data-step]", { hasText: text });

test("a newcomer sees every tile in the specification's order, the four buttons and one next step", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  const hero = page.locator(".welcome");
  await expect(hero.getByRole("heading", { name: `Welcome, ${member.name}` })).toBeVisible();
  await expect(hero.getByText("Coin Today For $15")).toBeVisible();
  for (const act of ["Stake", "Withdraw", "Transfer", "Invite"])
    await expect(hero.getByRole("link", { name: act, exact: true })).toBeVisible();
  await expect(hero.locator(".next-step")).toHaveCount(1);
  const next = hero.getByRole("link", { name: "Stake your first package" });
  await expect(next).toBeInViewport();
  await expect(next).toHaveAttribute("href", "/stacking");
  await expect(page.locator(".tile dt").filter({ visible: true }).allInnerTexts()).resolves.toEqual([
    "Total Wallet",
    "Coin Today For $15",
    ...labels,
    "Next closing",
    "Pair matching so far",
    "Cap of the day",
    "Headroom under the cap",
  ]);
  await expect(tile(page, "Total Wallet (FC)")).toHaveText("0");
  await expect(tile(page, "Left Users / Active Left Users")).toHaveText("0 / 0");
  await expect(tile(page, "Date of Staking")).toHaveText("Not yet");

  await expect(page.getByText("1 of 7 done")).toBeVisible();
  const steps = page.locator("[data-step] a");
  await expect(steps.locator("strong")).toHaveText([
    "Share your referral link",
    "Complete your profile",
    "Set your free coin address",
    "Add your PAN",
    "Add your bank account",
  ]);
  const paths = ["/referral-link", "/profile", "/coin-address", "/pan-details", "/bank-details"];
  for (const [at, path] of paths.entries()) await expect(steps.nth(at)).toHaveAttribute("href", path);
  await expectAccessible(page);
});

test("a step that is done is gone, and one that is missing stays after the first stake", async ({
  page,
  member,
  db,
}) => {
  await signedInAt(page, member, "/");
  await step(page, "Add your bank account").getByRole("link").click();
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await page.getByLabel("Account number", { exact: true }).fill("001234567890");
  await page.getByLabel("Account number, once more").fill("001234567890");
  await page.getByLabel("IFSC code").fill("HDFC0000001");
  await expect(page.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await expectShown(page, "Bank address updated");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByText("2 of 7 done")).toBeVisible();
  await expect(step(page, "Add your bank account")).toBeHidden();

  await stakeFromWallet(db, member, asUsdCents(15_000n));
  await page.reload();
  await expect(page.getByRole("link", { name: "Stake your first package" })).toBeHidden();
  // With figures to look at it is a line, and opens the rest.
  await page.getByRole("heading", { name: "Still to do" }).click();
  await expect(step(page, "Set your free coin address")).toBeVisible();
});

test("the eye hides the amounts on every screen, also after a reload, and shows them again", async ({
  page,
  member,
  db,
}) => {
  await stakeFromWallet(db, member, asUsdCents(15_000n));
  await atomically(db, payRewards, { member, count: 3, kind: "ros" });
  await signedInAt(page, member, "/");
  await expect(tile(page, "Staking Wallet (FC)")).toHaveText("8");
  await page.getByRole("main").getByRole("button", { name: "Hide amounts" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Amounts are hidden" })).toBeAttached();
  await expect(tile(page, "Staking Wallet (FC)")).toHaveText("••••hidden");
  await expect(tile(page, "Total Wallet (FC)")).toContainText("••••");
  await page.reload();
  await expect(tile(page, "Total Wallet (FC)")).toContainText("••••");
  // What is the same for everybody stays: the price, the minimum of a withdrawal.
  await expect(tile(page, "Coin Today For $15")).toHaveText(/^[\d,]+ FC$/);
  for (const [path, shown] of [
    ["/", "Total Wallet (FC)"],
    ["/withdraw", "Available to withdraw"],
    ["/transfer-wallet", "Left in the wallet"],
    ["/stacking-wallet-report", "ROS"],
    ["/wallet-report", "ROS"],
    ["/stacking-investment", "Active"],
    ["/transparency", "Your own result"],
  ] as const) {
    await follow(page, path);
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await expect(page.getByText("••••").first()).toBeVisible();
    // What all members got together may be the same figure.
    const own = page.locator(path === "/transparency" ? ".card:has-text('Your own result')" : "main");
    const text = await own.first().innerText();
    // 1.5, 2.5 and 3.5 FC were paid, 1,000 were left: with what was staked, all that this member has.
    for (const amount of [/\b[123]\.5\b/, /\b7\.5\b/, /\b1,00[07]/, /\$150\b/])
      expect(text, path).not.toMatch(amount);
  }
  await follow(page, "/withdraw");
  await page.getByRole("main").getByRole("button", { name: "Show amounts" }).click();
  await expect(page.getByRole("main")).toContainText("7.5 FC");
});

test("a member's figures are rounded, and exact on a tap", async ({ page, member, db, passwordHash }) => {
  const principalFc = asFc(await stakeFromWallet(db, member, asUsdCents(15_000n)));
  await atomically(db, payRewards, { member, count: 10, kind: "ros" });
  for (const side of ["left", "right"] as const) {
    const details = { name: "Below", passwordHash, sponsorId: member.id, side, now: new Date() };
    const below = await atomically(db, insertTestMember, details);
    if (side === "left") await stakeFromWallet(db, below, asUsdCents(50_000n));
  }
  await db
    .insertInto("deductions")
    .values({ member_id: member.id, amount_fc: asFc(20_000n), reason: "A fee", created_at: new Date() })
    .execute();
  await signedInAt(page, member, "/");
  // 1.5 + 2.5 + … + 10.5
  await expect(tile(page, "Staking Wallet (FC)")).toHaveText("60");
  await expect(tile(page, "Total Staking (FC)")).toHaveText(rounded(principalFc));
  await expect(tile(page, "Left Users / Active Left Users")).toHaveText("1 / 1");
  await expect(tile(page, "Left Business ($)")).toHaveText("500");
  await expect(tile(page, "Right Business ($)")).toHaveText("0");
  await expect(tile(page, "Total Wallet (FC)")).toContainText("Less a deduction of 2 FC");

  await expect(tile(page, "Daily ROS (FC)")).toHaveText(rounded(asFc(principalFc / 200n)));
  // 1,000 and 60, less 2: whole already. The first reward alone was not.
  await expect(tile(page, "Total Wallet (FC)")).toContainText("1,058");
  await atomically(db, payRewards, { member, count: 1, kind: "offer_reward" });
  await page.reload();
  await expect(tile(page, "Offer Wallet (FC)")).toHaveText("2");
  await tile(page, "Offer Wallet (FC)").getByRole("button").click();
  await expect(tile(page, "Offer Wallet (FC)")).toHaveText("1.5");
  // The chart is loaded when it is seen.
  await page.locator("[data-home=history]").last().scrollIntoViewIfNeeded();
  const highest = `Highest: ${(Number(principalFc) / 10_000 + 1000).toLocaleString("en-IN")} FC`;
  await expect(page.getByRole("img", { name: highest })).toBeVisible();
  await expect(tile(page, "Earned in all (FC)")).toHaveText("62");
});

test("all of the dashboard is two and a half screens of a phone, and its figures stand at one edge", async ({
  page,
  member,
  db,
}) => {
  await stakeFromWallet(db, member, asUsdCents(15_000n));
  await atomically(db, payRewards, { member, count: 10, kind: "ros" });
  await fund(db, member, { staking: 175_767_160, earning: 127_919_838 }, longAgo(new Date()));
  await signedInAt(page, member, "/");
  await page.locator("[data-home=history]").last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("slider", { name: "Point of the chart" })).toBeVisible();
  await expect(page.getByText("Latest notices")).toBeVisible();
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  expect(screens).toBeLessThanOrEqual(2.5);

  const tiles = page.locator(".home .card").first().locator(".tile");
  await expect(tiles.locator("dt")).toHaveText(labels);
  const places = await tiles.evaluateAll((all) =>
    all.map((each) => {
      const { height } = each.getBoundingClientRect();
      const [label, figure] = [...each.children].map((part) => part.getBoundingClientRect());
      return { isOneLine: height < 34, left: label?.left, right: Math.round(figure?.right ?? 0) };
    }),
  );
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  expect(places[0]?.isOneLine).toBe(true);
});

test("the dashboard shows the next closing, the cap and what it leaves", async ({ page, asha }) => {
  await signedInAt(page, asha, "/");
  await expect(tile(page, "Next closing")).toContainText(/^\d\d:\d\d:\d\d/);
  await expect(tile(page, "Cap of the day")).toHaveText("$1,000");
  await expect(tile(page, "Headroom under the cap")).toHaveText(/^\$[\d,.]+$/);
});

test("what could not be loaded says so, and comes on Retry", async ({ page, member, expectFailures }) => {
  expectFailures(/getDashboard/);
  await page.route("**/api/user/getDashboard/**", (route) => route.abort(), { times: 2 });
  await signedInAt(page, member, "/");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByRole("heading", { name: "Still to do" })).toBeVisible();
});

test(
  "a reload paints the frame with the name before any script, and nothing moves",
  onBothSizes,
  async ({ page, member, db }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          seen.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const preview = page.locator(".preview-home");
    /** Holds the scripts back, looks at what was painted without them, and measures what moved when they came. */
    const reload = async (look: () => Promise<void>, arrived: () => Promise<void>) => {
      const arrive = Promise.withResolvers<void>();
      await page.route("**/assets/*.js", async (route) => {
        await arrive.promise;
        await route.continue();
      });
      await page.goto("/", { waitUntil: "commit" });
      await expect(preview.getByText(`Welcome, ${member.name}`)).toBeVisible();
      await expect(preview.locator(".welcome-id").getByText(member.refId)).toBeVisible();
      await look();
      arrive.resolve();
      await expect(preview).toBeHidden();
      await arrived();
      await page.unroute("**/assets/*.js");
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            // Two frames later everything that was drawn so far has been reported.
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                resolve((globalThis as unknown as { seen: { shift: number } }).seen.shift),
              ),
            );
          }),
      );
      expect(shift).toBeLessThan(0.05);
    };
    await signedInAt(page, member, "/");
    await expect(page.getByRole("heading", { name: "Still to do" })).toBeVisible();
    await reload(
      async () => {
        await expect(preview.getByText("1 of 7 done")).toBeVisible();
        await expect(preview.locator(".next-step")).toHaveText(/Stake your first package/);
        await expect(preview.getByText("Earned in all (FC)")).toBeHidden();
      },
      () => expect(tile(page, "Coin Today For $15")).toHaveText(/FC$/),
    );
    await stakeFromWallet(db, member, asUsdCents(15_000n));
    await page.reload();
    await expect(tile(page, "Total Wallet (FC)")).toContainText("1,000");
    await reload(
      async () => {
        await expect(preview.getByText("2 of 7 done")).toBeVisible();
        await expect(preview.locator(".next-step")).toHaveText(/Share your referral link/);
        await expect(preview.getByText("Earned in all (FC)")).toBeVisible();
        await expect(preview.locator(".total dd")).toContainText("1,000");
      },
      () => expect(tile(page, "Total Wallet (FC)")).toContainText("1,000"),
    );
  },
);
