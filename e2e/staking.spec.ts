import { readFile } from "node:fs/promises";
import { noticeMs } from "@fc/contract/notice-times";
import { approveStakingRequest, rejectStakingRequest } from "../server/src/core/staking/decisions.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import { day } from "../server/src/platform/clock.ts";
import { setSetting, walletsOf } from "../server/src/testing/money.ts";
import { stakeNow } from "../server/src/testing/plan/stakes.ts";
import { photo } from "../server/src/testing/pictures.ts";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { chooseFilters } from "./filters.ts";
import { expect, expectShown, test, typeInto } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { payForStake, requestStake } from "./requests.ts";
import { signedInAt } from "./sessions.ts";

const payment = {
  bankName: "Example Bank",
  accountName: "FC Portal",
  accountNumber: "000123456789",
  ifscCode: "EXMP0000123",
  upiId: "fc-portal@example",
  coinToken: "FC",
  coinNetwork: "BEP20",
  coinAddress: "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
};

/** What operators set up. Both workers may do it, to the same values. */
test.beforeAll(() => setSetting(environment.databaseUrl(), "payment", payment));

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/stacking");
});

async function addProof(page: Page, details: { width?: number; height?: number } = {}): Promise<void> {
  const buffer = await photo({ width: 300, height: 400, ...details });
  await page
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "receipt.jpg", mimeType: "image/jpeg", buffer });
}

/** A state's word in its row; the filter above has the same words. */
const tag = (page: Page, word: string) => page.locator(".status-tag", { hasText: word });
const send = (page: Page) => page.getByRole("button", { name: "Send request" });
const requestsOf = (db: Db, memberId: number) =>
  db.selectFrom("staking_requests").selectAll().where("member_id", "=", memberId).execute();

test("a member stakes a package with a proof and the mailed code, and follows it to the stake", async ({
  page,
  member,
  db,
}) => {
  await page.clock.install();
  await page.getByLabel("$150").check();
  await expect(page.getByText("Coin Today For $15")).toBeVisible();
  await expect(page.getByText(/FC$/).first()).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code to pay by UPI" })).toHaveCount(0);
  await payForStake(page);
  await expect(page.getByRole("img", { name: "QR code to pay by UPI" })).toBeVisible();
  await addProof(page);
  await expect(page.getByText(/^Sent ·/)).toBeVisible();
  await expectAccessible(page);

  await send(page).click();
  const dialog = page.getByRole("dialog", { name: "Staking Request" });
  await expect(dialog.getByText("Are you sure? This action can't be undone.")).toBeVisible();
  await expect(dialog.getByText("$150")).toBeVisible();
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("Please enter corresponding otp to your email")).toBeVisible();
  const mail = await mailTo(member.email, /code/);
  expect(mail.text).toContain("$150");
  await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await dialog.getByRole("button", { name: "Confirm" }).dblclick();
  await expectShown(page, "Stacking Request sent");
  await expect(page).toHaveURL(/\/receipt\/ST-/);
  await expect(page.getByRole("article")).toContainText("$150");
  await page.clock.fastForward(noticeMs.changeConfirmed);
  await expect(page.getByText("Stacking Request sent")).toBeHidden();
  const [request, ...others] = await requestsOf(db, member.id);
  expect(others).toEqual([]);

  await page.goto("/topupRequest");
  await expect(page.getByRole("heading", { name: "Stacking Report" })).toBeVisible();
  await expect(tag(page, "Pending")).toBeVisible();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByText("In review")).toBeVisible();
  const proof = page.getByRole("img", { name: "Proof image" });
  await expect(proof).toBeVisible();
  await expect
    .poll(() => proof.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  const decided = { requestId: request!.id, publicUrl: "http://localhost", now: new Date() };
  await atomically(db, approveStakingRequest, decided);
  await mailTo(member.email, /stake has started/);
  await page.reload();
  await expect(tag(page, "Accepted")).toBeVisible();
  await page.goto("/stacking-investment");
  await expect(tag(page, "Active")).toBeVisible();
});

