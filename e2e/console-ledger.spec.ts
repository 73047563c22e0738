import { randomInt, randomUUID } from "node:crypto";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("the pool is funded by two operators; the ledger is verified and searched", async ({
  page: first,
  otherPage: second,
}) => {
  const note = `Rewards ${randomUUID()}`;
  // So large that it takes two, and of no other entry.
  const amount = 250_000_000 + randomInt(1_000_000);
  await operatorAt(first, "/console/ledger", { role: "finance" });
  await first.getByRole("button", { name: "Fund the pool" }).click();
  await first.getByLabel("Amount").fill(String(amount));
  await first.getByLabel("What it is for").fill(note);
  await first.getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText(note)).toBeVisible();

  const figure = amount.toLocaleString("en-IN");
  await operatorAt(second, "/console/ledger", { role: "admin", name: "Omar Khan" });
  const funding = second.getByRole("listitem").filter({ hasText: note });
  await funding.getByRole("button", { name: "Confirm" }).click();
  await expect(funding).toContainText("In the pool");
  await second.getByRole("button", { name: "Verify the ledger" }).click();
  const verification = second.getByRole("region", { name: "Verification" });
  await expect(verification).toContainText(/Nothing differs\. [\d,]{2,} entries, [\d,]{2,} postings/);
  await second.getByLabel("Kind").selectOption("pool_funded");
  await expect(second).toHaveURL(/kind=pool_funded/);
  const entries = second.getByRole("table", { name: "Entries" });
  await expect(entries.getByRole("row")).not.toHaveCount(1);
  await entries.getByRole("row", { name: figure }).getByRole("link").click();
  const postings = second.getByRole("table", { name: "Postings" });
  await expect(postings.getByRole("row", { name: /Treasury.*Rewards pool/ })).toContainText(`${figure} FC`);
  await expectAccessible(second);
});
