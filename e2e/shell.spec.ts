import { recordSupportMessage } from "../server/src/features/support/support.ts";
import { atomically } from "../server/src/platform/db.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, onBothSizes, password, test, withMotion } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { follow } from "./router.ts";
import { signedInAt } from "./sessions.ts";

test.use(withMotion);

/** The specification's entries in its order; all of them are in sight on a laptop. */
const specified = `Dashboard, Profile, Bank Details, Change Password, PAN Details, Notice Board,
  Direct referrals, Tree Chart,
  Staking Wallet Report, Earning Wallet Report, Offers Wallet Report, Transfer Wallet Report,
  Withdraw, Withdraw Report, Staking Report, Free Coin Address, FMDC Coin Update, Staking, Referral link,
  Transfer Wallet, Plan, Download the plan (PDF), Registration, Support`.split(/,\s+/);
/** What it does not have, behind them. */
const ours = [
  "Activity",
  "My team",
  "Tonight's earnings",
  "Notifications",
  "Security",
  "Transparency",
  "Terms, privacy and risks",
];

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
});

test(
  "the whole navigation can be reached, and the page title follows",
  onBothSizes,
  async ({ page, member, isMobile }) => {
    if (isMobile) {
      await page.getByRole("button", { name: /menu/i }).click();
      const drawer = page.getByRole("dialog");
      await expect(drawer.getByText(member.refId)).toBeVisible();
      await expectAccessible(page);
      await drawer.getByRole("link", { name: "Notice Board" }).click();
      await expect(drawer).toBeHidden();
    } else {
      const entries = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
      await expect(entries.filter({ hasText: /\S/ })).toHaveText([...specified, ...ours]);
      for (const at of specified.keys()) await expect(entries.nth(at)).toBeInViewport({ ratio: 1 });
      await entries.filter({ hasText: "Notice Board" }).click();
    }
    await expect(page).toHaveURL(/\/notice-board$/);
    await expect(page).toHaveTitle(/Notice Board/);
    await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
  },
);

test("a phone shows the widest titles whole", async ({ page }) => {
  const pages = {
    "/fmdc-coin-update": "FMDC Coin Update",
    "/transferWallet-report": "Transfer Wallet Report",
    "/change-password": "Change Password",
  };
  for (const [path, name] of Object.entries(pages)) {
    await follow(page, path);
    const title = page.getByRole("heading", { name, level: 1 }).locator("span");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(title).toBeVisible();
      expect(await title.evaluate((span) => span.scrollWidth - span.clientWidth), `${name}, ${width}`).toBe(
        0,
      );
    }
  }
});

test("addresses are understood in any case", async ({ page }) => {
  await page.goto("/Notice-Board");
  await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
});

test("Hindi and dark are kept after a reload", async ({ page, member, isMobile }) => {
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await page.getByRole("button", { name: "डार्क" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.getByRole("main").getByText(member.refId)).toBeVisible();
  await expectAccessible(page);
});

test("Back does not leave the menu open over another page", async ({ page }) => {
  await page.goto("/notice-board");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", { name: /menu/i }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
});

test("a language chosen on one device is that of the next mail and of another device", async ({
  page,
  otherPage,
  member,
  isMobile,
}) => {
  // With the figures the page knows its member, and draws the menu no other time.
  await expect(page.getByText("Date of Joining").locator("..")).toContainText(/20\d\d/);
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  const saved = page.waitForResponse((answer) => answer.request().postData() === '{"language":"hi"}');
  await page.getByRole("button", { name: "हिन्दी" }).click();
  expect((await saved).status()).toBe(200);

  await signedInAt(otherPage, member, new URL("/change-password", environment.url()).href);
  await expect(otherPage.locator("html")).toHaveAttribute("lang", "hi");
  await otherPage.getByLabel("पुराना पासवर्ड").fill(password);
  await otherPage.getByLabel("नया पासवर्ड", { exact: true }).fill("Monsoon over Kochi 5");
  await otherPage.getByLabel("नए पासवर्ड की पुष्टि करें").fill("Monsoon over Kochi 5");
  await otherPage.getByRole("button", { name: "OTP भेजें" }).click();
  const { text } = await mailTo(member.email, /^आपका FC Portal कोड: अपने नए पासवर्ड की पुष्टि करें$/);
  expect(text).toContain(`नमस्ते ${member.name}, पुष्टि के लिए यह कोड डालें:`);
});

test("being offline stays in sight, and is no longer shown when the connection is back", async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED/);
  const offline = /^Figures of .+\. You are offline\.$/;
  // What dates the figures comes when the browser has nothing else to do, and gives the phone's frame its colour too.
  const frame = page.locator('meta[name="theme-color"][media*="dark"]');
  await expect(frame).toHaveAttribute("content", "#ffffff");
  await expect(page.getByText("Date of Joining").locator("..")).toContainText(/20\d\d/);
  await context.setOffline(true);
  await expect(page.getByText(offline)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText(offline)).toBeInViewport();
  // Neither covers the other.
  await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await context.setOffline(false);
  await expect(page.getByText(offline)).toBeHidden();
});

