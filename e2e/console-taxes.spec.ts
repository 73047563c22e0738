import { asFc } from "@fc/contract/units";
import { readFile } from "node:fs/promises";
import { daysAfter } from "@fc/contract/period";
import { inrText } from "@fc/contract/amount-text";
import { fcToWire } from "@fc/contract/money";
import type { Browser, Page } from "@playwright/test";
import { owedTax } from "../server/src/core/taxes/owed.ts";
import { houseBalances } from "../server/src/core/ledger/house.ts";
import { closeDay } from "../server/src/core/plan/closing.ts";
import { coins, setPrice } from "../server/src/testing/money.ts";
import { fillPool, stakeNow } from "../server/src/testing/plan/stakes.ts";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { logIn } from "./sessions.ts";

// A rule of its own: on the shared server it would tax the members of every other test.
let app: TestApp;
test.beforeAll(async () => {
  app = await startOwnServer();
});
test.afterAll(() => app.stop());

const today = "2026-11-16";
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);

async function openAt(browser: Browser, now: Date): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: app.url })).newPage();
  await page.clock.setFixedTime(now);
  return page;
}

async function adminPage(browser: Browser, name: string, passwordHash: string): Promise<Page> {
  const page = await openAt(browser, app.time.now);
  await typePassword(page, await addOperator(app.db, { role: "admin", name, passwordHash }));
  await page.getByRole("button", { name: "Skip for this demo" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  return page;
}

test("two people set a tax rule, a credit follows it, and certificate and quarter's file agree with the ledger", async ({
  browser,
  passwordHash,
}) => {
  const { db } = app;
  app.time.now = noon(today);
  await setPrice(db, 15_000, noon("2026-11-01"));
  const member = await app.addMember({ name: "Asha Verma" });
  await fillPool(db, coins(1_000_000), app.time.now);
  await stakeNow(db, { memberId: member.id, usd: 1500, now: app.time.now });
  const second = await adminPage(browser, "Omar Khan", passwordHash);
  const first = await adminPage(browser, "Leela Iyer", passwordHash);

  await openScreen(first, "Taxes", "Money");
  // Nothing was deducted in this quarter: the return of the last one is within reach all the same.
  await expect(first.getByText("Nothing was deducted in this quarter.")).toBeVisible();
  await expect(first.getByLabel("Quarter", { exact: true })).toHaveValue("3");
  await first.getByRole("button", { name: "A new rule" }).click();
  const dialog = first.getByRole("dialog", { name: "A new rule" });
  await dialog.getByLabel("From this day on").fill(daysAfter(today, 1));
  await dialog.getByLabel("Taken").selectOption("When rewards are credited");
  await dialog.getByLabel("Section").fill("194R");
  await dialog.getByLabel("Above, ₹ a financial year").fill("0");
  await dialog.getByLabel("Rate with PAN, %").fill("5");
  await dialog.getByLabel("Rate without PAN, %").fill("20");
  await dialog.getByLabel("Reason, for the second person").fill("As the law has it this year");
  await expectAccessible(first);
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toBeHidden();
  await openScreen(second, "Second person");
  await second.getByRole("button", { name: /^Confirm/ }).click();
  const confirmation = second.getByRole("dialog");
  await confirmation.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(confirmation).toBeHidden();

  // Two days later the day of the rule is closed, and its rewards were taxed.
  app.time.now = noon(daysAfter(today, 2));
  for (const day of [today, daysAfter(today, 1)]) await closeDay(db, { day, now: app.time.now });
  const taxFc = fcToWire(asFc((await houseBalances(db)).tax_withheld));
  expect(taxFc).toBeGreaterThan(0);

  const portal = await openAt(browser, app.time.now);
  await logIn(portal, member);
  await expect(portal.getByText("Welcome, Asha Verma")).toBeVisible();
  await portal.goto("/stacking-wallet-report");
  await portal.getByRole("button", { name: "Why this amount?" }).first().click();
  const why = portal.getByRole("dialog", { name: "Why this amount?" });
  await expect(why).toContainText("Tax of this closing");
  await expect(why).toContainText("194R");
  await portal.keyboard.press("Escape");
  await portal.getByRole("button", { name: "Statement" }).click();
  const certificate = portal.waitForEvent("download");
  await portal.getByRole("button", { name: /^Year 2026-27/ }).click();
  const pdf = await certificate;
  expect(pdf.suggestedFilename()).toBe("tax-certificate-2026-27.pdf");
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");

  const accountant = await adminPage(browser, "Meera Nair", passwordHash);
  await openScreen(accountant, "Taxes", "Money");
  const quarter = accountant.getByRole("table", { name: "Deducted in the quarter" });
  await expect(quarter.getByRole("row", { name: /Asha Verma/ })).toBeVisible();
  await expect(quarter.getByRole("row", { name: /In all/ })).toContainText(taxFc.toLocaleString("en-IN"));
  const saved = accountant.waitForEvent("download");
  // The first one is of the rules.
  await accountant.getByRole("button", { name: "Download CSV" }).last().click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("tax-return-2026-27-Q3.csv");
  const [head = "", ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  const at = head.split(",").indexOf("Tax (FC)");
  const sum = lines.reduce((all, line) => all + Number(line.split(",")[at]), 0);
  expect(sum).toBeCloseTo(taxFc, 4);

  // It is paid to the state: one operator records the challan, another one confirms it.
  await accountant.getByRole("button", { name: "Record a payment" }).click();
  const payment = accountant.getByRole("dialog", { name: "Tax paid to the state" });
  await payment.getByLabel("Challan").fill("0510002 18-11-2026 00123");
  const { owedPaise } = await owedTax(db);
  const owed = `${owedPaise / 100n}.${String(owedPaise % 100n).padStart(2, "0")}`;
  await payment.getByLabel("Tax (₹)").fill(owed);
  await payment.getByLabel("Interest (₹)").fill("18.50");
  await payment.getByLabel("Note, for the second person").fill("Tax of November");
  await expectAccessible(accountant);
  await payment.getByRole("button", { name: "Propose it" }).click();
  await expect(payment).toBeHidden();
  await expect(
    accountant.getByRole("heading", { name: `Tax of ${inrText(owedPaise)} was paid to the state` }),
  ).toBeVisible();
  const confirmer = await adminPage(browser, "Farah Khan", passwordHash);
  await openScreen(confirmer, "Taxes", "Money");
  await confirmer.getByRole("button", { name: /^Confirm/ }).click();
  await confirmer.getByRole("dialog").getByRole("button", { name: "Confirm", exact: true }).click();
  const paid = confirmer.getByRole("table", { name: "Paid to the state", exact: true });
  await expect(paid.getByRole("row", { name: /0510002/ })).toContainText("Meera Nair");
  await expect(confirmer.getByRole("region", { name: "Paid to the state", exact: true })).toContainText(
    /Owed to the state\s*0 FC/,
  );
  await expectAccessible(confirmer);
  expect((await houseBalances(db)).tax_withheld).toBe(0n);
});