test("a rejected request shows its reason", async ({ page, member, db }) => {
  const requestId = await atomically(db, requestStake, member);
  const reason = "The receipt shows another amount";
  const decided = { requestId, publicUrl: "http://localhost", reason, now: new Date() };
  await atomically(db, rejectStakingRequest, decided);
  await page.goto("/topupRequest");
  await expect(tag(page, "Rejected")).toBeVisible();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByText(reason)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL("/stacking");
  await expect(page.getByText(`Your last request of $150 was rejected: ${reason}`)).toBeVisible();
  await expect(page.getByLabel("$150")).toBeChecked();
  await page.getByLabel("$30").check();
  await page.getByRole("button", { name: "Try again with $150" }).click();
  await expect(page.getByLabel("$150")).toBeChecked();
  await page.goto("/topupRequest");
  await chooseFilters(page, () => page.getByRole("combobox", { name: "Status" }).selectOption("Pending"));
  await expect(page.getByText("Nothing fits what you searched for.")).toBeVisible();
});

test("on a phone the payment app opens with payee and amount, the code can be saved, and coming back finds the step", async ({
  page,
  member,
}) => {
  const app = page.getByRole("link", { name: "Pay by UPI app" });
  await page.getByLabel("$150").check();
  await expect(app).toHaveCount(0);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Pay for it" })).toBeFocused();
  await expect(page.getByRole("img", { name: "QR code to pay by UPI" })).toBeVisible();
  const sum = /₹([\d,]+\.\d\d)/.exec((await page.getByText(/^Pay ₹/).textContent()) ?? "")?.[1];
  await expect(app).toHaveAttribute(
    "href",
    `upi://pay?pa=fc-portal@example&pn=FC%20Portal&am=${sum?.replaceAll(",", "")}&cu=INR&tn=Stake%20${member.refId}`,
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save QR" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("fc-portal-pay.png");
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe("PNG");

  await page.getByText("Coin", { exact: true }).click();
  await expect(page.getByText(/Send only FC \(BEP20\) on BNB Smart Chain\./)).toBeVisible();

  // Left for another page, and the browser closed the page behind the payment app.
  await page.goto("/");
  await page.goto("/stacking");
  await page.getByRole("button", { name: "I have paid" }).click();
  await page.reload();
  await expect(page.getByLabel("Choose a picture")).toBeAttached();
  await page.getByRole("button", { name: "Amount" }).click();
  await expect(page.getByLabel("$150")).toBeChecked();
});

test("a step is opened by its name once there is an amount, and what is missing or wrong is shown in its place", async ({
  page,
}) => {
  const proof = page.getByRole("button", { name: "Proof" });
  await proof.click();
  await expect(page.getByRole("heading", { name: "Staking Request" })).toBeVisible();
  const goOn = page.getByRole("button", { name: "Continue to payment" });
  await goOn.click();
  await expect(page.getByText("Please enter multiplies of $15")).toBeVisible();
  await page.getByLabel("others").check();
  const amount = page.getByLabel("Amount in $");
  await typeInto(amount, "10001");
  await expect(amount).toHaveValue("1,000");
  await expect(page.getByText("More than $10,000 is not taken.")).toBeVisible();
  await expect(page.getByText("Please enter multiplies of $15")).toBeVisible();
  await amount.fill("");
  await typeInto(amount, "-15");
  await expect(amount).toHaveValue("-");
  await amount.fill("105");
  await expect(page.getByText("Please enter multiplies of $15")).toBeHidden();
  await proof.click();
  await expect(page.getByRole("heading", { name: "Show that you paid" })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("button", { name: "2 Pay" })).toHaveAttribute("aria-current", "step");
  await page.getByRole("button", { name: "I have paid" }).click();
  await send(page).click();
  await expect(page.getByText("Please add proof image")).toBeVisible();
  await page.getByLabel("Choose a picture").setInputFiles({
    name: "receipt.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(page.getByText(/not a picture we can read/)).toBeVisible();
  await addProof(page);
  await expect(page.getByText(/^Sent ·/)).toBeVisible();
  await send(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a reload loses neither the amount, the proof nor the step", async ({ page, member, db }) => {
  await page.getByLabel("others").check();
  await page.getByLabel("Amount in $").fill("105");
  await payForStake(page);
  await addProof(page);
  await expect(page.getByText(/^Sent ·/)).toBeVisible();
  await send(page).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Yes/ }).click();
  const otp = page.getByLabel("OTP", { exact: true });
  await expect(otp).toBeVisible();
  const code = await codeMailedTo(member);
  await page.reload();
  await otp.fill(code);
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expectShown(page, "Stacking Request sent");
  expect(await requestsOf(db, member.id)).toMatchObject([{ amount_usd_cents: 10_500n }]);
});

test("the upload of a large picture continues after a broken line and after a reload", async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures(/proofImage\/resumable/);
  const sizes: number[] = [];
  await page.route("**/user/getPaymentDetails", (route) =>
    route.fulfill({ json: { data: payment, proofImageQuality: 1 } }),
  );
  let isReloaded = false;
  await context.route("**/proofImage/resumable/*", async (route, request) => {
    if (request.method() !== "PATCH") return route.continue();
    // From the fourth piece on the line is broken, until the page is loaded again.
    if (sizes.length >= 4 && !isReloaded) return route.abort();
    sizes.push(request.postDataBuffer()?.length ?? 0);
    // The second piece is refused as by a busy server.
    if (sizes.length === 2) return route.fulfill({ status: 503, body: "" });
    if (sizes.length === 4) return route.abort();
    return route.continue();
  });
  await page.reload();
  await page.getByLabel("$15", { exact: true }).check();
  await payForStake(page);
  await addProof(page, { width: 1500, height: 1500 });
  await expect.poll(() => sizes.length).toBeGreaterThanOrEqual(4);
  page.once("domcontentloaded", () => (isReloaded = true));
  await page.reload();
  await expect(page.getByText(/^Sent ·/)).toBeVisible();
  const quarter = 256 * 1024;
  expect(sizes[0]).toBe(quarter);
  // A piece that was refused is sent again in the smaller size, which doubles after it arrived.
  expect(sizes.slice(1, 4)).toEqual([2 * quarter, quarter, 2 * quarter]);
  const sent = sizes.filter((_, at) => at !== 1 && at !== 3).reduce((sum, size) => sum + size, 0);
  const shownKb = Number(/(\d+) KB/.exec((await page.getByText(/^Sent ·/).textContent()) ?? "")?.[1]);
  expect(Math.abs(sent / 1024 - shownKb)).toBeLessThan(2);
});

test("within its cooling-off time a stake is undone with a code, and its coins come back", async ({
  page,
  member,
  db,
}) => {
  const stakeId = await stakeNow(db, { memberId: member.id, usd: 150, now: new Date() });
  // As if it had been bought while the plan had a cooling-off time, which other tests do not want.
  const heldUntil = { held_until: new Date(Date.now() + 2 * day) };
  await db.updateTable("stakes").set(heldUntil).where("id", "=", stakeId).execute();
  const { transfer } = await walletsOf(db, member);
  await page.goto("/stacking-investment");
  await expect(page.getByText("Can be undone")).toBeVisible();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByText(/^You can undo this stake until/)).toBeVisible();
  await page.getByRole("button", { name: "Undo the stake" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo your stake" });
  await expect(dialog).toContainText("You receive");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, /undo/i));
  await dialog.getByRole("button", { name: "Undo the stake" }).click();
  await expect(page).toHaveURL(/\/receipt\//);
  expect((await walletsOf(db, member)).transfer).toBeGreaterThan(transfer);
});