test("an error of our code is told to the server by its place, once, and without what the page shows", async ({
  page,
  expectFailures,
}) => {
  expectFailures(/Ananya has 42 coins/, /of an extension/);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/browserErrors")) sent.push(request.postData() ?? "");
  });
  await page.goto("/transfer?to=secret");
  const answered = page.waitForResponse("**/api/browserErrors");
  await page.evaluate(() => {
    const error = new TypeError("Ananya has 42 coins");
    error.stack = `TypeError: Ananya has 42 coins\n at a (${location.origin}/assets/page-X1.js:3:14)`;
    reportError(error);
    void Promise.reject(error);
    reportError(new Error("of an extension, and not of our code"));
  });
  expect((await answered).status()).toBe(200);
  await expect.poll(() => errors).toHaveLength(3);
  expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([
    { kind: "TypeError", places: ["assets/page-X1.js:3:14"], page: "/transfer", release: expect.any(String) },
  ]);
});

test(
  "the avatar opens a menu, by mouse and keyboard, that leads on and keeps language and colours",
  onBothSizes,
  async ({ page, member }) => {
    const account = page.getByRole("button", { name: "Your account" });
    await account.click();
    const menu = page.getByRole("menu");
    await expect(menu.getByText(member.refId)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(account).toBeFocused();
    await page.keyboard.press("Enter");
    await menu.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await account.click();
    await menu.getByRole("menuitemradio", { name: "हिन्दी" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "hi");
    await page.getByRole("button", { name: "आपका खाता" }).click();
    await menu.getByRole("menuitem", { name: "सुरक्षा" }).click();
    await expect(page).toHaveURL(/\/security$/);
  },
);

test("Ctrl K finds screens, a message by its reference and team members, and does what it says", async ({
  page,
  member,
  db,
  passwordHash,
}) => {
  const below = { name: "Zubin Daruwala", passwordHash, sponsorId: member.id, side: "left" } as const;
  const zubin = await atomically(db, insertTestMember, { ...below, now: new Date() });
  const from = { ip: "192.0.2.1", language: "en", number: "", email: "", receipt: null } as const;
  const message = { refId: member.refId, memberId: member.id, supportMessage: "Where is it?" };
  const reference = await recordSupportMessage(db, { ...from, ...message, now: new Date() });
  const field = page.getByRole("combobox");
  const option = (name: RegExp) => page.getByRole("option", { name });
  // Pressed before any code is there.
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => held.promise.then(() => route.continue()));
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await page.keyboard.press("Control+k");
  held.resolve();
  await expect(field).toBeFocused();
  await field.fill("bank");
  await expect(option(/^Bank Details/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bank-details$/);
  await page.keyboard.press("Control+k");
  await field.fill(reference.toLowerCase());
  await option(new RegExp(reference)).click();
  await expect(page).toHaveURL(`/support/${reference}`);
  await page.keyboard.press("Control+k");
  await field.fill("zubin");
  await option(new RegExp(zubin.refId)).click();
  await expect(page).toHaveURL(new RegExp(`/tree-chart\\?find=${zubin.refId}`));
  await page.goto("/support");
  await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Search" }).click();
  await field.fill("sign out");
  await option(/^Logout/).click();
  await expect(page).toHaveURL(/\/login/);
});
