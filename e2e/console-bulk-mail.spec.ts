import { hashPassword } from "../server/src/core/members/passwords.ts";
import { atomically } from "../server/src/platform/db.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, password, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";
import { operatorAt } from "./operators.ts";
import type { Page } from "@playwright/test";

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Subject in English").fill(`${subject} for {name}`);
  await page.getByLabel("Text in English").fill("Hello {name},\n\nyour user ID is {userId}.");
  await page.getByLabel("Subject in Hindi").fill(`{name} के लिए ${subject}`);
  await page.getByLabel("Text in Hindi").fill("नमस्ते {name},\n\nआपकी यूज़र ID {userId} है।");
}

async function send(page: Page, members: number): Promise<void> {
  await page.getByRole("button", { name: "Send …" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`${members} members`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send it" })).toBeDisabled();
  await dialog.getByLabel("Type the number of members").fill(String(members));
  await dialog.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
}

test("an operator mails those whom a search finds, one of them unsubscribes, and the next mail leaves that one out", async ({
  page,
  otherPage: portal,
  member,
  db,
  expectFailures,
}) => {
  // Nothing runs in the frame of the mail: the script that each test puts into every frame does not either.
  expectFailures(/^Blocked script execution in 'about:srcdoc'/);
  // Two members whom only this search finds.
  const family = `Zubin${member.refId}`;
  const passwordHash = await hashPassword(password);
  const details = { name: `Meera ${family}`, passwordHash, side: "left", now: new Date() } as const;
  const meera = await atomically(db, insertTestMember, details);
  await db
    .updateTable("members")
    .set({ name: `Rohan ${family}` })
    .where("id", "=", member.id)
    .execute();

  await operatorAt(page, `/console/members?search=${family}`, { role: "support" });
  await expect(page.getByRole("link", { name: new RegExp(meera.refId) })).toBeVisible();
  await page.getByRole("link", { name: "Mail them" }).click();
  await expect(page.getByLabel("User ID, name, e-mail or mobile number")).toHaveValue(family);
  await write(page, "News");
  const howMany = page.getByRole("region", { name: "How many get it" });
  await expect(howMany).toContainText("Get the mail2");
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("paragraph").filter({ hasText: /Hello (Meera|Rohan) Zubin/ })).toBeVisible();
  await page.getByText("हिन्दी", { exact: true }).click();
  await expect(mail.getByRole("paragraph").filter({ hasText: /नमस्ते (Meera|Rohan) Zubin/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Save and go on" }).click();
  await page.getByRole("button", { name: "Send a test to me" }).click();
  const told = page.getByText(/are on their way to/);
  await expect(told).toBeVisible();
  const [ownAddress] = /\S+@\S+/.exec((await told.textContent()) ?? "")!;
  expect((await mailTo(ownAddress, /^Test: News for/)).text).toContain("your user ID is test");

  await send(page, 2);
  const row = (name: string) => page.getByRole("row", { name: `${name} ${family}` });
  await expect(row("Meera")).toContainText("Sent");
  await expect(row("Rohan")).toContainText("Sent");
  await expectAccessible(page);

  const { text } = await mailTo(meera.email, /^News for/);
  expect(text).toContain(`your user ID is ${meera.refId}`);
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(text)![0];
  await portal.goto(new URL(link, page.url()).pathname);
  await expect(portal.getByText("You are unsubscribed.")).toBeVisible();
  await expectAccessible(portal);
  await portal.getByRole("button", { name: "Get news again" }).click();
  await expect(portal.getByText("You get our news again.")).toBeVisible();
  // A reload says what was chosen and does not unsubscribe once more.
  await portal.reload();
  await expect(portal.getByText("You get our news again.")).toBeVisible();
  await portal.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(portal.getByText("You are unsubscribed.")).toBeVisible();

  await page.goto(`/console/bulk-mail/new?search=${family}`);
  await write(page, "More news");
  await expect(howMany).toContainText("Left out: unsubscribed from news1");
  await page.getByRole("button", { name: "Save and go on" }).click();
  await send(page, 1);
  await expect(row("Meera")).toContainText("Left out");
  await expect(row("Meera")).toContainText("Unsubscribed from news");
  await expect(row("Rohan")).toContainText("Sent");
});
