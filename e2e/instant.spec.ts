import type { Page, Route } from "@playwright/test";
import { demoPassword } from "../server/seeds/demo-logins.ts";
import { expectAccessible } from "./accessibility.ts";
import { askToSaveData, expect, followRequests, test } from "./fixtures.ts";
import "../web/src/lib/api/early-answers.ts";
import { logIn, logOut, signedInAt, signIn } from "./sessions.ts";

const dashboardCall = "**/api/user/getDashboard/*";

/** Holds requests back until they are released. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve();
}

function tab(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Quick navigation" }).getByRole("link", { name });
}

test("a tap marks its tab and outlines the page before its code has come, and the last tap counts", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  const release = await holdBack(page, "**/assets/*-page-*.js");
  await tab(page, "Staking").click();
  await expect(tab(page, "Staking")).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Staking", level: 1 })).toBeVisible();
  await expect(page.locator(".pending-page").getByRole("status", { name: "Loading..." })).toBeVisible();

  await tab(page, "Notices").click();
  await expect(tab(page, "Notices")).toHaveAttribute("aria-current", "page");
  await expect(tab(page, "Staking")).not.toHaveAttribute("aria-current", "page");
  release();
  await expect(page).toHaveURL(/\/notice-board$/);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(page.locator(".pending-page")).toBeHidden();
});

test("the menu can be opened while a page is on its way, and stays open when the page arrives", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  const release = await holdBack(page, "**/assets/*-page-*.js");
  await tab(page, "Staking").click();
  await expect(page.locator(".pending-page")).toBeVisible();
  await page.getByRole("button", { name: /menu/i }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/stacking$/);
  await expect(page.locator(".pending-page")).toBeHidden();
  await expect(menu).toBeVisible();
  await expect(menu.locator(":focus")).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(menu).toBeHidden();
});

test("the menu that was opened while the tree chart was on its way does not come back with the page before", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/direct-referrals");
  const link = page.getByRole("main").getByRole("link", { name: "Tree Chart" });
  await expect(link).toBeVisible();
  const release = await holdBack(page, "**/assets/*-page-*.js");
  await link.click();
  await expect(page.locator(".pending-page")).toBeVisible();
  await page.getByRole("button", { name: /menu/i }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/tree-chart$/);
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(link).toBeVisible();
  await expect(menu).toBeHidden();
});

test("a tap before any code has come marks its tab, and its page comes when the code does", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  // What the next visit is drawn from.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("fcHome"))).not.toBeNull();
  const letCodeCome = await holdBack(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  // Drawn at build time: it cannot be pressed, so the place is, once it is painted.
  const drawn = page.locator(".preview-home .bottom-bar a", { hasText: "Withdraw" });
  await expect(drawn).toBeInViewport({ ratio: 1 });
  const { x, y, width, height } = (await drawn.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(drawn).toHaveAttribute("data-current", "true");
  letCodeCome();
  await expect(page).toHaveURL(/\/withdraw$/);
  await expect(page.getByLabel("Amount", { exact: true })).toBeVisible();
});

test("what was entered is not left without a question, by a tap, history or a reload; an empty form is", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  await tab(page, "Staking").click();
  await expect(page).toHaveURL(/\/stacking$/);
  await page.goto("/change-password");
  const field = page.getByLabel("Old password");
  const question = page.getByRole("dialog", { name: "Leave this page?" });
  await field.fill("half a pass");
  await tab(page, "Notices").click();
  await expect(question).toContainText("What you have entered is not saved.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/change-password$/);
  await expect(field).toHaveValue("half a pass");
  await expect(page.locator(".pending-page")).toBeHidden();

  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloaded;

  await field.fill("half a pass");
  await tab(page, "Notices").click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/notice-board$/);
  await page.goBack();
  await field.fill("a pass");
  await page.goForward();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(field).toHaveValue("a pass");
  await expect(page).toHaveURL(/\/change-password$/);
  await field.fill("");
  await tab(page, "Staking").click();
  await expect(page).toHaveURL(/\/stacking$/);
});

test.describe("without saving data", () => {
  test.use({ savesData: false });

  test("the bottom bar's pages are fetched when the browser is idle, unless it saves data", async ({
    page,
    otherPage,
    member,
  }) => {
    const fetched = page.waitForRequest(/\/assets\/notice-board-page-/);
    await signedInAt(page, member, "/");
    await fetched;

    await otherPage.addInitScript(askToSaveData);
    await otherPage.clock.install();
    await signIn(otherPage, member);
    const requested: string[] = [];
    otherPage.on("request", (request) => requested.push(request.url()));
    const allArrived = followRequests(otherPage);
    await otherPage.goto(new URL("/", page.url()).href);
    await expect(otherPage.getByRole("heading", { name: "Still to do" })).toBeVisible();
    await allArrived();
    // Longer than the page waits until it is idle. Once for the answers, and once for what follows from them.
    for (let times = 0; times < 2; times++) await otherPage.clock.runFor(10_000);
    await allArrived();
    expect(requested.filter((url) => url.includes("-page-"))).toEqual([]);
  });
});

test("the login's answer has the figures: the dashboard shows them without a call of its own", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/getDashboard|api\/session/);
  await page.route(dashboardCall, (route) => route.abort());
  await page.route("**/api/session", (route) => route.abort());
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await expect(page.getByRole("main").locator("dd").filter({ hasText: /^0/ }).first()).toBeAttached();
});

