import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";

test("a visitor writes, an operator finds the message, takes it and answers, and the answer arrives by mail", async ({
  page,
  otherPage: consolePage,
  member,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Support" }).click();
  const dialog = page.getByRole("dialog", { name: "Support" });
  await dialog.getByLabel("User ID").fill(member.refId);
  await dialog.getByLabel("Message").fill("I cannot sign in since yesterday.");
  await dialog.getByRole("button", { name: "Send message" }).click();
  const receipt = page.getByText(/Reference number/);
  await expect(receipt).toBeVisible();
  const reference = /SR-[2-9A-Z]{8}/.exec(await receipt.innerText())?.[0] ?? "none";

  await operatorAt(consolePage, "/console/support", { role: "support" });
  await consolePage.getByRole("searchbox").fill(reference);
  await expect(consolePage.getByRole("list", { name: "Support messages" }).getByRole("button")).toHaveCount(
    1,
  );
  const chosen = consolePage.getByRole("region", { name: "The chosen request" });
  await expect(chosen.getByText(reference)).toBeVisible();
  await chosen.getByRole("button", { name: "Take it" }).click();
  await expect(chosen.getByRole("button", { name: "Leave it to others" })).toBeVisible();
  await expectAccessible(consolePage);
  await consolePage.clock.install();
  await chosen.getByLabel("Answer").fill("Please ask for a new password on the login page.");
  await chosen.getByRole("button", { name: "Send the answer" }).click();
  // The answer is held for a while, in which it can be undone.
  await expect(consolePage.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await consolePage.clock.fastForward(5_000);
  const mail = await mailTo(member.email, new RegExp(`Re: .*${reference}`));
  expect(mail.text).toContain("Please ask for a new password on the login page.");
  await consolePage.reload();
  await expect(chosen.getByText("Answered", { exact: true })).toBeVisible();
});
