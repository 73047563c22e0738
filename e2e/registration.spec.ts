import { welcomeAgainMs } from "@fc/contract/registration/portal-later";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, openForm, test, typeInto } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { logIn, signedInAt } from "./sessions.ts";

const newPassword = "Monsoon over Kochi 5";
let count = 0;

/** An e-mail that no other registration has used. */
function freshEmail(): string {
  return `new-${process.pid}-${Date.now()}-${++count}@example.com`;
}

async function fillPerson(page: Page, email: string, name = "Lakshmi Subrahmanyam"): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Female (F)").check();
  await page.getByLabel("E-mail").fill(email);
  await typeInto(page.getByLabel("Mobile number"), "09876543210");
}

function fact(page: Page, label: string) {
  return page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
}

test("a visitor joins by a referral link, gets the welcome mail and chooses a password at the first login", async ({
  page,
  member,
}) => {
  const email = freshEmail();
  await openForm(page, `/referral-link/${member.refId}/right`);
  await expect(page.getByLabel("Team")).toHaveValue("Right");
  await expect(page.getByLabel("Team")).toHaveAttribute("readonly");
  await expect(page.getByLabel("Referral User ID")).toHaveValue(member.refId);
  await expect(page.getByLabel("Referral Username")).toHaveValue("Ananya K.");
  await expect(page.getByLabel("Referral Username")).toHaveAttribute("readonly");
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute(
    "placeholder",
    "as in bank passbook",
  );
  await expect(page.getByLabel("Male (M)", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Country code")).toHaveValue("in");

  await fillPerson(page, email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Register" }).click();

  await expect(fact(page, "Name")).toContainText("Lakshmi Subrahmanyam");
  await expect(fact(page, "Gender")).toContainText("Female (F)");
  await expect(fact(page, "E-mail")).toContainText(email);
  await expect(fact(page, "Mobile number")).toContainText("+91 98765 43210");
  await expect(fact(page, "Team")).toContainText("Right");
  await expect(fact(page, "Referrer")).toContainText(member.refId);
  await expect(fact(page, "Placement")).toContainText(`Ananya K.${member.refId}`);
  await expectAccessible(page);
  // A reload does not lose the step.
  await page.reload();
  await page.getByRole("button", { name: "Done" }).click();

  await expect(page.getByRole("heading", { name: "Registration complete" })).toBeFocused();
  const refId = (await page.locator(".new-id strong").textContent()) ?? "";
  expect(refId).toMatch(/^FC[2-9A-Z]{7}$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create another user" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");

  const { text } = await mailTo(email, /^Welcome to FC Portal$/);
  expect(text).toContain(refId);
  const temporary = /temporary password is:?\s+(\S+)/.exec(text)?.[1] ?? "";
  await logIn(page, { ...member, refId }, temporary);
  await expect(page).toHaveURL(/\/change-password$/);
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password").fill(newPassword);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo({ ...member, email }));
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectShown(page, "Password Changed");
  // The sponsor may have filled in the form: the texts that bind are accepted by the member, signed in.
  await expect(page).toHaveURL(/\/accept$/);
  await expect(page.getByRole("region", { name: "Risk statement" })).toContainText("You can lose everything");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accept and go on" }).click();
  await expect(page.getByText("Please tick this first")).toBeVisible();
  await page.getByLabel("I have read these texts and accept them").check();
  await page.getByRole("button", { name: "Accept and go on" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Welcome, Lakshmi Subrahmanyam")).toBeVisible();
});

test("mistyped details are corrected before Done, and the welcome goes to the right address only", async ({
  page,
  member,
}) => {
  await page.clock.install();
  const [wrong, right] = [freshEmail(), freshEmail()];
  await openForm(page, `/referral-link/${member.refId}/left`);
  await fillPerson(page, wrong);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The password goes to this address. Is it right?")).toBeVisible();
  await page.getByRole("button", { name: "Correct the details" }).click();
  await expect(page.getByRole("heading", { name: "Correct the details" })).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue(wrong);
  await expect(page.getByLabel("Mobile number")).toHaveValue("98765-43210");
  await page.getByLabel("E-mail").fill(member.email);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This e-mail is already used by another member")).toBeVisible();
  await page.getByLabel("E-mail").fill(right);
  await page.getByLabel("Mobile number").fill("");
  await typeInto(page.getByLabel("Mobile number"), "+91 91234 56789");
  await expect(page.getByLabel("Mobile number")).toHaveValue("91234-56789");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(fact(page, "E-mail")).toContainText(right);
  await expect(fact(page, "Mobile number")).toContainText("+91 91234 56789");
  await expect(fact(page, "Placement")).toContainText(member.refId);
  // A reload does not bring the mistake back.
  await page.reload();
  await expect(fact(page, "E-mail")).toContainText(right);
  await page.getByRole("button", { name: "Done" }).click();
  const refId = (await page.locator(".new-id strong").textContent()) ?? "";
  expect((await mailTo(right, /^Welcome to FC Portal$/)).text).toContain(refId);

  await expect(page.getByRole("button", { name: /Send again in/ })).toBeDisabled();
  await page.clock.fastForward(welcomeAgainMs);
  await page.getByRole("button", { name: "Send the e-mail again" }).click();
  // For the server, less than a minute has passed.
  await expect(page.getByText(/The welcome e-mail can be sent again in/)).toBeVisible();
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("the form does not leave without team, referrer, name and e-mail, and says so in place", async ({
  page,
}) => {
  const saved: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/user/save")) saved.push(request.url());
  });
  await openForm(page, "/register-user");
  await page.getByRole("button", { name: "Register" }).click();
  for (const message of [
    "Please choose a team",
    "Please enter a user ID",
    "Please enter the name",
    "Please enter an e-mail",
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel("Left")).toBeFocused();
  await expectAccessible(page);
  expect(saved).toEqual([]);
});

test("Check finds the referrer or says that there is none", async ({ page, member }) => {
  await openForm(page, "/register-user");
  const id = page.getByLabel("Referral User ID");
  const name = page.getByLabel("Referral Username");
  await id.fill("FCNOBODY2");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("There is no member with this user ID")).toBeVisible();
  await id.fill(` ${member.refId.toLowerCase()} `);
  await expect(page.getByText("There is no member with this user ID")).toBeHidden();
  await id.press("Enter");
  await expect(name).toHaveValue("Ananya K.");
  await expect(id).toHaveCSS("text-transform", "uppercase");
  // Another user ID is another member, who must be checked first.
  await id.fill("FCOTHER22");
  await expect(name).toHaveValue("");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Please press Check to see whose user ID this is")).toBeVisible();
});

test("a refusal is shown at its field, a throttled or failed call at the form; what was typed is kept, and the next try succeeds", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/user\/save/);
  await openForm(page, `/referral-link/${member.refId}/left`);
  await fillPerson(page, member.email.toUpperCase());
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("This e-mail is already used by another member")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lakshmi Subrahmanyam");
  await expect(page.getByLabel("Female (F)")).toBeChecked();
  await expect(page.getByLabel("Mobile number")).toHaveValue("98765-43210");

  await page.getByLabel("E-mail").fill(freshEmail());
  await page.getByLabel("Mobile number").fill("12345");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("This is not a valid mobile number")).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toBeFocused();

  await page.getByLabel("Mobile number").fill("+91 98765 43210");
  const message = "Too many attempts. Please wait a little and try again";
  await page.route("**/api/user/save", (route) =>
    route.fulfill({ status: 429, json: { code: "TOO_MANY_REQUESTS", message, requestId: "r-429" } }),
  );
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("alert").getByText(message)).toBeVisible();
  await expect(page.getByText("Reference: r-429")).toBeVisible();
  await page.unroute("**/api/user/save");
  await page.route("**/api/user/save", (route) => route.abort());
  await page.getByRole("button", { name: "Register" }).click();
  await expect(
    page.getByText("We could not reach FC Portal. Please check your connection and try again"),
  ).toBeVisible();
  await page.unroute("**/api/user/save");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
});

test("a registration whose answer is lost succeeds when it is sent again", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/user\/save/);
  const email = freshEmail();
  await openForm(page, `/referral-link/${member.refId}/left`);
  await fillPerson(page, email);
  await page.route("**/api/user/save", async (route) => {
    // The server has registered the member; only its answer never arrives.
    expect((await (await route.fetch()).json()).isUserCreated).toBe(true);
    await route.abort();
  });
  await page.getByRole("button", { name: "Register" }).click();
  await expect(
    page.getByText("We could not reach FC Portal. Please check your connection and try again"),
  ).toBeVisible();
  await page.unroute("**/api/user/save");
  await page.context().clearCookies({ name: "fc_registration" });
  await page.getByRole("button", { name: "Register" }).click();
  await expect(fact(page, "Placement")).toContainText(member.refId);
  await page.getByRole("button", { name: "Done" }).click();
  const refId = (await page.locator(".new-id strong").textContent()) ?? "";
  expect((await mailTo(email, /^Welcome to FC Portal$/)).text).toContain(refId);
});

