import { setSetting } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test.use({ changes: "settings" });

// Other tests run at the same time: this one changes a setting that only it reads.
test("an admin changes a setting, finds it in its history, and takes back one that needs a second person", async ({
  page,
}) => {
  await setSetting(environment.databaseUrl(), "support", {});
  await operatorAt(page, "/console/settings", { role: "admin" });
  await page.getByRole("button", { name: "Change Support" }).click();
  const field = page.getByLabel("Answered within (hours)");
  await field.fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A whole number from 1 to 720")).toBeVisible();
  await field.fill("36");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("36 hours")).toBeVisible();
  await page.getByRole("button", { name: "History of Answered within" }).click();
  await expect(page.getByRole("dialog").getByText("24 hours → 36 hours").first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  // Proposed and taken back, so that the limit for funding the pool stays as other tests expect it.
  await page.getByRole("button", { name: "Change Rewards pool" }).click();
  await page.getByLabel("Two operators from (FC)").fill("90,00,00,000");
  await page.getByLabel("Reason, for the second person").fill("Agreed by the board");
  await page.getByRole("button", { name: "Save" }).click();
  const waiting = page.getByRole("region", { name: "Settings: Rewards pool" });
  await expect(waiting).toContainText("90,00,00,000 FC");
  await expect(waiting).toContainText("Proposed by you, waiting");
  await expectAccessible(page);
  await waiting.getByRole("button", { name: /^Take back/ }).click();
  await page.getByLabel("Reason, for the other operators").fill("Not needed");
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect(waiting).toBeHidden();
});
