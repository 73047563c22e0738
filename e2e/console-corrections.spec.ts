import type { Page } from "@playwright/test";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { giveIdentity } from "../server/src/testing/identity.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";

const secretKey = secretKeyFrom(environment.secretKey);
const dialog = (page: Page) => page.getByRole("dialog");

test("support changes a lost e-mail address and a mistyped PAN: one operator proposes, another one looks and confirms", async ({
  page: first,
  otherPage: second,
  member,
  db,
}) => {
  const { panNumber } = await giveIdentity({ db, secretKey }, member, new Date());
  const newEmail = `new-${member.email}`;
  await operatorAt(first, `/console/members/${member.refId}`, { role: "support", name: "Leela Iyer" });
  await first.getByRole("button", { name: "Change e-mail address" }).click();
  await dialog(first).getByLabel("Date of joining").check();
  await dialog(first).getByLabel("Mobile number").check();
  await dialog(first).getByLabel("New e-mail address", { exact: true }).fill(newEmail);
  await dialog(first).getByLabel("New e-mail address again").fill(`x${newEmail}`);
  await dialog(first)
    .getByLabel(/^Reason/)
    .fill("The old mailbox was closed");
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(dialog(first).getByText("The two addresses differ")).toBeVisible();
  await dialog(first).getByLabel("New e-mail address again").fill(newEmail);
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(dialog(first).getByText("Please ask for at least 3 of the facts")).toBeVisible();
  await expect(dialog(first).getByRole("checkbox", { name: "Bank account" })).toBeDisabled();
  await dialog(first).getByRole("button", { name: "Reveal Bank account" }).click();
  await expect(dialog(first).getByText("123456780012")).toBeVisible();
  await dialog(first).getByRole("checkbox", { name: "Bank account" }).check();
  await expectAccessible(first);
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText("Another operator confirms it.")).toBeVisible();

  await first.getByRole("button", { name: "Correct the PAN" }).click();
  await expect(dialog(first).getByRole("button", { name: "Propose" })).toBeDisabled();
  await dialog(first).getByRole("button", { name: "Reveal the PAN" }).click();
  await dialog(first).getByLabel("PAN number").fill("abcpe1243f");
  await dialog(first)
    .getByLabel(/^Reason/)
    .fill("Two digits were swapped");
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText("Another operator confirms it.")).toHaveCount(2);

  await operatorAt(second, "/console/members", { role: "admin", name: "Omar Khan" });
  const waiting = second.getByRole("region", { name: "Corrections that wait for a second operator" });
  await waiting
    .getByRole("link", { name: new RegExp(member.refId) })
    .first()
    .click();
  await second.getByRole("button", { name: `Confirm ${newEmail}` }).click();
  const asked = dialog(second).getByRole("region", { name: "Facts that the member was asked for" });
  await expect(asked).toContainText(/Mobile number.*Date of joining.*Bank account/);
  await expect(dialog(second).getByRole("button", { name: "Confirm" })).toBeDisabled();
  await asked.getByRole("button", { name: "Reveal Bank account" }).click();
  await expect(asked.getByText("123456780012")).toBeVisible();
  await expectAccessible(second);
  await dialog(second).getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByText(/Coin withdrawals are on hold until/)).toBeVisible();
  await second.getByRole("button", { name: "Confirm the corrected PAN" }).click();
  await expect(dialog(second).getByRole("button", { name: "Confirm" })).toBeDisabled();
  await dialog(second).getByRole("button", { name: "Reveal the PAN to compare" }).click();
  await expect(dialog(second).getByText("ABCPE1243F")).toBeVisible();
  await dialog(second).getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("table", { name: "Corrections" }).getByText("Accepted")).toHaveCount(2);
  await second.getByRole("button", { name: "Reveal PAN" }).click();
  await expect(second.getByText(new RegExp(`Corrected .* ${panNumber}`))).toBeVisible();

  expect((await mailTo(member.email, /e-mail address was changed/)).text).toContain("write to support");
  await mailTo(newEmail, /PAN details were corrected/);
  await signedInAt(first, member, "/security");
  await expect(first.getByText("Your PAN details were corrected")).toBeVisible();
  await expect(first.getByText("Your e-mail address was changed")).toBeVisible();
});

test("support corrects a name and a number: one operator proposes, another one compares and confirms", async ({
  page: first,
  otherPage: second,
  member,
}) => {
  await operatorAt(first, `/console/members/${member.refId}`, { role: "support", name: "Leela Iyer" });
  await first.getByRole("button", { name: "Correct name or number" }).click();
  await dialog(first).getByLabel("Name", { exact: true }).fill("Ananya Raö");
  await dialog(first).getByLabel("Mobile number", { exact: true }).fill("12");
  await dialog(first)
    .getByLabel(/^Reason/)
    .fill("As in the passport");
  await expectAccessible(first);
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(dialog(first).getByText("This is not a valid mobile number")).toBeVisible();
  await dialog(first).getByLabel("Mobile number", { exact: true }).fill("98123 45678");
  await dialog(first).getByRole("button", { name: "Propose" }).click();
  await expect(first.getByText("Another operator confirms it.")).toBeVisible();

  await operatorAt(second, `/console/members/${member.refId}`, { role: "admin", name: "Omar Khan" });
  await second.getByRole("button", { name: "Confirm the corrected profile" }).click();
  await expect(dialog(second).getByText("Ananya Raö")).toBeVisible();
  await expect(dialog(second).getByText("+91 98123 45678")).toBeVisible();
  await expectAccessible(second);
  await dialog(second).getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("heading", { name: "Ananya Raö", level: 2 })).toBeVisible();
  expect((await mailTo(member.email, /profile was corrected/)).text).toContain("Ananya Raö");
});
