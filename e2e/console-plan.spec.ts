import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test.use({ changes: "plan" });

test("a draft of the plan is written, run dry, scheduled by two admins and withdrawn", async ({
  page,
  otherPage: second,
}) => {
  await operatorAt(page, "/console/plan", { role: "admin" });
  await page.getByRole("button", { name: "Begin a draft" }).click();
  await page.getByLabel("Direct bonus, of each stake").fill("101");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(page.getByText("At most 100 %")).toBeVisible();
  await page.getByLabel("Direct bonus, of each stake").fill("8");
  await page.getByLabel("Return on staking, each day").fill("0.6");
  await page.getByRole("button", { name: "Save the draft" }).click();
  const draft = page.getByRole("region", { name: "Draft" });
  const change = draft.getByRole("row", { name: /Direct bonus, of each stake/ });
  await expect(change).toContainText("5 %");
  await expect(change).toContainText("8 %");
  await draft.getByRole("button", { name: "Dry run" }).click();
  await expect(draft.getByRole("table", { name: "How many would get how much" })).toBeVisible();
  await expect(draft.getByText(/keep the terms they were bought under/)).toBeVisible();
  await expectAccessible(page);

  await draft.getByRole("button", { name: "Schedule" }).click();
  await page.getByLabel("In force from").fill("2099-01-01");
  await page.getByLabel("Reason, for the second person").fill("Agreed by the board");
  await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Proposed by you, waiting")).toBeVisible();
  await operatorAt(second, "/console/waiting", { role: "admin", name: "Meera Nair" });
  await second.getByRole("button", { name: "Confirm A new plan from 2099-01-01 on" }).click();
  await expect(second.getByRole("dialog")).toContainText("Leela Iyer");
  await expectAccessible(second);
  await second.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("dialog")).toBeHidden();
  await expect(second.getByText("Decided lately")).toBeVisible();
  await page.reload();
  const scheduled = page
    .getByRole("region", { name: /^Version/ })
    .filter({ has: page.getByText("Scheduled", { exact: true }) });
  await expect(scheduled).toContainText("1 Jan 2099");
  await scheduled.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Withdrawn", { exact: true }).first()).toBeVisible();
  await expect(scheduled).toHaveCount(0);
});
