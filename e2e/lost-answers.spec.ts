import type { Page, Route } from "@playwright/test";
import { day } from "../server/src/platform/clock.ts";
import { fund, giveStake, longAgo } from "../server/src/testing/money.ts";
import { stakeNow } from "../server/src/testing/plan/stakes.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test as base, type Member } from "./fixtures.ts";
import { checkAgain, cutAfter, keysKept, outcomes, unknown } from "./lost-answers.ts";
import { codeMailedTo } from "./mails.ts";
import { allowTransfers } from "./money.ts";
import { signIn } from "./sessions.ts";

/** What the shell says on every page about a request whose answer was lost. */

const transferCall = "**/api/user/transferWallet";
const undoCall = "**/api/user/stake/undo";
const wentThrough = "We did not hear back from your last request, but it went through.";

const test = base.extend<{ sender: Member }>({
  sender: async ({ db, member, page, expectFailures }, use) => {
    expectFailures(/ERR_CONNECTION_RESET/, /ERR_FAILED/, /otp\/outcome/, /healthz/);
    await allowTransfers();
    await giveStake(db, member, longAgo(new Date()));
    await fund(db, member, { transfer: 10_000 }, longAgo(new Date()));
    await signIn(page, member);
    await use(member);
  },
});

const dialog = (page: Page) => page.getByRole("dialog");
const told = (page: Page) => page.getByRole("region", { name: "Your last request" });

async function transfer(page: Page, sender: Member, receiver: Member): Promise<void> {
  await page.goto("/transfer-wallet");
  await page.getByLabel("Receiver ID").fill(receiver.refId);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByLabel("Amount", { exact: true }).fill("1000");
  await expect(page.locator(".receiver-name")).not.toBeEmpty();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(sender));
  await dialog(page).getByRole("button", { name: "Transfer", exact: true }).click();
}

test("a transfer whose answer was lost is looked up on any page as soon as there is a connection, and leads to its receipt", async ({
  page,
  sender,
  asha,
}) => {
  await page.route(transferCall, cutAfter);
  await page.route(outcomes, (route) => route.abort());
  await transfer(page, sender, asha);
  await expect(dialog(page)).toContainText(unknown);
  await page.goto("/");
  await expect(told(page)).toContainText(unknown);
  await expect(told(page)).toContainText("1,000 FC");
  await expectAccessible(page);
  await page.unroute(outcomes);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expect(told(page)).toContainText(wentThrough);
  expect(await keysKept(page)).toEqual([]);
  await told(page)
    .getByRole("link", { name: /^Receipt TR-/ })
    .click();
  await expect(page).toHaveURL(/\/receipt\/TR-/);
  await expect(told(page)).toBeHidden();
});

test("a transfer that never arrived is told on any page to be not done", async ({ page, sender, asha }) => {
  await page.route(transferCall, (route) => route.abort());
  await page.route(outcomes, (route) => route.abort());
  await transfer(page, sender, asha);
  await expect(dialog(page)).toContainText(unknown);
  await page.goto("/notice-board");
  await expect(told(page)).toContainText(unknown);
  await page.unroute(outcomes);
  await checkAgain(told(page));
  await expect(told(page)).toContainText("It did not go through. Nothing was moved or changed.");
  await told(page).getByRole("button", { name: "Close" }).click();
  await expect(told(page)).toBeHidden();
  expect(await keysKept(page)).toEqual([]);
});

test("undoing a stake whose answer was lost is looked up after a reload, and leads to its receipt", async ({
  page,
  sender,
  db,
}) => {
  const stakeId = await stakeNow(db, { memberId: sender.id, usd: 150, now: new Date() });
  const heldUntil = { held_until: new Date(Date.now() + 2 * day) };
  await db.updateTable("stakes").set(heldUntil).where("id", "=", stakeId).execute();
  await page.route(undoCall, cutAfter);
  await page.route(outcomes, (route) => route.abort());
  await page.goto("/stacking-investment");
  await page.getByRole("button", { name: "Details" }).first().click();
  await page.getByRole("button", { name: "Undo the stake" }).click();
  await dialog(page).getByRole("button", { name: /^Yes/ }).click();
  await dialog(page)
    .getByLabel("OTP", { exact: true })
    .fill(await codeMailedTo(sender, /undo/i));
  await dialog(page).getByRole("button", { name: "Undo the stake" }).click();
  await expect(dialog(page)).toContainText(unknown);
  // The dialog itself looks it up, and nothing beside it.
  await expect(told(page)).toHaveCount(0);
  await page.reload();
  await expect(told(page)).toContainText(unknown);
  await page.unroute(outcomes);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await told(page)
    .getByRole("link", { name: /^Receipt UN-/ })
    .click();
  await expect(page).toHaveURL(/\/receipt\/UN-/);
});

test("a request that another tab has just sent is not looked up while its answer may still arrive", async ({
  page,
  sender,
  asha,
}) => {
  let held: Route | undefined;
  await page.route(transferCall, (route) => {
    held = route;
  });
  await transfer(page, sender, asha);
  await expect.poll(() => held).toBeTruthy();
  const second = await page.context().newPage();
  await second.route(outcomes, (route) => route.abort());
  let lookUps = 0;
  second.on("request", (request) => void (request.url().includes("/otp/outcome/") && (lookUps += 1)));
  await second.goto("/");
  await expect(told(second)).toContainText("Checking whether it went through");
  await held!.continue();
  await expect(page).toHaveURL(/\/receipt\/TR-/);
  expect(lookUps).toBe(0);
});

test("a member is told to be offline only when the device is, and not when FC Portal cannot be reached", async ({
  page,
  context,
  sender,
}) => {
  expect(sender.id).toBeGreaterThan(0);
  await page.goto("/");
  await expect(page.getByText("Total Wallet (FC)").first()).toBeVisible();
  await context.route(/\/api\/|\/healthz/, (route) => route.abort());
  // A page that is not in the bottom bar: those may be fetched already, and then nothing is called.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/transfer-wallet']")?.click());
  await expect(page.getByText(/^No connection\.|FC Portal cannot be reached\.$/)).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});

test("a device that says wrongly that it is offline is not believed once FC Portal answers", async ({
  page,
  sender,
}) => {
  expect(sender.id).toBeGreaterThan(0);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
  await page.goto("/withdraw");
  await expect(page.getByRole("button", { name: "Withdraw", exact: true })).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});
