import { expect, expectShown, password, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { logIn, logOut } from "./sessions.ts";

test("a press before the page's script is there waits for it; no password gets into the address, and none leads elsewhere", async ({
  page,
  member,
}) => {
  const arrive = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await arrive.promise;
    await route.continue();
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/login?from=/%09/example.com", { waitUntil: "commit" });
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.getByRole("button", { name: "Login" }).click();
  arrive.resolve();
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(requested.filter((url) => url.includes("refId="))).toEqual([]);
});

test("a member signs in, stays signed in after a reload, and signs out on the server too", async ({
  page,
  member,
}) => {
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await expect(page.getByRole("main").getByText(member.refId)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL("/");

  const token = await page.evaluate(() => localStorage.getItem("freeCoinToken"));
  await logOut(page);
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("freeCoinToken"))).toBeNull();
  // The page does not wait for the server's answer.
  const replay = () => page.request.get("/api/session", { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await replay()).status()).toBe(401);
});

test("an anonymous visitor sees nobody's page, is sent to the login and back to where they wanted to go", async ({
  page,
  member,
}) => {
  for (const path of ["/", "/referral-link", "/tree-chart?view=list"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await expect(page.getByText("Welcome,")).toBeHidden();
  }
  await page.getByLabel("User ID", { exact: true }).fill(member.refId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/tree-chart\?view=list$/);
  await expect(page.getByRole("tree", { name: "Your team as a list" })).toBeVisible();
});

test("on a phone Logout asks once, and Stay stays", async ({ page, member }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  // Its code comes with that of the question.
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
});

test("signing out in one tab signs out the other", async ({ page, member, context }) => {
  await logIn(page, member);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await logOut(page);
  await expect(other).toHaveURL(/\/login/);
});

test("a forgotten password: from the dialog to the mail, the first login and the new password", async ({
  page,
  member,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Forgot Password" });
  await dialog.getByLabel("User ID").fill(member.refId);
  await dialog.getByRole("button", { name: "Send password" }).click();
  await expectShown(page, "Password sent to your email Id");
  await expect(dialog).toBeHidden();

  const { text } = await mailTo(member.email, /temporary/);
  const temporary = /[a-z2-9]{12}/.exec(text.split("temporary password is")[1] ?? "")?.[0] ?? "";
  await logIn(page, member, temporary);
  await expect(page).toHaveURL(/\/change-password$/);
  await expect(page.getByText(/signed in with a temporary password/)).toBeVisible();
  await page.goto("/notice-board");
  await expect(page).toHaveURL(/\/change-password$/);

  const chosen = "Monsoon over Kochi 5";
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm new password").fill(chosen);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectShown(page, "Password Changed");
  await expect(page).toHaveURL(/\/notice-board$/);
  await expect(page.getByRole("heading", { name: "Notice Board", level: 1 })).toBeVisible();
});
