import { setPrice, longAgo, setSetting, walletsOf } from "../server/src/testing/money.ts";
import { testPassword } from "../server/src/testing/password.ts";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { addWithdrawer } from "../server/src/testing/withdrawals.ts";
import { renderMail } from "../server/src/platform/mail/template.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test, typeInto } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { logIn } from "./sessions.ts";

// A server of its own: other tests go on with what this one pauses.
let app: TestApp;
test.beforeAll(async () => {
  app = await startOwnServer();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
test.afterAll(() => app.stop());

async function mailedCode(email: string): Promise<string> {
  const mails = app.db.selectFrom("mails").select("content").where("recipient", "=", email);
  const { content } = await mails.orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec(content ? renderMail(content).text : "")?.[0] ?? "";
}

test("an operator pauses withdrawals; a member reads why, loses nothing that was typed, and goes on afterwards", async ({
  browser,
  passwordHash,
  expectFailures,
}) => {
  expectFailures(/\/api\/\S+ answered 503/);
  await setSetting(app.databaseUrl, "pauses", { twoToOpen: false });
  const member = await addWithdrawer(app, { staking: 20_000_000 });
  const windowAt = async () => {
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await page.clock.setFixedTime(app.time.now);
    return page;
  };
  const portal = await windowAt();
  await logIn(portal, member, testPassword);
  await expect(portal.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await portal.goto("/withdraw");
  const amount = portal.getByLabel("Amount", { exact: true });
  await typeInto(amount, "6000000");

  const desk = await windowAt();
  await typePassword(desk, await addOperator(app.db, { role: "finance", passwordHash }));
  await desk.getByRole("button", { name: "Skip for this demo" }).click();
  await openScreen(desk, "Pauses", "House");
  const card = desk.getByRole("region", { name: "Withdrawals", exact: true });
  await card.getByRole("button", { name: "Pause Withdrawals" }).click();
  const dialog = desk.getByRole("dialog");
  await expectAccessible(desk);
  await dialog.getByLabel("Reason, for the other operators").fill("Two payments to one address");
  await dialog.getByRole("button", { name: "Pause now" }).click();
  await expect(card).toContainText("Paused until");
  await expectAccessible(desk);

  const paused = "Withdrawals are paused until";
  await portal.getByRole("button", { name: "Withdraw", exact: true }).click();
  await portal.getByRole("dialog").getByRole("button", { name: "Yes, send OTP" }).click();
  await expect(portal.getByRole("dialog")).toContainText(
    "We are mending a technical fault. Nothing was done, and what you have entered stays here.",
  );
  // The bar above the page is there as soon as the pause was met.
  const bar = portal.locator("#bars").getByText(paused);
  await expect(bar).toBeVisible();
  await portal.keyboard.press("Escape");
  await expect(amount).toHaveValue("60,00,000");
  await expectAccessible(portal);

  const visitor = await windowAt();
  await visitor.addInitScript(() => localStorage.setItem("fcLanguage", "hi"));
  const signIn = desk.getByRole("region", { name: "Members' sign-in" });
  await signIn.getByRole("button", { name: "Pause Members' sign-in" }).click();
  await dialog.getByLabel("Reason, for the other operators").fill("Logins look wrong");
  await dialog.getByRole("button", { name: "Pause now" }).click();
  await expect(signIn).toContainText("Paused until");
  await visitor.goto("/login");
  const hindi = /लॉगिन .* तक रोका गया है। हम एक तकनीकी ख़राबी ठीक कर रहे हैं।/;
  await visitor.locator("input").nth(0).fill(member.refId);
  await visitor.locator("input").nth(1).fill(testPassword);
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("alert")).toContainText(hindi);
  await expect(visitor.locator("input").nth(0)).toHaveValue(member.refId);
  await expectAccessible(visitor);

  await card.getByRole("button", { name: "Open it again Withdrawals" }).click();
  await desk.getByRole("dialog").getByRole("textbox").fill("They were one payment");
  await desk.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect(card).not.toContainText("Paused until");
  await portal.getByRole("button", { name: "Withdraw", exact: true }).click();
  await portal.getByRole("dialog").getByRole("button", { name: "Yes, send OTP" }).click();
  const code = portal.getByLabel("OTP", { exact: true });
  await expect(code).toBeVisible();
  await code.fill(await mailedCode(member.email));
  await portal.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(portal).toHaveURL(/\/receipt\/WD-/);
  expect(await walletsOf(app.db, member)).toMatchObject({ withdraw_pending: 6_000_000 });
});
