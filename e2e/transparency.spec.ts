import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test("a member sees the own result, everybody's with the median first, and every day's coverage", async ({
  page,
  asha,
}) => {
  await signedInAt(page, asha, "/transparency");
  await expect(page.getByRole("heading", { name: "Transparency", level: 1 })).toBeVisible();
  const own = page.locator("section", { hasText: "Your own result" });
  await expect(own).toContainText("$1,000 paid for stakes");
  // 1 crore withdrawn, less the fee.
  await expect(own).toContainText("98,00,000 FC");
  await expect(own).toContainText("50,00,000 FC");
  const all = page.locator("section", { hasText: "All members' results" });
  await expect(all).toContainText("The member in the middle (median)");
  await expect(all).toContainText(/Of [\d,]+ members, 200 have put in something/);
  await expect(all.getByRole("row")).toHaveCount(7);
  await expect(page.getByRole("img", { name: /of 90 days were below 100 %/ })).toBeVisible();
});

test(
  "the days can be sorted, narrowed and saved; the lowest coverage comes first",
  onBothSizes,
  async ({ page, asha, isMobile }) => {
    await signedInAt(page, asha, "/transparency?sort=coverage&order=asc");
    const rows = page.locator(".table tbody tr, .table-cards > li");
    await expect(rows.first()).not.toContainText("100 %");
    if (!isMobile) {
      await expect(page.getByRole("columnheader").last()).toHaveText("Coverage");
      await page.getByRole("button", { name: "Coverage" }).click();
      await expect(rows.first()).toContainText("100 %");
    }
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect((await download).suggestedFilename()).toBe("coverage.csv");
  },
);

test("a new member has a result of zero, and a failure has a Retry", async ({ page, member }) => {
  await page.route("**/api/user/getTransparency/**", (route) => route.abort(), { times: 2 });
  await signedInAt(page, member, "/transparency");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.locator("section", { hasText: "Your own result" })).toContainText("$0 paid for stakes");
});