test("while the password is typed the dashboard's code is loaded", async ({ page, member }) => {
  const requested = Promise.all([
    page.waitForRequest(/\/assets\/shell-/),
    page.waitForRequest(/\/assets\/home-screen-/),
  ]);
  await page.goto("/login");
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  const answers = await Promise.all((await requested).map((request) => request.response()));
  expect(answers.map((answer) => answer?.status())).toEqual([200, 200]);
});

test("what was typed before the login page's script listened loads the dashboard's code as well", async ({
  page,
  member,
}) => {
  const requested = Promise.all([
    page.waitForRequest(/\/assets\/shell-/),
    page.waitForRequest(/\/assets\/home-screen-/),
  ]);
  const letCodeCome = await holdBack(page, "**/assets/*.js");
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  letCodeCome();
  await requested;
  await expect(page.getByLabel("User ID", { exact: true })).toHaveValue(member.refId);
});

test("on a reload both calls start from the page's head, and the app takes their answers over", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(session$|user\/getDashboard)/.test(pathname)) calls.push(pathname);
  });
  const release = await holdBack(page, "**/assets/*.js");
  await page.reload({ waitUntil: "commit" });
  const both = ["/api/session", `/api/user/getDashboard/${member.id}`];
  await expect.poll(() => calls.toSorted()).toEqual(both);
  release();
  // A figure below 1 is drawn by the app alone: by then it has taken the answers over, or asked again.
  await expect(page.getByRole("main").locator("dd").filter({ hasText: /^0/ }).first()).toBeAttached();
  expect(calls.toSorted()).toEqual(both);
});

test("the tree's first call starts from the page's head too", async ({ page, member }) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/userCharts/")) calls.push(request.url());
  });
  const release = await holdBack(page, "**/assets/*.js");
  await page.goto("/tree-chart", { waitUntil: "commit" });
  await expect.poll(() => calls.length).toBe(1);
  release();
  await expect(page.getByRole("treeitem", { name: member.name })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("who signs in next on the same phone sees nothing of the member before", async ({
  page,
  member,
  asha,
}) => {
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  const kept = () => ({ member: localStorage.getItem("fcMember"), early: globalThis.fcEarly });
  expect(await page.evaluate(kept)).toEqual({ member: null, early: undefined });
  await logIn(page, asha, demoPassword);
  await expect(page.getByText(`Welcome, ${asha.name}`)).toBeVisible();
  await expect(page.getByText(member.refId)).toBeHidden();
});

test("every page of the portal comes with at most twelve script files", async ({ page, member }) => {
  await signIn(page, member);
  let files = new Set<string>();
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) files.add(request.url());
  });
  for (const path of ["/", "/withdraw", "/stacking", "/wallet-report", "/profile", "/tree-chart"]) {
    files = new Set();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading..." })).toHaveCount(0);
    expect(files.size, path).toBeGreaterThan(2);
    expect(files.size, path).toBeLessThanOrEqual(12);
  }
});
