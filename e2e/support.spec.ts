import { noticeMs } from "@fc/contract/notice-times";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test("a visitor writes to support from the login page and gets a reference, shown and mailed", async ({
  page,
  member,
}) => {
  await page.clock.install();
  await page.goto("/login");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  await dialog.getByRole("button", { name: "Send message" }).click();
  await expect(dialog.getByText("Please enter message/id").first()).toBeVisible();
  await dialog.getByLabel("User ID").fill(member.refId);
  await dialog.getByLabel("Mobile number").fill("9876543210");
  await dialog.getByLabel("E-mail").fill("somebody@example.com");
  await dialog.getByLabel("Message").fill("I cannot sign in since yesterday.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send message" }).click();
  await expectShown(page, "Support message sent");
  await expect(dialog).toBeHidden();
  const reference =
    /SR-[2-9A-Z]{8}/.exec(await page.getByText(/Reference number/).innerText())?.[0] ?? "none";
  await mailTo(member.email, new RegExp(reference));
  await page.clock.fastForward(noticeMs.supportSent);
  await expect(page.getByText("Support message sent")).toBeHidden();
  await expect(page.getByText(reference)).toBeVisible();
});

test("a signed-in member writes to support under their own user id", async ({ page, member, db }) => {
  await signedInAt(page, member, "/support");
  await expect(page.getByLabel("User ID")).toHaveValue(member.refId);
  // What we know of the member is there already.
  await expect(page.getByLabel("E-mail")).toHaveValue(member.email);
  await page.getByLabel("Message").fill("Thank you for the quick help.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expectShown(page, "Support message sent");
  await expect(page.getByText(/SR-[2-9A-Z]{8}/)).toBeVisible();
  const stored = await db
    .selectFrom("support_records")
    .select("message")
    .where("member_id", "=", member.id)
    .execute();
  expect(stored).toEqual([{ message: "Thank you for the quick help." }]);
});
