import { randomUUID } from "node:crypto";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("the pool is funded by two operators; the ledger is verified and searched", async ({
  page: first,
  otherPage: second,
}) => {
  const note = `Rewards ${randomUUID()}`;
  await operatorAt(first, "/console/ledger", { role: "finance" });
  await first.getByRole("button", { name: "Fund the pool" }).click();
  await first.getByLabel("Amount").fill("250000000");
  await first.getByLabel("What it is for").fill(note);
  await first.getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText(note)).toBeVisible();

  await operatorAt(second, "/console/ledger", { role: "admin", name: "Omar Khan" });
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
});
