import { asFc, asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { transfer } from "../server/src/core/ledger/posting.ts";
import { shortName } from "../server/src/core/members/names.ts";
import { opening } from "../server/src/testing/ledger/entries.ts";
import { post } from "../server/src/core/ledger/post.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { chooseFilters } from "./filters.ts";
import { expect, test } from "./fixtures.ts";
import { payRewards, stakeFromWallet } from "./money.ts";
import { follow } from "./router.ts";
import { signedInAt } from "./sessions.ts";

const rows = (page: Page) => page.getByRole("feed").getByRole("article");

test("the activity: kinds, periods and words narrow it, all of it in the address, and it sums up what is shown", async ({
  page,
  member,
  asha,
  db,
}) => {
  await atomically(db, payRewards, { member, count: 3, kind: "ros" });
  const memberId = member.id;
  const given = { key: randomUUID(), effectiveAt: new Date(Date.now() - 400 * 86_400_000), memberId };
  await atomically(db, post, opening({ ...given, account: "transfer", amountFc: asFc(1_000_000n) }));
  const from = { memberId, refId: member.refId };
  const to = { memberId: asha.id, refId: asha.refId };
  const sent = { key: randomUUID(), effectiveAt: new Date(), from, to, amountFc: asFc(250_000n) };
  await atomically(db, post, transfer(sent));
  await signedInAt(page, member, "/activity");
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText(`Sent to ${shortName(asha.name)}`);
  // 100, and 1.5 + 2.5 + 3.5 of rewards, less 25.
  await expect(rows(page).first()).toContainText("−25 FC");
  await expect(rows(page).first()).toContainText("Balance 82.5");
  await expect(page.getByText("5 movements")).toBeVisible();

  // The chip is what people see of the checkbox, and what they tap.
  const ros = page.getByRole("group", { name: "Kinds" }).getByText("ROS");
  await chooseFilters(page, () => ros.click());
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("3 movements")).toBeVisible();
  await expect(page).toHaveURL(/kinds=ros/);
  await chooseFilters(page, () => ros.click());
  await expect(rows(page)).toHaveCount(5);

  await chooseFilters(page, () => page.getByText("7 days", { exact: true }).click());
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);

  await page.getByRole("searchbox").fill(asha.name.split(" ")[0]!);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Receipt", level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole("searchbox").fill("nothing like this");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows(page)).toHaveCount(5);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("activity.csv");
  expect((await readFile(await file.path(), "utf8")).trim().split("\r\n")).toHaveLength(6);
});

test("a long history arrives as one scrolls, from row to row by keyboard, and explains its rewards", async ({
  page,
  asha,
}) => {
  await signedInAt(page, asha, "/activity?kinds=ros");
  await expect(rows(page).first()).toContainText("ROS");
  const months = page.getByRole("feed").getByRole("heading");
  const month = (await months.first().textContent()) ?? "";
  await expect(rows(page).first()).toHaveAttribute("aria-setsize", /^\d{2,}$/);
  const count = Number(await rows(page).first().getAttribute("aria-setsize"));
  expect(count).toBeGreaterThan(60);
  await page.keyboard.press("End");
  await expect(page.locator('article[aria-posinset="41"]')).toBeAttached();
  // Pressed until it is there: the end moves away as rows arrive, and Chromium loses a key that is pressed just as the
  // movement of the key before it ends, on any page.
  const goTo = (key: "Home" | "End", place: number) =>
    expect
      .poll(async () => {
        await page.keyboard.press(key);
        return page.locator(`article[aria-posinset="${place}"]`).count();
      })
      .toBe(1);
  await goTo("End", count);
  await expect(months.last()).not.toHaveText(month);
  // Only what is near the screen is in the page.
  await expect.poll(() => rows(page).count()).toBeLessThan(50);

  await goTo("Home", 1);
  await page.locator('article[aria-posinset="1"] button').focus();
  await page.keyboard.press("PageDown");
  await expect(page.locator('article[aria-posinset="2"] button')).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Why this amount?" });
  await expect(dialog.getByText("Checked in your browser: agrees")).toBeVisible();
});

test("an empty activity leads to staking, and a failure has a Retry", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/getActivity/);
  await page.route("**/api/user/getActivity/**", (route) => route.abort(), { times: 2 });
  await signedInAt(page, member, "/activity");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Every reward, transfer and withdrawal will be here.")).toBeVisible();
  await page.getByRole("link", { name: "Stake a package" }).click();
  await expect(page).toHaveURL(/\/stacking$/);
});

test("a report leads to the same wallet's or kind's lines in the activity, from the same day on", async ({
  page,
  asha,
}) => {
  await signedInAt(page, asha, "/offers-report");
  await page.getByRole("main").getByRole("link", { name: "Activity" }).click();
  await expect(page).toHaveURL(/\/activity\?wallet=offer$/);
  await expect(rows(page).first()).toBeVisible();
  for (const [report, kind] of [
    ["/transferWallet-report?from=2020-01-01", "Transfers"],
    ["/Withdraw-report?from=2020-01-01", "Withdrawals"],
    ["/stacking-investment?from=2020-01-01", "Staking"],
  ] as const) {
    await follow(page, report);
    await page.getByRole("main").getByRole("link", { name: "Activity" }).click();
    await expect(page).toHaveURL(/\/activity\?.*from=2020-01-01/);
    await chooseFilters(page, async () => {
      await expect(page.getByRole("checkbox", { name: kind })).toBeChecked();
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
    });
  }
});

test("the chart is read by arrow keys and by a tap, which pins the day", async ({ page, member, db }) => {
  await stakeFromWallet(db, member, asUsdCents(15_000n));
  await atomically(db, payRewards, { member, count: 2, kind: "direct_bonus" });
  await signedInAt(page, member, "/");
  // The chart is loaded when it is seen.
  await page.locator("[data-home=history]").last().scrollIntoViewIfNeeded();
  const card = page.getByRole("region", { name: "Balance and earnings" });
  const slider = card.getByRole("slider", { name: "Point of the chart" });
  await expect(slider).toHaveAttribute("aria-valuetext", /, 1,004 FC$/);
  await slider.press("Home");
  const caption = card.locator("figcaption");
  await expect(caption).not.toContainText("1,004 FC");
  await slider.press("Escape");
  await expect(caption).toContainText("1,004 FC");
  await slider.click({ position: { x: 120, y: 60 } });
  await expect(caption).not.toContainText("1,004 FC");
  const pinned = (await caption.textContent()) ?? "";
  await page.mouse.move(0, 0);
  await expect(caption).toHaveText(pinned);

  await card.getByText("Earnings", { exact: true }).click();
  await expect(card.getByRole("img", { name: /Direct bonus: 4 FC/ })).toBeVisible();
  await card.getByLabel("Period").selectOption("7 days");
  await expect(card.getByRole("table").getByRole("row")).toHaveCount(8);
  await expectAccessible(page);
});
