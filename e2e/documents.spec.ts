import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test(
  "a visitor reads the texts that bind, in both languages, and a member sees what was accepted",
  onBothSizes,
  async ({ page, member }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Terms, privacy and risks" }).click();
    await expect(page.getByRole("heading", { name: "Terms of use" })).toBeVisible();
    await expect(
      page.getByText("These terms are between you, the member, and FC Portal (demo)"),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Risk statement" }).click();
    await expect(page.getByText("You can lose everything that you pay in")).toBeVisible();
    await page.getByRole("link", { name: /^Version 1, released on/ }).click();
    await expect(page).toHaveURL(/\/documents\/risk\/1$/);

    await signedInAt(page, member, "/security");
    const card = page.locator(".card", { has: page.getByRole("heading", { name: "What you accepted" }) });
    await expect(card.getByRole("link", { name: /Terms of use, version \d/ })).toBeVisible();
  },
);
