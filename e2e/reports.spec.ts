import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { chooseFilters } from "./filters.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt, signIn } from "./sessions.ts";
import { payRewards } from "./money.ts";

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
}

/** A row of the table, or a card on a phone. */
const rows = (page: Page) => page.locator(".table tbody tr, .table-cards > li");

test(
  "the earning report: columns, plain words, older and newer, and a file of everything",
  onBothSizes,
  async ({ page, member, db, isMobile }) => {
    await atomically(db, payRewards, { member, count: 60, kind: "direct_bonus", detail: "FC7K2M9QX" });
    await signIn(page, member);
    await open(page, "/earning-report", "Earning Wallet Report");
    await expect(rows(page)).toHaveCount(25);
    if (!isMobile) {
      await expect(page.getByRole("columnheader")).toHaveText([
        "Serial No",
        "TopUp Date",
        "Coin (FC)",
        "Message",
      ]);
      await expect(rows(page).first()).toContainText("1");
    }
    // A phone says in the second line whom it is about, so that a row is two lines.
    const said = isMobile ? ["Direct bonus", "FC7K2M9QX ·"] : ["Direct bonus: FC7K2M9QX", "Credited"];
    for (const words of said) await expect(rows(page).first()).toContainText(words);
    await expect(rows(page).first()).toContainText("+60.5");

    await page.getByRole("button", { name: "Older" }).click();
    await expect(page.getByText("Rows 26 to 50")).toBeVisible();
    await atomically(db, payRewards, { member, count: 1, kind: "pair_matching" });
    await page.reload();
    // A reward that came meanwhile moves no row of an older page.
    await expect(rows(page).first()).toContainText("+35.5");
    await page.getByRole("button", { name: "Older" }).click();
    await expect(page.getByText("Rows 51 to 60")).toBeVisible();
    await expect(page.getByRole("button", { name: "Older" })).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", { name: "Newer" }).click();
    await expect(page.getByText("Rows 26 to 50")).toBeVisible();
    await page.getByRole("button", { name: "Newer" }).click();
    await expect(rows(page).first()).toContainText("Pair matching");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("earning-wallet-report.csv");
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(62);
  },
);

test(
  "the staking wallet report says ROS, and a day narrows it",
  onBothSizes,
  async ({ page, member, db, isMobile }) => {
    await atomically(db, payRewards, { member, count: 3, kind: "ros" });
    await signIn(page, member);
    await open(page, "/stacking-wallet-report", "Staking Wallet Report");
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText("ROS");
    if (!isMobile) {
      await expect(page.getByRole("columnheader")).toHaveText([
        "Serial No",
        "Topup Date",
        "Coin (FC)",
        "Message",
      ]);
    }
    await chooseFilters(page, async () => {
      await page.getByLabel("From", { exact: true }).fill("2020-01-01");
      await page.getByLabel("To", { exact: true }).fill("2020-01-31");
    });
    await expect(page.getByText("Nothing fits what you searched for.")).toBeVisible();
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31/);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(rows(page)).toHaveCount(3);
  },
);

test("a statement is downloaded as a PDF", async ({ page, member, db }) => {
  await atomically(db, payRewards, { member, count: 3, kind: "offer_reward", detail: "DIWALI" });
  await signIn(page, member);
  await open(page, "/offers-report", "Offers Wallet Report");
  await page.getByRole("button", { name: "Statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Statement" });
  await expect(dialog.getByLabel("Wallet")).toHaveValue("offer");
  await dialog.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(dialog.getByText("The first day lies after the last one")).toBeVisible();
  await dialog.getByRole("button", { name: "Last 12 months" }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download statement" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statement-offer-.*\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await expect(dialog).toBeHidden();
});

test("a report that cannot be loaded has a Retry", async ({ page, member, expectFailures }) => {
  expectFailures(/getOffersReport/);
  await signIn(page, member);
  await page.route("**/api/user/getOffersReport/**", (route) => route.abort(), { times: 2 });
  await page.goto("/offers-report");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Nothing to Show")).toBeVisible();
});

const reports = [
  { path: "/earning-report", words: "Closing of" },
  { path: "/offers-report", words: "Offer reached, once" },
  { path: "/stacking-wallet-report", words: "by the terms of plan version 1" },
  { path: "/wallet-report", words: "Closing of" },
];
test("why this amount: every report shows what each reward follows from, and the browser agrees", async ({
  page,
  asha,
}) => {
  await signIn(page, asha);
  const dialog = page.getByRole("dialog", { name: "Why this amount?" });
  for (const { path, words } of reports) {
    await page.goto(path);
    await page.getByRole("button", { name: "Why this amount?" }).first().click();
    await expect(dialog.getByText("Checked in your browser: agrees"), path).toBeVisible();
    await expect(dialog, path).toContainText(words);
    await expect(dialog, path).toContainText("Coverage");
  }
  await expectAccessible(page);
});

test("an amount that does not follow from its inputs is marked as such", async ({ page, asha }) => {
  await page.route("**/api/user/getCreditReason/**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { creditedFc: string } };
    body.data.creditedFc = String(BigInt(body.data.creditedFc) + 1n);
    await route.fulfill({ response: answer, json: body });
  });
  await signedInAt(page, asha, "/stacking-wallet-report");
  await page.getByRole("button", { name: "Why this amount?" }).first().click();
  await expect(page.getByText("Checked in your browser: does not agree.")).toBeVisible();
});
