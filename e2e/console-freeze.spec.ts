import type { Tx } from "../server/src/platform/db.ts";
import { atomically } from "../server/src/platform/db.ts";
import { noteChange } from "../server/src/core/members/changes.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test, type Member } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";
import { logIn } from "./sessions.ts";

/** As if somebody who is signed in as the member had signed out the member's own devices. */
async function signOutOthers(tx: Tx, { id: memberId, refId, name, email }: Member): Promise<void> {
  await noteChange(tx, {
    actor: { memberId, refId, name, email, language: null },
    kind: "others-signed-out",
    client: { ip: "192.0.2.66", userAgent: "Chrome/140 Android" },
    now: new Date(),
    values: { count: "2" },
  });
}

test("an owner who reads of a stranger's change freezes the account from the mail, and support opens it again", async ({
  page,
  otherPage: consolePage,
  member,
  db,
}) => {
  await atomically(db, signOutOthers, member);
  const { text } = await mailTo(member.email, /signed out on all other devices/);
  const link = /https?:\S+\/not-me\/\S+/.exec(text)![0];
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole("heading", { name: "This was not me" })).toBeVisible();
  await expect(page.getByText(member.refId)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Freeze my account" }).click();
  await expect(page.getByText("Your account is frozen.")).toBeVisible();
  await logIn(page, member);
  await expect(page.getByText(/Your account is frozen.*Please write to support/)).toBeVisible();

  await operatorAt(consolePage, "/console", { role: "support" });
  await consolePage.getByRole("link", { name: /Frozen accounts/ }).click();
  await consolePage.getByRole("link", { name: new RegExp(member.refId) }).click();
  await expect(consolePage.getByText(/“This was not me” was chosen in a mail/)).toBeVisible();
  await consolePage.getByRole("button", { name: "Unblock" }).click();
  const dialog = consolePage.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("The member called us");
  await dialog.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(dialog).toBeHidden();
  await logIn(page, member);
  await expect(page.getByRole("heading", { name: /Dashboard/ }).first()).toBeVisible();
});
