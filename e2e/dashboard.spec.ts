import { insertTestMember } from "../server/src/testing/test-app.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";
import { payRewards, stakeFromWallet } from "./money.ts";

const labels = [
  "Coin Today For $15",
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

function rounded(amountFc: bigint): string {
  return Math.round(Number(amountFc) / 10_000).toLocaleString("en-IN");
}

test("a newcomer sees every tile at zero, and what to do next", async ({ page, member }) => {
  await signedInAt(page, member, "/");
  await expect(page.getByRole("heading", { name: `Welcome, ${member.name}` })).toBeVisible();
  for (const label of labels) await expect(page.getByText(label, { exact: true })).toBeVisible();
  const tile = (label: string) => page.locator(".tile", { hasText: label }).locator("dd");
  await expect(tile("Total Wallet (FC)")).toHaveText("0");
  await expect(tile("Left Users / Active Left Users")).toHaveText("0 / 0");
  await expect(tile("Date of Staking")).toHaveText("Not yet");
  await expect(page.getByRole("heading", { name: "Next steps" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Share your referral link" }).click();
  await expect(page).toHaveURL(/\/referral-link$/);
});

test("a member's figures are rounded, and exact on a tap", async ({ page, member, db, passwordHash }) => {
  const principalFc = await stakeFromWallet(db, member, 15_000n);
  await atomically(db, payRewards, { member, count: 10, kind: "ros" });
  for (const side of ["left", "right"] as const) {
    const details = { name: "Below", passwordHash, sponsorId: member.id, side, now: new Date() };
    const below = await atomically(db, insertTestMember, details);
    if (side === "left") await stakeFromWallet(db, below, 50_000n);
  }
  await db
    .insertInto("deductions")
    .values({ member_id: member.id, amount_fc: 20_000n, reason: "A fee", created_at: new Date() })
    .execute();
  await signedInAt(page, member, "/");
  const tile = (label: string) => page.locator(".tile", { hasText: label }).locator("dd");
  // 1.5 + 2.5 + … + 10.5
  await expect(tile("Staking Wallet (FC)")).toHaveText("60");
  await expect(tile("Total Staking (FC)")).toHaveText(rounded(principalFc));
  await expect(tile("Left Users / Active Left Users")).toHaveText("1 / 1");
  await expect(tile("Left Business ($)")).toHaveText("500");
  await expect(tile("Right Business ($)")).toHaveText("0");
  await expect(tile("Total Wallet (FC)")).toContainText("Less a deduction of 2 FC");

  await expect(tile("Daily ROS (FC)")).toHaveText(rounded(principalFc / 200n));
  // 1,000 and 60, less 2: whole already. The first reward alone was not.
  await expect(tile("Total Wallet (FC)")).toContainText("1,058");
  await atomically(db, payRewards, { member, count: 1, kind: "offer_reward" });
  await page.reload();
  await expect(tile("Offer Wallet (FC)")).toHaveText("2");
  await tile("Offer Wallet (FC)").getByRole("button").click();
  await expect(tile("Offer Wallet (FC)")).toHaveText("1.5");
  const highest = `Highest: ${(Number(principalFc) / 10_000 + 1000).toLocaleString("en-IN")} FC`;
  await expect(page.getByRole("img", { name: highest })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Next steps" })).toBeHidden();
  await expectAccessible(page);
});

test("the dashboard shows the next closing, the cap and what it leaves", async ({ page, asha }) => {
  await signedInAt(page, asha, "/");
  const tile = (label: string) => page.locator(".tile", { hasText: label }).locator("dd");
  await expect(tile("Next closing")).toContainText(/^\d\d:\d\d:\d\d/);
  await expect(tile("Cap of the day")).toHaveText("$1,000");
  await expect(tile("Headroom under the cap")).toHaveText(/^\$[\d,.]+$/);
});

test("what could not be loaded says so, and comes on Retry", async ({ page, member }) => {
  await page.route("**/api/user/getDashboard/**", (route) => route.abort(), { times: 2 });
  await signedInAt(page, member, "/");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Total Wallet (FC)", { exact: true })).toBeVisible();
});

test(
  "a reload paints the frame with the name before any script, and nothing moves",
  onBothSizes,
  async ({ page, member }) => {
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          seen.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await signedInAt(page, member, "/");
    await expect(page.getByRole("heading", { name: `Welcome, ${member.name}` })).toBeVisible();
    const arrive = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    const preview = page.locator(".preview-home");
    await expect(preview.getByText(`Welcome, ${member.name}`)).toBeVisible();
    await expect(preview.locator(".welcome-id").getByText(member.refId)).toBeVisible();
    await expect(preview.getByText("Total Wallet (FC)")).toBeVisible();
    arrive.resolve();
    await expect(preview).toBeHidden();
    await expect(page.locator(".tile", { hasText: "Total Wallet (FC)" }).locator("dd")).toHaveText("0");
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
  },
);

test("nobody is greeted before signing in", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Welcome,")).toBeHidden();
});
