import { randomUUID } from "node:crypto";
import { referenceOf } from "@fc/contract/receipts/reference";
import { fund, giveAddress, giveStake, longAgo } from "../server/src/testing/money.ts";
import { photo } from "../server/src/testing/pictures.ts";
import { expectAccessible } from "./accessibility.ts";
import { letPass, stopClock } from "./clock.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";
import { pendingWithdrawal } from "./withdrawals.ts";

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
  await chosen.getByLabel("Answer").fill("Please ask for a new password on the login page.");
  await stopClock(consolePage);
  await chosen.getByRole("button", { name: "Send the answer" }).click();
  // The answer is held for a while, in which it can be undone.
  await expect(consolePage.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await letPass(consolePage, 5_000);
  const mail = await mailTo(member.email, new RegExp(`Re: .*${reference}`));
  expect(mail.text).toContain("Please ask for a new password on the login page.");
  await consolePage.reload();
  await expect(chosen.getByText("Answered", { exact: true })).toBeVisible();
});

test("an operator writes a question of the FAQ, and a visitor reads it beside the support form", async ({
  page,
  otherPage: consolePage,
}) => {
  const question = `What is number ${randomUUID()}?`;
  await operatorAt(consolePage, "/console/faq", { role: "support" });
  await consolePage.getByRole("button", { name: "Add a question" }).click();
  const dialog = consolePage.getByRole("dialog", { name: "Add a question" });
  const english = dialog.getByRole("group", { name: "English" });
  await english.getByLabel("Question").fill(question);
  await english.getByLabel("Answer").fill("A number of a test.");
  await dialog.getByLabel("Published").check();
  await dialog.getByRole("button", { name: "Add it" }).click();
  await expect(dialog.getByText("Please write it in हिन्दी, or hide it").first()).toBeVisible();
  const hindi = dialog.getByRole("group", { name: "हिन्दी" });
  await hindi.getByLabel("Question").fill(`${question} हिन्दी में`);
  await hindi.getByLabel("Answer").fill("एक परीक्षण की संख्या।");
  await expectAccessible(consolePage);
  await dialog.getByRole("button", { name: "Add it" }).click();
  const entry = consolePage.getByRole("listitem", { name: question });
  await expect(entry.getByText("Published")).toBeVisible();

  await page.goto("/login");
  await page.getByRole("button", { name: "Support" }).click();
  await page.getByRole("button", { name: question }).click();
  await expect(page.getByText("A number of a test.")).toBeVisible();
  await expectAccessible(page);
});

test("help with a receipt becomes a thread: the operator sees the receipt and answers, the member answers again", async ({
  page,
  otherPage: consolePage,
  member,
  db,
}) => {
  const now = new Date();
  await giveStake(db, member, longAgo(now));
  await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", longAgo(now));
  await fund(db, member, { staking: 9_000_000 }, longAgo(now));
  const request = { memberId: member.id, whole: 6_000_000, now };
  const receipt = referenceOf("withdrawal", await pendingWithdrawal(db, request));
  await signedInAt(page, member, `/receipt/${receipt}`);
  await page.getByRole("link", { name: "Help with this" }).click();
  await expect(page.getByText("Your message is about this receipt:")).toContainText(receipt);
  await page.getByLabel("Message").fill("When does it arrive?");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("link", { name: "See your message and our answers" }).click();
  const thread = page.getByRole("region", { name: /^Message SR-/ });
  await expect(thread).toContainText("Waiting for our answer");
  const reference = /SR-[2-9A-Z]{8}/.exec(page.url())?.[0] ?? "none";

  await operatorAt(consolePage, `/console/support?search=${reference}`, { role: "support" });
  const chosen = consolePage.getByRole("region", { name: "The chosen request" });
  await expect(chosen.getByText("Coin withdrawal · 60,00,000 FC · Pending")).toBeVisible();
  await chosen.getByLabel("Answer").fill("Within 24 hours.");
  await stopClock(consolePage);
  await chosen.getByRole("button", { name: "Send the answer" }).click();
  await expect(consolePage.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await letPass(consolePage, 5_000);
  const mail = await mailTo(member.email, new RegExp(`Re: .*${reference}`));
  expect(mail.text).toContain(`/support/${reference}`);

  await page.goto("/support");
  await page.getByRole("link", { name: /When does it arrive\?/ }).click();
  await expect(thread).toContainText("Within 24 hours.");
  await expect(thread).toContainText("Answered");
  await page.getByRole("textbox", { name: "Message" }).fill("Thank you, it has arrived.");
  const picture = { name: "arrived.jpg", mimeType: "image/jpeg", buffer: await photo() };
  await page.getByLabel("Choose a picture").setInputFiles(picture);
  await expect(page.getByText(/^Sent · /)).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  await expectShown(page, "Support message sent");
  await expect(thread).toContainText("Thank you, it has arrived.");
  await expect(thread.getByRole("img", { name: "The picture of this message" })).toBeVisible();
  await expect(page.getByText(/^Sent · /)).toBeHidden();
  await expectAccessible(page);
  await consolePage.reload();
  await expect(chosen.getByText("wrote again, signed in")).toBeVisible();
  await expect(chosen.getByRole("img", { name: `Picture by ${member.name}` })).toBeVisible();
  await expectAccessible(consolePage);
});
