import type { Browser, Page } from "@playwright/test";
import { testPassword } from "../server/src/testing/password.ts";
import { photo } from "../server/src/testing/pictures.ts";
import { startDepositHouse, type DepositHouse } from "../server/src/testing/deposits.ts";
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
