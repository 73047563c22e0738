import { endOfDay, indiaDayOf } from "@fc/contract/period";
import type { Page } from "@playwright/test";
import { verify } from "../server/src/core/ledger/verify.ts";
import { beginClosings } from "../server/src/core/plan/calendar.ts";
import { stakeNow } from "../server/src/testing/plan/stakes.ts";
import { atomically } from "../server/src/platform/db.ts";
import { minute } from "../server/src/platform/clock.ts";
import { renderMail } from "../server/src/platform/mail/template.ts";
import { giveAddress, setPrice, walletsOf } from "../server/src/testing/money.ts";
import { photo } from "../server/src/testing/pictures.ts";
import type { TestApp, TestMember } from "../server/src/testing/test-app.ts";
import { expect, password, test, typeInto } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { payForStake } from "./requests.ts";
import { logIn } from "./sessions.ts";

let app: TestApp;
test.beforeAll(async () => {
  app = await startOwnServer();
});
test.afterAll(() => app.stop());

/** The test sets the server's clock, and the pages' clocks with it. */
async function setTime(now: Date, pages: readonly Page[]): Promise<void> {
  app.time.now = now;
  for (const page of pages) await page.clock.setFixedTime(now);
}

/** The newest mail whose subject fits. This server sends no mails, so the text stays in the database. */
async function mailed(email: string, subject: RegExp): Promise<string> {
  let text = "";
  await expect(async () => {
    const mails = await app.db
      .selectFrom("mails")
      .select(["subject", "content"])
      .where("recipient", "=", email)
      .orderBy("id", "desc")
      .execute();
    const content = mails.find((mail) => subject.test(mail.subject))?.content;
    text = content ? renderMail(content).text : "";
    expect(text).not.toBe("");
  }).toPass();
  return text;
}

async function enterCode(page: Page, email: string): Promise<void> {
  const field = page.getByLabel("OTP", { exact: true });
  await expect(field).toBeVisible();
  await field.fill(/\b\d{6}\b/.exec(await mailed(email, /code/))?.[0] ?? "");
}

async function register(page: Page, sponsor: TestMember, email: string): Promise<TestMember> {
  await page.goto(`/referral-link/${sponsor.refId}/left`);
  await expect(page.getByLabel("Referral User ID")).toHaveValue(sponsor.refId);
  await page.getByLabel("Name", { exact: true }).fill("Lakshmi Subrahmanyam");
  await page.getByLabel("E-mail").fill(email);
  await typeInto(page.getByLabel("Mobile number"), "9876543210");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Registration complete" })).toBeVisible();
  const { id, refId, name } = await app.db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "name"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { id, refId, name, email };
}

/** With the mailed password, which must be changed at once. */
async function firstLogin(page: Page, member: TestMember): Promise<void> {
  const welcome = await mailed(member.email, /^Welcome/);
  const temporary = /temporary password is:?\s+(\S+)/.exec(welcome)?.[1] ?? "";
  await logIn(page, member, temporary);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await enterCode(page, member.email);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
}

async function stake(page: Page, member: TestMember): Promise<void> {
  await page.goto("/stacking");
  await page.getByLabel("$150").check();
  await payForStake(page);
  const buffer = await photo({ width: 300, height: 400 });
  const picture = { name: "receipt.jpg", mimeType: "image/jpeg", buffer };
  await page.getByLabel("Choose a picture").setInputFiles(picture);
  await expect(page.getByText(/^Sent ·/)).toBeVisible();
  await page.getByRole("button", { name: "Send request" }).click();
  const dialog = page.getByRole("dialog", { name: "Staking Request" });
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await enterCode(page, member.email);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}

async function withdraw(page: Page, member: TestMember): Promise<void> {
  await page.goto("/withdraw");
  await page.getByRole("textbox", { name: "Amount" }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Yes, send OTP" }).click();
  await enterCode(page, member.email);
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/receipt\/WD-/);
  await expect(page.locator(".status-tag", { hasText: "In review" })).toBeVisible();
}

const line = (page: Page, { refId }: TestMember) => page.getByRole("button", { name: new RegExp(refId) });

/** Waits until the decision is stored: it can be undone until the operator leaves the screen. */
async function decided(table: "staking_requests" | "withdrawals", member: TestMember): Promise<void> {
  const state = () =>
    app.db.selectFrom(table).select("status").where("member_id", "=", member.id).executeTakeFirstOrThrow();
  await expect.poll(state).toEqual({ status: "A" });
}

/** By the console's own login: the session belongs to this test's server. */
async function signInOperator(console: Page, operator: { email: string }): Promise<void> {
  await typePassword(console, operator);
  await console.getByRole("button", { name: "Skip for this demo" }).click();
  await expect(console.getByRole("navigation", { name: "Console" })).toBeVisible();
}

async function closeDays(console: Page, last: string): Promise<void> {
  await openScreen(console, "Closings", "Money");
  await console.getByRole("button", { name: /^Close .* now$/ }).click();
  // A worker closes the day, as a job.
  await expect
    .poll(async () => {
      const sealed = app.db.selectFrom("closings").select("day").where("state", "=", "sealed");
      return (await sealed.orderBy("day", "desc").limit(1).executeTakeFirst())?.day;
    })
    .toBe(last);
}

