import { randomUUID } from "node:crypto";
import { atomically } from "../server/src/platform/db.ts";
import { enqueue } from "../server/src/platform/jobs.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("failed work says why it failed, and is thrown away with a reason; a test mail can always be sent", async ({
  page,
  db,
}) => {
  // No worker knows this task, so none takes the job meanwhile.
  const task = `lost-${randomUUID()}`;
  await atomically(db, enqueue, { task, payload: {}, now: new Date() });
  const failed = { failed_at: new Date(), last_error: "connect ECONNREFUSED", attempts: 20 };
  await db.updateTable("jobs").set(failed).where("task", "=", task).execute();
  await operatorAt(page, "/console/jobs", { role: "admin" });
  await page.getByLabel("State").selectOption("failed");
  const job = page.getByRole("row").filter({ hasText: task.replaceAll("-", " ").replace(/^l/, "L") });
  await expect(job).toContainText("The mail server could not be reached.");
  await expectAccessible(page);
  await job.getByRole("button", { name: "Throw away" }).click();
  await page.getByLabel("Reason, for the log").fill("Not needed any more");
  await page.getByRole("dialog").getByRole("button", { name: "Throw away" }).click();
  await expect(job).toHaveCount(0);
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText(/^A test mail is on its way to/)).toBeVisible();
});
