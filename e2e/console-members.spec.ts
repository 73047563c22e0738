import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { giveIdentity } from "../server/src/testing/identity.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, test, type Member } from "./fixtures.ts";
import { openScreen, operatorAt } from "./operators.ts";
import { logIn, signedInAt } from "./sessions.ts";

const secretKey = secretKeyFrom(environment.secretKey);

async function openMember(page: Page, { refId, name }: Member): Promise<void> {
  await openScreen(page, "Members", "People");
  const search = page.getByRole("searchbox", { name: "User ID, name, e-mail or mobile number" });
  await search.fill(refId);
  await search.press("Enter");
  // The heading and the one that was searched for.
  await expect(page.getByRole("table", { name: "Members" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: new RegExp(refId) }).click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
}

async function giveReason(page: Page, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill(reason);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("support finds a member, reveals details, blocks, freezes, unblocks and looks as the member, who sees all of it", async ({
  page,
  otherPage: consolePage,
  member,
  db,
}) => {
  const identity = await giveIdentity({ db, secretKey }, member, new Date());
  await operatorAt(consolePage, "/console", { role: "support" });
  await openMember(consolePage, member);
  await expect(consolePage.getByText(identity.accountNumber)).toBeHidden();
  await expect(consolePage.getByRole("button", { name: "Set a deduction" })).toHaveCount(0);
  await consolePage.getByRole("button", { name: "Reveal Bank details" }).click();
  await expect(consolePage.getByText(identity.accountNumber)).toBeVisible();
  await expectAccessible(consolePage);

  await consolePage.getByRole("button", { name: "Block", exact: true }).click();
  await giveReason(consolePage, "Two people use this account", "Block");
  await expect(consolePage.locator("header .status-tag")).toHaveText("Blocked");
  await logIn(page, member);
  await expect(page.getByText("Your account is blocked. Please write to support")).toBeVisible();

  await consolePage.getByRole("button", { name: "Unblock", exact: true }).click();
  await giveReason(consolePage, "It was cleared up", "Unblock");
  await expect(consolePage.locator("header .status-tag")).toHaveText("Active");

  await consolePage.getByRole("button", { name: "Freeze", exact: true }).click();
  await giveReason(consolePage, "The member called: a stranger is signed in", "Freeze");
  await expect(consolePage.getByText(/or support froze it/)).toBeVisible();
  await logIn(page, member);
  await expect(page.getByText(/Your account is frozen.*Please write to support/)).toBeVisible();
  await consolePage.getByRole("button", { name: "Unblock", exact: true }).click();
  await giveReason(consolePage, "We spoke on the phone", "Unblock");
  await expect(consolePage.locator("header .status-tag")).toHaveText("Active");

  await consolePage.getByRole("button", { name: "Look as this member" }).click();
  await expect(consolePage.getByText(/You are looking at this portal as Ananya/)).toBeVisible();
  await consolePage.getByRole("link", { name: "Bank Details", exact: true }).first().click();
  await expect(consolePage.getByText(/These details are not shown while looking as staff/)).toBeVisible();
  await expectAccessible(consolePage);
  await consolePage.getByRole("button", { name: "Back to the console" }).click();
  await expect(consolePage.getByRole("heading", { name: member.name, level: 2 })).toBeVisible();

  await signedInAt(page, member, "/security");
  const changes = page.locator(".card", { has: page.getByRole("heading", { name: "Recent changes" }) });
  await expect(changes.getByText("Your portal was looked at, without changing anything")).toBeVisible();
  await expect(changes.getByText("Your account was blocked")).toBeVisible();
  await expect(changes.getByText("Your account was frozen, to protect it")).toBeVisible();
  await expect(changes.getByText("Your details were looked at")).toBeVisible();
  await expect(changes.getByText("By FC Portal staff").first()).toBeVisible();
});

test("an adjustment is proposed by one operator, confirmed by another, and is in the member's report", async ({
  page: first,
  otherPage: second,
  member,
}) => {
  await operatorAt(first, "/console", { role: "finance", name: "Leela Iyer" });
  await openMember(first, member);
  await first.getByRole("button", { name: "Propose an adjustment" }).click();
  const dialog = first.getByRole("dialog");
  await dialog.getByLabel("Wallet", { exact: true }).selectOption("earning");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("1234.5");
  await giveReason(first, "Bonus of 3 May was missed", "Propose");
  await expect(first.getByText("Another operator confirms it.")).toBeVisible();
  await expect(first.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);

  await operatorAt(second, "/console/members", { role: "admin", name: "Omar Khan" });
  const waiting = second.getByRole("region", { name: "Adjustments that wait for a second operator" });
  // An older statement arrives late, as on a slow line: what was posted meanwhile is shown all the same.
  const posted = Promise.withResolvers<void>();
  await second.route("**/statement?*", async (route) => {
    const answer = await route.fetch();
    await posted.promise;
    await route.fulfill({ response: answer });
  });
  await waiting.getByRole("link", { name: new RegExp(member.refId) }).click();
  await second.getByRole("button", { name: "Ledger" }).click();
  await second.getByRole("button", { name: "Confirm +1,234.5 FC" }).click();
  await expect(second.getByRole("table", { name: "Adjustments" }).getByText("Accepted")).toBeVisible();
  posted.resolve();
  await expect(second.getByRole("table", { name: "Ledger of the wallets" })).toContainText("+1,234.5");

  await signedInAt(first, member, "/earning-report");
  await expect(first.getByText("Adjustment by hand: Bonus of 3 May was missed")).toBeVisible();
});

test("the list of members has balances, stakes and scores for who chose them, also after a reload", async ({
  page,
  asha,
}) => {
  await operatorAt(page, `/console/members?search=${asha.refId}`, { role: "support" });
  const table = page.getByRole("table", { name: "Members" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("columnheader", { name: "Earning Wallet (FC)" })).toHaveCount(0);
  await page.getByRole("button", { name: "View of Members" }).click();
  for (const name of ["Earning Wallet (FC)", "Running stakes ($)", "Score"])
    await page.getByRole("checkbox", { name }).check();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.reload();
  await expect(table.getByRole("columnheader", { name: "Earning Wallet (FC)" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Score" })).toBeVisible();
  // Her stakes of the demo: in dollars, whatever other tests do.
  await expect(table.getByRole("row").nth(1)).toContainText(/\$[1-9]/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("Earning Wallet (FC)");
});

test("an operator reads all that happened to a member in one list, and narrows it to messages", async ({
  page,
  asha,
}) => {
  await operatorAt(page, `/console/members/${asha.refId}`, { role: "viewer" });
  const timeline = page.getByRole("region", { name: "Timeline" });
  const rows = timeline.getByRole("table", { name: "Timeline" }).getByRole("row");
  await expect(rows).toHaveCount(26);
  await timeline.getByRole("button", { name: "Show older" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(26);
  await expectAccessible(page);
  await timeline.getByText("Messages", { exact: true }).click();
  await expect(timeline.getByText("member", { exact: true }).first()).toBeVisible();
  await expect(timeline.getByText("Earning Wallet")).toHaveCount(0);
  await page.getByRole("button", { name: "Network, requests, receipts and sign-ins" }).click();
  await expect(page.getByRole("table", { name: "Sign-ins" })).toBeVisible();
});

test("on a phone the timeline is as wide as its card, and is narrowed by a list", async ({ page, asha }) => {
  await operatorAt(page, `/console/members/${asha.refId}`, { role: "viewer" });
  await page.setViewportSize({ width: 390, height: 844 });
  const timeline = page.getByRole("region", { name: "Timeline" });
  const table = timeline.getByRole("table", { name: "Timeline" });
  await expect(table.getByRole("columnheader", { name: "What, when and who" })).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(26);
  const excess = await table.evaluate((each) => each.scrollWidth - each.parentElement!.clientWidth);
  expect(excess).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await timeline.getByLabel("What the timeline shows").selectOption("Messages");
  await expect(table.getByText(/, member$/).first()).toBeVisible();
  await expect(table.getByText("Earning Wallet")).toHaveCount(0);
});
