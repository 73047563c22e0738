import { asUsdCents } from "@fc/contract/units";
import { randomInt, randomUUID } from "node:crypto";
import { inrPaiseForUsdInPayersFavour } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { Page } from "@playwright/test";
import { priceAt } from "../server/src/core/prices/prices.ts";
import { atomically } from "../server/src/platform/db.ts";
import { bankDay, statementFile } from "../server/src/testing/bank-statements.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";
import { requestStake } from "./requests.ts";

async function chooseFile(page: Page, button: string, content: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  const buffer = Buffer.from(content);
  await (await choosing).setFiles({ name: "november.csv", mimeType: "text/csv", buffer });
}

test("one operator imports a statement, another one approves what is exact and matches what is near", async ({
  page,
  otherPage: second,
  member,
  db,
}) => {
  const amountUsdCents = asUsdCents(25_500n);
  const [right, fake] = [1, 2].map(() => String(randomInt(4e11, 5e11)));
  const id = await atomically(db, requestStake, { ...member, amountUsdCents, utr: right! });
  const fakeId = await atomically(db, requestStake, { ...member, amountUsdCents, utr: fake! });
  const { inrPerUsd } = await priceAt(db, new Date());
  const amount = Number(inrPaiseForUsdInPayersFavour(amountUsdCents, inrPerUsd)) / 100;
  const day = bankDay(new Date());
  const statement = statementFile([
    { day, words: `UPI-${member.name}-${right}-PAY`, amount },
    { day, words: `UPI-RAVI MENON-${fake}-PAY`, amount },
    { day, words: `RENT-${randomUUID()}`, amount: -500 },
  ]);

  await operatorAt(page, "/console/bank", { role: "finance", name: "Leela Iyer" });
  await chooseFile(page, "Add an account by its statement", statement);
  const dialog = page.getByRole("dialog", { name: "Add an account" });
  await expect(dialog.getByLabel("Money in", { exact: true })).toHaveValue("Deposit Amt.");
  await expectAccessible(page);
  const name = `Current account ${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel("Name of the account").fill(name);
  await dialog.getByRole("button", { name: "Add and import" }).click();
  await expectShown(page, "3 lines imported.");
  await expect(page.getByText(/^UTR, rupees.*You imported \d+ of them yourself/)).toBeVisible();
  await expectAccessible(page);
  await chooseFile(page, `Import a statement of ${name}`, statement);
  await expectShown(page, "All 3 lines were known already. Nothing has changed.");
  await chooseFile(page, `Import a statement of ${name}`, statement.replace("RENT", "RATE"));
  await expect(page.getByText(/this line was imported before with other words: “RENT/)).toBeVisible();

  await operatorAt(second, "/console/staking-requests", { role: "finance", name: "Omar Khan" });
  await second.getByRole("searchbox").fill(referenceOf("staking-request", fakeId));
  const requests = second.getByRole("button", { name: new RegExp(member.refId) });
  await expect(requests).toHaveCount(1);
  await requests.click();
  const beside = second.locator(".note", { hasText: `UPI-RAVI MENON-${fake}-PAY` });
  await expect(beside).toContainText("A credit of the bank is near.");
  await expect(beside).toContainText("Another payer");
  await expectAccessible(second);

  await second.getByRole("link", { name: "Bank", exact: true }).first().click();
  await expect(second.getByText(`UPI-${member.name}-${right}-PAY`)).toBeVisible();
  await expect(second.getByText(`UPI-RAVI MENON-${fake}-PAY`)).toBeHidden();
  await second.getByRole("button", { name: /^Approve \d+ together$/ }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(second.getByText(/^\d+ approved\.$/)).toBeVisible();
  const { status } = await db
    .selectFrom("staking_requests")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("A");

  await second.getByRole("tab", { name: /^Near/ }).click();
  const near = second.getByRole("row").filter({
    hasText: `UPI-RAVI MENON-${fake}-PAY`,
  });
  await expect(near).toContainText("Another payer");
  await expectAccessible(second);
  await near.getByRole("button", { name: "It pays for this" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Match" }).click();
  await expect(near).toHaveCount(0);
  await second.getByRole("tab", { name: "Credits without a request" }).click();
  await second.getByRole("searchbox").fill(fake!);
  await expect(second.getByText("Nothing fits what you searched for.")).toBeVisible();
  await second.getByRole("tab", { name: "Lines" }).click();
  await second.getByRole("searchbox").fill(fake!);
  // The lines from before are dimmed until then.
  await expect(second.getByText("1 to 1 of 1")).toBeVisible();
  await expect(second.getByRole("row").getByRole("link", { name: /^ST-/ })).toBeVisible();
  await expectAccessible(second);
});

test("a credit that pays for no request is set aside with a reason, and brought back", async ({ page }) => {
  const utr = String(randomInt(4e11, 5e11));
  const statement = statementFile([{ day: bankDay(new Date()), words: `INTEREST-${utr}`, amount: 321 }]);
  await operatorAt(page, "/console/bank", { role: "finance" });
  await chooseFile(page, "Add an account by its statement", statement);
  const adding = page.getByRole("dialog", { name: "Add an account" });
  await adding.getByLabel("Name of the account").fill(`Savings account ${randomUUID().slice(0, 8)}`);
  await adding.getByRole("button", { name: "Add and import" }).click();
  await expectShown(page, "1 line imported.");
  await page.getByRole("tab", { name: "Credits without a request" }).click();
  await page.getByRole("searchbox").fill(utr);
  const line = page.getByRole("row").filter({ hasText: utr });
  await line.getByRole("button", { name: "Set aside" }).click();
  const dialog = page.getByRole("dialog", { name: "Set ₹321 aside" });
  await dialog.getByRole("textbox").fill("Interest of the bank");
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(line).toHaveCount(0);

  await page.getByRole("tab", { name: "Credits set aside" }).click();
  await page.getByRole("searchbox").fill(utr);
  await expect(line).toContainText("Set aside: Interest of the bank");
  await expectAccessible(page);
  await line.getByRole("button", { name: "Bring back" }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole("tab", { name: "Credits without a request" }).click();
  await page.getByRole("searchbox").fill(utr);
  await expect(line.getByRole("button", { name: "Set aside" })).toBeVisible();
});
