import { asFc } from "@fc/contract/units";
import { fcText } from "../contract/src/amount-text.ts";
import { priceAt } from "../server/src/core/prices/prices.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test(
  "a member sees what tonight's closing would pay, and what one more stake in either leg would change",
  onBothSizes,
  async ({ page, asha, db }) => {
    await signedInAt(page, asha, "/tonight");
    const earnings = page.locator("section", { hasText: "If nothing changes, the closing pays you" });
    await expect(earnings).toContainText("Return on staking");
    await expect(earnings).toContainText("This is an estimate until the closing.");
    const more = page.locator("section", { hasText: "One more stake" });
    await expect(more).toContainText("In your left leg");
    // Five percent of the package as the direct bonus, whatever it would match.
    const { fcFor15Usd } = await priceAt(db, new Date());
    const bonusOf = (usd: bigint) => `Direct bonus ${fcText(asFc((fcFor15Usd * usd) / 300n))}`;
    await expect(more).toContainText(bonusOf(150n));
    await more.getByLabel("Package").selectOption("1000");
    await expect(more).toContainText(bonusOf(1000n));
    await expect(more).not.toContainText(bonusOf(150n));
    await page.getByRole("link", { name: "Plan", exact: true }).last().click();
    await expect(page.getByText(/Version 1: In force today/)).toBeVisible();
  },
);
