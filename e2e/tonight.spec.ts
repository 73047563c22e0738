import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test(
  "a member sees what tonight's closing would pay, and what one more stake in either leg would change",
  onBothSizes,
  async ({ page, asha }) => {
    await signedInAt(page, asha, "/tonight");
    const earnings = page.locator("section", { hasText: "If nothing changes, the closing pays you" });
    await expect(earnings).toContainText("Return on staking");
    await expect(earnings).toContainText("This is an estimate until the closing.");
    const more = page.locator("section", { hasText: "One more stake" });
    await expect(more).toContainText("In your left leg");
    // Five percent of $1,000 as the direct bonus, whatever it would match.
    const answered = page.waitForResponse(/getTonightWith/);
    await more.getByLabel("Package").selectOption("1000");
    expect((await answered).status()).toBe(200);
    await expect(more).toContainText(/Direct bonus [\d,]+ FC/);
    await page.getByRole("link", { name: "Plan", exact: true }).last().click();
    await expect(page.getByText(/Version 1: In force today/)).toBeVisible();
  },
);
