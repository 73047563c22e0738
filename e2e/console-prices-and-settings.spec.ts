import { expect, expectAccessible, logIn, test } from "./fixtures.ts";
import { operator, signInOperator } from "./operators.ts";

// Tests beside this one reckon in coins: it changes what a dollar is in rupees, and a setting that only it reads.
test("an operator sets the price of a dollar, which the member's payment page then reckons by; an admin changes a setting", async ({
  page,
  member,
  db,
  passwordHash,
  browser,
}) => {
  await signInOperator(page, await operator(db, passwordHash, "admin"));
  await page.getByRole("link", { name: "Prices", exact: true }).click();
  await page.getByRole("button", { name: "Set a new price" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a new price" });
  const rate = dialog.getByLabel("Rupees for a dollar", { exact: true });
  await rate.fill("20");
  await expect(dialog.getByText(/by more than 10 %/)).toBeVisible();
  await expectAccessible(page);
  const cost = await dialog.getByLabel("FC for $15", { exact: true }).inputValue();
  await dialog.getByLabel("FC for $15, again").fill(cost);
  await dialog.getByLabel("Rupees for a dollar, again").fill("20");
  await dialog.getByRole("button", { name: "Set it now" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /In force/ })).toContainText("₹20.00");
  await expectAccessible(page);

  const portal = await (await browser.newContext({ baseURL: process.env["E2E_URL"] ?? "" })).newPage();
  await logIn(portal, member);
  await expect(portal.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await portal.goto("/stacking");
  await portal.getByRole("radio", { name: "$150" }).check();
  await expect(portal.getByText("₹3,000.00").first()).toBeVisible();
  await portal.context().close();

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Change Support" }).click();
  const field = page.getByLabel("Answered within (hours)");
  await field.fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A whole number from 1 to 720")).toBeVisible();
  await field.fill("36");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("36 hours")).toBeVisible();
  await page.getByRole("button", { name: "History of Answered within" }).click();
  await expect(page.getByRole("dialog")).toContainText("24 hours → 36 hours");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  // Proposed and taken back: what others fund the pool by stays as it is.
  await page.getByRole("button", { name: "Change Rewards pool" }).click();
  await page.getByLabel("Two operators from (FC)").fill("90,00,00,000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/90,00,00,000 FC is proposed by you/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText(/is proposed by you/)).toBeHidden();
});
