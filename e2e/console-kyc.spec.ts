import { noteForSignals } from "../server/src/core/signals/news.ts";
import { evaluateSignals } from "../server/src/core/signals/task.ts";
import { atomically } from "../server/src/platform/db.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { giveIdentity } from "../server/src/testing/identity.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { environment } from "./environment.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";

const secretKey = secretKeyFrom(environment.secretKey);

test("a KYC case with a signal is judged and rejected by keyboard; the member reads why and enters the PAN again", async ({
  page,
  otherPage: portal,
  member,
  db,
  passwordHash,
}) => {
  const details = { name: "Ravi Kumar", passwordHash, side: "left", now: new Date() } as const;
  const otherMember = await atomically(db, insertTestMember, details);
  // Both give the same account, PAN and coin address.
  for (const each of [member, otherMember]) await giveIdentity({ db, secretKey }, each, new Date());
  await atomically(db, (tx) => noteForSignals(tx, member.id, otherMember.id), undefined);
  await evaluateSignals({ db, clock: () => new Date() });

  await operatorAt(page, `/console/kyc?search=${member.refId}`, { role: "support", name: "Leela Iyer" });
  const lines = page.getByRole("list", { name: "KYC cases" }).getByRole("button");
  await expect(lines).toHaveCount(2);
  await expect(page.getByText(/score \d+/).first()).toBeVisible();
  // Opening a case is logged and shown to the member, so the page opens none by itself.
  await expect(page.getByText("Choose a request to open it.")).toBeVisible();
  await expect(page.getByRole("region", { name: "PAN", exact: true })).toHaveCount(0);
  await lines.filter({ hasText: "PAN" }).click();
  for (const part of ["PAN", "Bank details"]) {
    await expect(page.getByRole("region", { name: part, exact: true })).toBeVisible();
  }
  await expect(page.getByText("123456780012")).toBeVisible();
  await expectAccessible(page);

  // The evidence is one click away, and what looks fine is remembered.
  await page.getByRole("link", { name: /^Same PAN/ }).click();
  await expect(page.getByRole("link", { name: new RegExp(otherMember.refId) }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Looks fine (F)" })).toBeVisible();
  await page.keyboard.press("f");
  await page.getByRole("dialog").getByRole("textbox").fill("Father and son, both called");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Father and son, both called")).toBeVisible();
  await page.goBack();

  await lines.filter({ hasText: "PAN" }).click();
  await expect(page.getByRole("region", { name: "PAN", exact: true })).toBeVisible();
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByRole("textbox").fill("The picture cannot be read");
  await page.keyboard.press("Enter");
  await expectShown(page, "Rejecting: PAN of");
  await expect(lines.filter({ hasText: "PAN" })).toHaveCount(0);
  await mailTo(member.email, /PAN details were rejected/);

  await signedInAt(portal, member, "/pan-details");
  await expect(portal.getByText(/Rejected: The picture cannot be read\./)).toBeVisible();
  await expect(portal.getByLabel("PAN number")).toBeVisible();
  await expectAccessible(portal);
});

test("a viewer has neither the KYC queue nor signals", async ({ page, member }) => {
  await operatorAt(page, `/console/members/${member.refId}`, { role: "viewer" });
  await expect(page.getByRole("heading", { name: "KYC" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Signals" })).toHaveCount(0);
  await page.goto("/console/kyc");
  await expect(page.getByText("Your role does not allow this")).toBeVisible();
});
