import type { Browser, Page } from "@playwright/test";
import { testPassword } from "../server/src/testing/password.ts";
import { photo } from "../server/src/testing/pictures.ts";
import { requestedNaming, startDepositHouse, type DepositHouse } from "../server/src/testing/deposits.ts";
import { newcomer } from "../server/src/testing/staking-requests.ts";
import { newestCode } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { payForStake } from "./requests.ts";
import { logIn } from "./sessions.ts";

let house: DepositHouse;
test.beforeAll(async () => void (house = await startDepositHouse((chain) => startOwnServer({ chain }))));
test.afterAll(async () => {
  await house.stop();
  await house.app.stop();
});

async function pageOf(browser: Browser, width: number): Promise<Page> {
  const viewport = { width, height: 900 };
  return (await browser.newContext({ baseURL: house.app.url, viewport })).newPage();
}

test("a member stakes with the hash of a payment in coins, and an operator sees the coins arrive", async ({
  browser,
  passwordHash,
}) => {
  const { app, testChain } = house;
  const member = await app.addMember({ name: "Lakshmi Subrahmanyam" });
  const hash = await house.pay(150_000n);
  const portal = await pageOf(browser, 390);
  await logIn(portal, member, testPassword);
  await expect(portal.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await portal.goto("/stacking");
  await portal.getByLabel("$150").check();
  await payForStake(portal);
  const buffer = await photo({ width: 300, height: 400 });
  const picture = { name: "receipt.jpg", mimeType: "image/jpeg", buffer };
  await portal.getByLabel("Choose a picture").setInputFiles(picture);
  await expect(portal.getByText(/^Sent ·/)).toBeVisible();
  const field = portal.getByLabel(/^Transaction hash/);
  await field.fill("0x12");
  await portal.getByRole("button", { name: "Send request" }).click();
  await expect(portal.getByText(/A transaction hash has 66 characters/)).toBeVisible();
  await field.fill(hash);
  await expectAccessible(portal);
  await portal.getByRole("button", { name: "Send request" }).click();
  const dialog = portal.getByRole("dialog", { name: "Staking Request" });
  await expect(dialog.getByText(hash)).toBeVisible();
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await expect(dialog.getByLabel("OTP", { exact: true })).toBeVisible();
  await dialog.getByLabel("OTP", { exact: true }).fill(await newestCode(app, member));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(portal).toHaveURL(/\/receipt\/ST-/);

  await testChain.settle();
  await house.look();
  const operator = await addOperator(app.db, { role: "finance", passwordHash });
  const desk = await pageOf(browser, 1440);
  await typePassword(desk, operator);
  await desk.getByRole("button", { name: "Skip for this demo" }).click();
  await expect(desk.getByRole("navigation", { name: "Console" })).toBeVisible();
  await openScreen(desk, "Staking requests");
  await desk.getByRole("button", { name: new RegExp(member.refId) }).click();
  await expect(desk.getByText("Arrived, 1,50,000 FC, final")).toBeVisible();
  await expectAccessible(desk);
  await openScreen(desk, "Deposits");
  await expect(desk.getByRole("row", { name: /1,50,000/ }).first()).toContainText(member.refId);
  await expectAccessible(desk);

  await portal.goto("/topupRequest");
  await portal
    .getByRole("button", { name: /Details/ })
    .first()
    .click();
  await expect(portal.getByText("Your coins have arrived.")).toBeVisible();
});

test("coins that are too few take two operators with a reason, and what is missing is settled by two", async ({
  browser,
  passwordHash,
}) => {
  const { app, testChain } = house;
  const person = await newcomer(app, { name: "Ravi Kumar" });
  await requestedNaming(house, { hash: await house.pay(999n), amount: 1500 }, person);
  await testChain.settle();
  await house.look();
  const desks: Page[] = [];
  for (const width of [1440, 390]) {
    const desk = await pageOf(browser, width);
    await typePassword(desk, await addOperator(app.db, { role: "finance", passwordHash }));
    await desk.getByRole("button", { name: "Skip for this demo" }).click();
    await desk.goto("/console/staking-requests");
    await desk.getByRole("button", { name: new RegExp(person.member.refId) }).click();
    await expect(desk.getByText("14,99,001 FC of its cost have not arrived.")).toBeVisible();
    desks.push(desk);
  }
  const [first, second] = desks as [Page, Page];
  await first.getByRole("button", { name: "Confirm as the first of two" }).click();
  const dialog = first.getByRole("dialog", { name: "Confirm $1,500 of Ravi Kumar" });
  await expectAccessible(first);
  await dialog.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(dialog.getByText("Please fill this in")).toBeVisible();
  await dialog.getByLabel("Reason, for the second person").fill("The rest came to the bank");
  await dialog.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(first.getByText("You have confirmed this one")).toBeVisible();

  await second.reload();
  await second.getByRole("button", { name: new RegExp(person.member.refId) }).click();
  await expect(second.getByText("Reason of the first operator: The rest came to the bank")).toBeVisible();
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  await expectAccessible(second);
  await second.getByRole("button", { name: "Approve all the same" }).click();
  await expect(second.getByText("Approving $1,500 of Ravi Kumar")).toBeHidden({ timeout: 15_000 });

  await first.goto("/console/staking-requests?status=A");
  await first.getByRole("button", { name: new RegExp(person.member.refId) }).click();
  await expect(first.getByText("14,99,001 FC are missing.")).toBeVisible();
  await first.getByRole("button", { name: "Settle the shortfall" }).click();
  const settling = first.getByRole("dialog", { name: "Settle 14,99,001 FC of Ravi Kumar" });
  await settling.getByLabel("Reason, for the second person").fill("Seen on the bank's statement");
  await expectAccessible(first);
  await settling.getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText(/Proposed by .*, waiting/)).toBeVisible();
});
