import { randomUUID } from "node:crypto";
import { shortAddress } from "../server/src/core/wallet/coin-address.ts";
import { addOperator, invite } from "../server/src/features/operators/invitations.ts";
import { atomically, type Tx } from "../server/src/platform/db.ts";
import { codeShown } from "../server/src/testing/authenticator-app.ts";
import { giveAddress } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, expectNeverShown, password, test, typeInto } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt, typePassword } from "./operators.ts";
import { requestStake } from "./requests.ts";

async function inviteByMail(tx: Tx, email: string): Promise<void> {
  const now = new Date();
  const operatorId = await addOperator(tx, { email, name: "Leela Iyer", role: "finance", now });
  await invite(tx, { operatorId, publicUrl: environment.url(), now });
}

test("an operator is invited, chooses a password, sets up the app and signs in by its code", async ({
  page,
  db,
}) => {
  const email = `${randomUUID()}@example.com`;
  await atomically(db, inviteByMail, email);
  const mail = await mailTo(email, /access to the FC Portal console/);
  await page.goto(/http\S+invitation#[\w-]+/.exec(mail.text)?.[0] ?? "");
  await expect(page.getByText("Hello Leela Iyer. You will work as finance")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("The same again").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();

  await typePassword(page, { email });
  const key = (await page.locator(".operator-key").innerText()).trim();
  await expect(page.getByRole("button", { name: "Skip for this demo" })).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel("Code of the app").fill(codeShown(key, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  const recoveryCode = await page.locator(".operator-codes li").first().innerText();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await typePassword(page, { email });
  await page.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
});

test("a viewer has neither the buttons nor the keys to decide", async ({ page, member, db }) => {
  await atomically(db, requestStake, member);
  await operatorAt(page, "/console/staking-requests", { role: "viewer" });
  await page.getByRole("button", { name: new RegExp(member.refId) }).click();
  await expect(page.getByText("At today's price")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.keyboard.press("a");
  // The page has taken the key before this one, and does nothing by it.
  await page.keyboard.press("Control+k");
  await typeInto(page.getByRole("combobox", { name: /^A screen, or a member/ }), "opera");
  await expect(page.getByRole("option", { name: "Operators", selected: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Operators" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite an operator" })).toHaveCount(0);
  await expectNeverShown(page, "Approving");
});

test("Ctrl K finds the member of a coin address for support, and the log says so", async ({
  page,
  member,
  db,
}) => {
  const address = `0x${randomUUID().replaceAll("-", "")}00000000`;
  await giveAddress(db, member, address, new Date());
  await operatorAt(page, "/console", { role: "support" });
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await typeInto(page.getByRole("combobox", { name: /^A screen, or a member/ }), address);
  await page.getByRole("option", { name: new RegExp(member.refId) }).click();
  await expect(page).toHaveURL(`/console/members/${member.refId}`);
  await page.goto("/console/log");
  const search = new RegExp(`^Searched members by .*${shortAddress(address)}, 1 found$`);
  await expect(page.getByText(search)).toBeVisible();
});

test("an operator is disabled only after a question", async ({ page, db }) => {
  const email = `${randomUUID()}@example.com`;
  await atomically(db, inviteByMail, email);
  await operatorAt(page, "/console/operators", { role: "admin" });
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: "Change" }).click();
  await expect(page.getByLabel("Role")).toBeFocused();
  await page.getByRole("button", { name: "Disable the account" }).click();
  await expect(page.getByRole("dialog", { name: "Disable Leela Iyer?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await expect(row).toContainText("disabled");
});
