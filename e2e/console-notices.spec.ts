import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";

test("an operator writes a notice to one member, who finds it on the board until it is withdrawn", async ({
  page,
  otherPage: portal,
  member,
}) => {
  const words = `A word to ${member.refId} alone`;
  await operatorAt(page, "/console/notices", { role: "support" });
  await page.getByRole("button", { name: "Write a notice" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a notice" });
  await dialog.getByLabel("Notice").fill(words);
  await dialog.getByText("Chosen members").click();
  await dialog.getByLabel("User IDs").fill(member.refId);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("list", { name: "Who this is for" })).toContainText(member.name);
  await expect(dialog.getByRole("region", { name: "As a member sees it" })).toContainText(words);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Write it" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row", { name: new RegExp(words) });
  await expect(row).toContainText("Live");

  await signedInAt(portal, member, "/notice-board");
  await expect(portal.getByRole("main").getByText(words)).toBeVisible();

  await row.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(row).toContainText("Withdrawn");
  await portal.reload();
  await expect(portal.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(portal.getByText(words)).toHaveCount(0);
});
