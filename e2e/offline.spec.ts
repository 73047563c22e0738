import { asUsdCents } from "@fc/contract/units";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { stakeFromWallet } from "./money.ts";
import { expect, followRequests, password, test } from "./fixtures.ts";
import { signedInAt, signIn } from "./sessions.ts";

const unreachable = "We could not reach FC Portal. Please check your connection and try again";

/** Where a member can go from any page. */
function linkTo(page: Page, name: string, isMobile: boolean) {
  return page
    .getByRole("navigation", { name: isMobile ? "Quick navigation" : "Main navigation" })
    .getByRole("link", { name });
}

/** Marks the page, so that one that was loaded again is recognised: it has lost the mark. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute("data-stayed", ""));
}

function stayed(page: Page) {
  return page.locator("html[data-stayed]");
}

test("offline, hovering and tapping a link keep the form and what was typed, and Retry opens the page", async ({
  page,
  member,
  context,
  isMobile,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED/);
  await signedInAt(page, member, "/support");
  await page.getByLabel("Message").fill("Half a thought");
  await mark(page);
  await context.setOffline(true);
  const notices = linkTo(page, isMobile ? "Notices" : "Notice Board", isMobile);
  const preload = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("notice-board-page"),
  );
  await notices.hover();
  await notices.focus();
  await preload;
  await expect(page.getByText(unreachable)).toBeHidden();
  await notices.click();
  await expect(page.getByRole("alert").getByText(unreachable)).toBeVisible();
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert").getByText(unreachable)).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page).toHaveURL(/\/notice-board$/);
  await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
  await expect(page.getByText(unreachable)).toBeHidden();
  await expect(stayed(page)).toBeAttached();
});

test("one file that fails takes nothing away, and the next try finds it", async ({
  page,
  member,
  isMobile,
  expectFailures,
}) => {
  expectFailures(/notice-board-page/);
  await signedInAt(page, member, "/support");
  await page.getByLabel("Message").fill("Half a thought");
  await mark(page);
  await page.route("**/assets/notice-board-page*", (route) => route.abort());
  const notices = linkTo(page, isMobile ? "Notices" : "Notice Board", isMobile);
  await notices.click();
  await expect(page.getByRole("alert").getByText(/Please try again/)).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
  await expect(stayed(page)).toBeAttached();
  await page.unroute("**/assets/notice-board-page*");
  await notices.click();
  await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
});

test("a new release that no longer has the file loads the page again, and only once", async ({
  page,
  member,
  isMobile,
  expectFailures,
}) => {
  expectFailures(/notice-board-page.* answered 404/);
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await mark(page);
  await page.route("**/assets/notice-board-page*", (route) => route.fulfill({ status: 404, body: "" }));
  let pages = 0;
  page.on("request", (request) => (pages += request.isNavigationRequest() ? 1 : 0));
  await linkTo(page, isMobile ? "Notices" : "Notice Board", isMobile).click();
  await expect(stayed(page)).not.toBeAttached();
  await expect(page.getByRole("alert").getByText(/Please try again/)).toBeVisible();
  await expect(page).toHaveURL(/\/notice-board$/);
  // It says so instead of loading once more: this page stays.
  await mark(page);
  await page.unroute("**/assets/notice-board-page*");
  await expect(stayed(page).getByRole("button", { name: "Retry" })).toBeVisible();
  expect(pages).toBe(1);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});

test("offline at the login, Forgot Password and Support open with the user ID typed before", async ({
  page,
  member,
  context,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED/);
  const allArrived = followRequests(page);
  // Both dialogs are fetched as soon as the browser has time, this one last.
  const lastDialog = page.waitForRequest(/support-dialog/);
  await page.goto("/login");
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await lastDialog;
  await allArrived();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Forgot Password" }).click();
  const forgot = page.getByRole("dialog", { name: "Forgot Password" });
  await expect(forgot.getByLabel("User ID")).toHaveValue(member.refId);
  await forgot.getByRole("button", { name: "Support" }).click();
  await expect(page.getByRole("dialog", { name: "Support" }).getByLabel("User ID")).toHaveValue(member.refId);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
});

test("a dialog whose code cannot be fetched says so and opens by Retry", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/forgot-password-dialog|healthz/);
  await page.route("**/assets/forgot-password-dialog*", (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  await page.getByRole("button", { name: "Forgot Password" }).click();
  await expect(page.getByRole("alert").getByText(unreachable)).toBeVisible();
  await expect(page.getByLabel("User ID", { exact: true })).toHaveValue(member.refId);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("dialog", { name: "Forgot Password" }).getByLabel("User ID")).toHaveValue(
    member.refId,
  );
});

test("a page that cannot be fetched at the first load says so in its place and opens by Retry", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/notice-board-page|healthz/);
  await signIn(page, member);
  await page.route("**/assets/notice-board-page*", (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  await page.goto("/notice-board");
  await expect(page.getByRole("alert").getByText(unreachable)).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});

test("where the browser never asks for a failed file again, Retry loads the page again", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/notice-board-page/);
  await signIn(page, member);
  let isGivenUp = true;
  await page.route("**/assets/notice-board-page*", (route) => (isGivenUp ? route.abort() : route.continue()));
  await page.goto("/notice-board");
  await expect(page.getByRole("alert").getByText(/Please try again/)).toBeVisible();
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isGivenUp = false;
  });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});

test("a program that does not come says so in the reader's language, and comes by Reload", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/assets\/index/);
  await page.addInitScript(() => localStorage.setItem("fcLanguage", "hi"));
  await signIn(page, member);
  await page.route("**/assets/index-*.js", (route) => route.abort());
  await page.goto("/activity");
  await expect(page.getByRole("alert")).toContainText("FC Portal से संपर्क नहीं हो सका");
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "पेज फिर से लोड करें" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("a chart whose code cannot be fetched says so in its place, and the figures around it stay", async ({
  page,
  member,
  db,
  expectFailures,
}) => {
  expectFailures(/history-chart|healthz/);
  await stakeFromWallet(db, member, asUsdCents(15_000n));
  await page.route("**/assets/history-chart*", (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  await signedInAt(page, member, "/");
  const chart = page.locator("[data-home=history]").last();
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByRole("alert").getByText(unreachable)).toBeVisible();
  await expect(page.locator(".tile", { hasText: "Earned in all (FC)" })).toBeVisible();
  await page.unrouteAll();
  await chart.getByRole("button", { name: "Retry" }).click();
  await expect(chart.getByRole("figure")).toBeVisible();
});

test("one lost answer for a file of the page troubles nobody", async ({ page, member, expectFailures }) => {
  expectFailures(/notice-board-page/);
  await signIn(page, member);
  await page.route("**/assets/notice-board-page*.js", (route) => route.abort(), { times: 2 });
  await page.goto("/notice-board");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});