test("a whole business day: from the registration to the withdrawal paid, and the books add up", async ({
  browser,
  passwordHash,
}) => {
  test.slow();
  const { db } = app;
  const today = indiaDayOf(new Date());
  // Half an hour before India's midnight, and a little after it on later days.
  const evening = new Date(endOfDay(today).getTime() - 30 * minute);
  const morningAfter = (days: number) =>
    new Date(endOfDay(today).getTime() + days * 86_400_000 + 10 * minute);
  app.time.now = evening;
  // $150 are 100 crore, which return 50 lakh a day: what can be withdrawn at least.
  await setPrice(db, 100_000_000, new Date(evening.getTime() - minute));
  const sponsor = await app.addMember({ name: "Asha Verma" });
  await stakeNow(db, { memberId: sponsor.id, usd: 15, now: evening });
  await atomically(db, beginClosings, { now: evening });
  // The schedule closes no day here: the operator does.
  await db
    .insertInto("schedules")
    .values({ task: "plan.closing", next_run_at: morningAfter(400) })
    .execute();
  app.worker.start();

  const open = async () => (await browser.newContext({ baseURL: app.url })).newPage();
  const [page, console] = [await open(), await open()];
  await setTime(evening, [page, console]);

  const email = "lakshmi@example.com";
  const member = await register(page, sponsor, email);
  await firstLogin(page, member);
  await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", evening);
  await setTime(new Date(evening.getTime() + 2 * minute), [page, console]);
  await stake(page, member);

  // 100 crore coins take two operators.
  const finance = await addOperator(db, { role: "finance", passwordHash });
  const first = await open();
  await setTime(app.time.now, [first]);
  await signInOperator(first, finance);
  await openScreen(first, "Staking requests");
  await line(first, member).click();
  await first.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(first.getByText("another operator approves it")).toBeVisible();
  const admin = await addOperator(db, { role: "admin", passwordHash });
  await signInOperator(console, admin);
  await openScreen(console, "Staking requests");
  await line(console, member).click();
  await console.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(line(console, member)).toBeHidden();
  await openScreen(console, "Ledger", "Money");
  await decided("staking_requests", member);
  await console.getByRole("button", { name: "Fund the pool" }).click();
  await console.getByLabel("Amount").fill("99000000");
  await console.getByLabel("What it is for").fill("Rewards of the week");
  await console.getByRole("button", { name: "Put into the pool" }).click();
  await expect(console.getByText("Rewards of the week")).toBeVisible();

  // The sponsor's bonus comes with the day of the approval.
  await setTime(morningAfter(0), [page, console]);
  await closeDays(console, today);
  const sponsorPage = await open();
  await setTime(app.time.now, [sponsorPage]);
  await logIn(sponsorPage, sponsor);
  await expect(sponsorPage.getByText("Welcome, Asha Verma")).toBeVisible();
  await sponsorPage.goto("/earning-report");
  const bonus = sponsorPage.locator(".table tbody tr").first();
  await expect(bonus).toContainText(`Direct bonus: ${member.refId}`);
  await expect(bonus).toContainText("+5,00,00,000");

  // Two days later, when a new password no longer delays withdrawals: both days are closed and have paid ROS.
  const later = morningAfter(2);
  await setTime(later, [page, console]);
  await signInOperator(console, admin);
  await closeDays(console, indiaDayOf(new Date(later.getTime() - 86_400_000)));
  await page.goto("/stacking-wallet-report");
  await expect(page.locator(".table tbody tr")).toHaveCount(2);
  await expect(page.locator(".table tbody tr").first()).toContainText("ROS");
  await expect(page.locator(".table tbody tr").first()).toContainText("+50,00,000");

  await withdraw(page, member);
  await openScreen(console, "Withdrawals");
  await line(console, member).click();
  await console.getByRole("button", { name: "Accept", exact: true }).click();
  await console.getByLabel("Transaction ID of the payment").fill(`0x${"b1d4a2".padEnd(64, "0")}`);
  await console.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).click();
  await expect(line(console, member)).toBeHidden();
  await openScreen(console, "Today");
  await decided("withdrawals", member);

  // 2 × 50 lakh came in, 60 lakh were paid out, 40 lakh are left; and nothing in the books differs.
  await page.goto("/withdraw-report");
  await expect(page.locator(".status-tag", { hasText: "Accepted" })).toBeVisible();
  await page.goto("/wallet-report");
  const rows = page.locator(".table tbody tr");
  await expect(rows).toHaveCount(3);
  const amounts = await Promise.all([0, 1, 2].map((at) => rows.nth(at).innerText()));
  const moved = amounts.map((text) => {
    const [, sign, figure = ""] = /([+−-])\s?([\d,]+)/.exec(text) ?? [];
    return Number(figure.replaceAll(",", "")) * (sign === "+" ? 1 : -1);
  });
  expect(moved.reduce((sum, amount) => sum + amount, 0)).toBe(4_000_000);
  expect(await walletsOf(db, member)).toMatchObject({ staking: 4_000_000, withdraw_pending: 0 });
  const found = await verify(app.databaseUrl, { secretKey: app.deps.secretKey });
  expect(found.differences).toEqual([]);
});
