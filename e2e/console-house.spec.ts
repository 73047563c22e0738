import { randomUUID } from "node:crypto";
import { atomically } from "../server/src/platform/db.ts";
import { enqueue } from "../server/src/platform/jobs.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { operator, signInOperator } from "./operators.ts";

test("a draft of the plan is written, run dry, scheduled and withdrawn; the next closing is run dry", async ({
  page,
  db,
  passwordHash,
}) => {
  test.slow();
  await signInOperator(page, await operator(db, passwordHash, "admin"));
  await page.getByRole("link", { name: "Plan", exact: true }).click();
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
  await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
  const scheduled = page
    .getByRole("region", { name: /^Version/ })
    .filter({ has: page.getByText("Scheduled", { exact: true }) });
  await expect(scheduled).toContainText("1 Jan 2099");
  await scheduled.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Withdrawn", { exact: true }).first()).toBeVisible();

  await page.getByRole("link", { name: "Closings", exact: true }).click();
  await expect(page.getByRole("region", { name: "Next closing" })).toBeVisible();
  const dryRun = page.getByRole("region", { name: "Dry run" });
  await dryRun.getByRole("button", { name: "Dry run" }).click();
  await expect(dryRun.getByRole("table", { name: "Who would get most" })).toBeVisible();
  await expectAccessible(page);
});

test("the books are funded by two, verified and searched; failed work is retried; reports are read", async ({
  page,
  db,
  passwordHash,
  browser,
}) => {
  test.slow();
  const note = `Rewards ${randomUUID()}`;
  await signInOperator(page, await operator(db, passwordHash, "finance"));
  await page.getByRole("link", { name: "Ledger", exact: true }).click();
  await page.getByRole("button", { name: "Fund the pool" }).click();
  await page.getByLabel("Amount").fill("250000000");
  await page.getByLabel("What it is for").fill(note);
  await page.getByRole("button", { name: "Propose" }).click();
  await expect(page.getByText(note)).toBeVisible();

  const second = await (await browser.newContext({ baseURL: process.env["E2E_URL"] ?? "" })).newPage();
  await signInOperator(second, await operator(db, passwordHash, "admin", "Omar Khan"));
  await second.getByRole("link", { name: "Ledger", exact: true }).click();
  const funding = second.getByRole("listitem").filter({ hasText: note });
  await funding.getByRole("button", { name: "Confirm" }).click();
  await expect(funding).toContainText("In the pool");
  await second.getByRole("button", { name: "Verify the ledger" }).click();
  const verification = second.getByRole("region", { name: "Verification" });
  await expect(verification).toContainText(/entries, .* postings/);
  await second.getByLabel("Kind").selectOption("pool_funded");
  await expect(second).toHaveURL(/kind=pool_funded/);
  const entry = second.getByRole("row").filter({ hasText: "25,00,00,000" }).first();
  await entry.getByRole("link").click();
  await expect(second.getByRole("table", { name: "Postings" })).toContainText("Treasury");
  await expectAccessible(second);

  // Of no task, so that no worker takes it meanwhile.
  const task = `lost-${randomUUID()}`;
  await atomically(db, enqueue, { task, payload: {}, now: new Date() });
  const failed = { failed_at: new Date(), last_error: "connect ECONNREFUSED", attempts: 20 };
  await db.updateTable("jobs").set(failed).where("task", "=", task).execute();
  await second.getByRole("link", { name: "Jobs and mail", exact: true }).click();
  await second.getByLabel("State").selectOption("failed");
  const job = second.getByRole("row").filter({ hasText: task.replaceAll("-", " ").replace(/^l/, "L") });
  await expect(job).toContainText("The mail server could not be reached.");
  await expectAccessible(second);
  await job.getByRole("button", { name: "Throw away" }).click();
  await second.getByLabel("Reason, for the log").fill("Not needed any more");
  await second.getByRole("dialog").getByRole("button", { name: "Throw away" }).click();
  await expect(job).toHaveCount(0);

  await second.getByRole("link", { name: "Reports", exact: true }).click();
  for (const name of ["Payouts", "Growth", "Stakes"]) {
    await second.getByRole("button", { name, exact: true }).click();
    await expect(second.getByRole("table", { name })).toBeVisible();
  }
  await expectAccessible(second);
  await second.context().close();
});
