import { expect, expectAccessible, mailTo, test } from "./fixtures.ts";
import { operator, signInOperator } from "./operators.ts";

test("a visitor writes, an operator finds the message, takes it and answers, and the answer arrives by mail", async ({
  page,
  member,
  db,
  passwordHash,
  browser,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  await dialog.getByLabel("User ID").fill(member.refId);
  await dialog.getByLabel("Message").fill("I cannot sign in since yesterday.");
  await dialog.getByRole("button", { name: "Send message" }).click();
  const told = page.getByText(/Reference number/);
  await expect(told).toBeVisible();
  const reference = /SR-[2-9A-Z]{8}/.exec(await told.innerText())?.[0] ?? "none";

  const desk = await (await browser.newContext({ baseURL: process.env["E2E_URL"] ?? "" })).newPage();
  await signInOperator(desk, await operator(db, passwordHash, "support"));
  await desk.getByRole("link", { name: "Support", exact: true }).click();
  await desk.getByRole("searchbox").fill(reference);
  await expect(desk.getByRole("list", { name: "Support messages" }).getByRole("button")).toHaveCount(1);
  const chosen = desk.getByRole("region", { name: "The chosen request" });
  await expect(chosen.getByText(reference)).toBeVisible();
  await chosen.getByRole("button", { name: "Take it" }).click();
  await expect(chosen.getByRole("button", { name: "Leave it to others" })).toBeVisible();
  await expectAccessible(desk);
  await chosen.getByLabel("Answer").fill("Please ask for a new password on the login page.");
  await chosen.getByRole("button", { name: "Send the answer" }).click();
  // The next action commits the one before; here the held one is waited for, as its mail is.
  const mail = await mailTo(member.email, new RegExp(`Re: .*${reference}`));
  expect(mail.text).toContain("Please ask for a new password on the login page.");
  await desk.reload();
  await expect(chosen.getByText("Answered", { exact: true })).toBeVisible();
  await desk.context().close();
});
