import type { Browser, Page } from "@playwright/test";
import { codeShown } from "../server/src/testing/authenticator-app.ts";
import { fund, giveAddress, giveStake, longAgo, walletsOf } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test, type Member } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt, signIn } from "./sessions.ts";

/** Another device that the member is signed in on. */
async function otherDevice(browser: Browser, member: Member): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, member);
  return page;
}

const dialog = (page: Page) => page.getByRole("dialog");

async function enterMailedCode(page: Page, member: Member, subject: RegExp): Promise<void> {
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, subject));
}

/** The app on the member's phone. A code is valid once; the server accepts those of the half minute before and after. */
function appWith(key: string) {
  const halfMinute = 30_000;
  let last = 0;
  return {
    nextCode: () => {
      last = Math.max(last + 1, Math.floor(Date.now() / halfMinute));
      return codeShown(key, new Date(last * halfMinute));
    },
  };
}

async function turnOn(page: Page, member: Member) {
  await page.getByRole("button", { name: "Turn on" }).click();
  await dialog(page).getByRole("button", { name: "Send OTP" }).click();
  await enterMailedCode(page, member, /code: turn on/);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  const key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  return appWith(key);
}

test("a member sees where they are signed in, and signs the other devices out", async ({
  page,
  member,
  browser,
}) => {
  const others = [await otherDevice(browser, member), await otherDevice(browser, member)];
  await signedInAt(page, member, "/security");
  await expect(page.getByText("This device")).toBeVisible();
  const rows = page.getByRole("list").filter({ hasText: "This device" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);

  await page
    .getByRole("button", { name: /^Sign out Chrome on/ })
    .first()
    .click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("Another device signed out")).toBeVisible();
  await page.getByRole("button", { name: /^Sign out Chrome on/ }).click();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  for (const other of others) {
    await other.goto("/");
    await expect(other.getByRole("button", { name: "Login" })).toBeVisible();
    await other.context().close();
  }
});

test("a member turns an authenticator app on, withdraws with both codes, and turns it off", async ({
  page,
  member,
  db,
}) => {
  await giveStake(db, member, longAgo(new Date()));
  await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", longAgo(new Date()));
  await fund(db, member, { staking: 12_000_000 }, longAgo(new Date()));
  await signedInAt(page, member, "/security");

  const app = await turnOn(page, member);
  // A phone with little memory loads the page again while the app is open: the key stays the same.
  await page.reload();
  await page.getByLabel("Enter the code that the app shows").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText(/This code is not valid now/)).toBeVisible();
  await page.getByLabel("Enter the code that the app shows").fill(app.nextCode());
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
  const codes = page.getByRole("list").filter({ hasText: /^(\w{5}-\w{5}){10}$/ });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText(/^On since/)).toBeVisible();
  await expect(page.getByText("Recovery codes left: 10 of 10")).toBeVisible();

  await page.goto("/withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await enterMailedCode(page, member, /confirm your withdrawal/);
  const withdraw = dialog(page).getByRole("button", { name: "Withdraw", exact: true });
  await withdraw.click();
  await expect(dialog(page).getByText("Please enter the code of your authenticator app")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code of your authenticator app").fill("000000");
  await withdraw.click();
  await expect(dialog(page).getByText(/This code is not valid now/)).toBeVisible();
  expect(await walletsOf(db, member)).toMatchObject({ withdraw_pending: 0 });
  await page.getByLabel("Code of your authenticator app").fill(app.nextCode());
  await withdraw.click();
  await expectShown(page, "Withdraw Request sent");
  expect(await walletsOf(db, member)).toMatchObject({ withdraw_pending: 6_000_000 });

  // The phone is lost: a recovery code turns the app off.
  await page.goto("/security");
  await expect(page.getByText("Withdrawal requested")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog(page).getByRole("button", { name: "Send OTP" }).click();
  await enterMailedCode(page, member, /code: turn off/);
  await dialog(page).getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await expect(page.getByText("Recovery code used")).toBeVisible();
  await mailTo(member.email, /authenticator app was turned off/);
});

test("new recovery codes replace the old ones", async ({ page, member }) => {
  await signedInAt(page, member, "/security");
  const app = await turnOn(page, member);
  await expect(page.getByRole("img", { name: "QR code with the key for the app" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Enter the code that the app shows").fill(app.nextCode());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await dialog(page).getByRole("button", { name: "Send OTP" }).click();
  await enterMailedCode(page, member, /code: make new/);
  // A reload does not lose the step.
  await page.reload();
  await enterMailedCode(page, member, /code: make new/);
  await page.getByLabel("Code of your authenticator app").fill(app.nextCode());
  await dialog(page).getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  expect((await saved).suggestedFilename()).toBe("fc-portal-recovery-codes.txt");
});