test("two registrations in two tabs each complete their own", async ({ page, context, member }) => {
  const [first, second] = [freshEmail(), freshEmail()];
  const other = await context.newPage();
  for (const [tab, email] of [
    [page, first],
    [other, second],
  ] as const) {
    await openForm(tab, `/referral-link/${member.refId}/left`);
    await fillPerson(tab, email);
    await tab.getByRole("button", { name: "Register" }).click();
    await expect(fact(tab, "E-mail")).toContainText(email);
  }
  for (const [tab, email] of [
    [page, first],
    [other, second],
  ] as const) {
    await tab.getByRole("button", { name: "Done" }).click();
    const refId = (await tab.locator(".new-id strong").textContent()) ?? "";
    expect((await mailTo(email, /^Welcome to FC Portal$/)).text).toContain(refId);
  }
});

test("a summary that waits for Done keeps to its own referral link", async ({ page, member }) => {
  await openForm(page, `/referral-link/${member.refId}/left`);
  await fillPerson(page, freshEmail());
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await openForm(page, `/referral-link/${member.refId}/right`);
  await expect(page.getByLabel("Team")).toHaveValue("Right");
  await openForm(page, `/referral-link/${member.refId}/left`);
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
});

test("a link with a wrong side or an unknown referrer explains itself and lets the visitor go on", async ({
  page,
  member,
}) => {
  await openForm(page, `/referral-link/${member.refId}/middle`);
  await expect(page.getByText("This referral link names no team")).toBeVisible();
  await expect(page.getByLabel("Referral Username")).toHaveValue("Ananya K.");
  await page.getByLabel("Right").check();
  await fillPerson(page, freshEmail());
  await page.getByRole("button", { name: "Register" }).click();
  await expect(fact(page, "Team")).toContainText("Right");

  await page.evaluate(() => sessionStorage.clear());
  await openForm(page, "/referral-link/FCNOBODY2/left");
  await expect(page.getByText("This referral link names nobody we know")).toBeVisible();
  await expect(page.getByLabel("Team")).toHaveValue("Left");
  await page.getByLabel("Referral User ID").fill(member.refId);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByLabel("Referral Username")).toHaveValue("Ananya K.");
});

test("a member registers somebody inside the shell, with the own user id filled in; double taps do it once", async ({
  page,
  member,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(new URL(request.url()).pathname);
  });
  await signedInAt(page, member, "/register-user");
  await expect(page.getByRole("heading", { level: 1, name: "Registration" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(page.getByLabel("Referral User ID")).toHaveValue(member.refId);
  await expect(page.getByLabel("Referral Username")).toHaveValue(member.name);
  await page.getByLabel("Left").check();
  await fillPerson(page, freshEmail());
  await page.getByRole("button", { name: "Register" }).dblclick();
  await page.getByRole("button", { name: "Done" }).dblclick();
  await expect(page.getByRole("heading", { name: "Registration complete" })).toBeVisible();
  expect(calls).toEqual(["/api/user/save", "/api/user/demo4"]);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL("/");
});
