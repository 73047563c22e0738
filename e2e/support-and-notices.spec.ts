import { addNotice } from "../server/src/features/notices/notices.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expect, expectAccessible, expectTold, mailTo, signedInAt, signIn, test } from "./fixtures.ts";

test("a visitor writes to support from the login page and gets a reference, shown and mailed", async ({
  page,
  member,
}) => {
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
  await expectTold(page, "Support message sent");
  await expect(dialog).toBeHidden();
  const reference =
    /SR-[2-9A-Z]{8}/.exec(await page.getByText(/Reference number/).innerText())?.[0] ?? "none";
  await mailTo(member.email, new RegExp(reference));
  await expect(page.getByText("Support message sent")).toBeHidden();
  await expect(page.getByText(reference)).toBeVisible();
});

test("a signed-in member writes to support under their own user id", async ({ page, member, db }) => {
  await signedInAt(page, member, "/support");
  await expect(page.getByLabel("User ID")).toHaveValue(member.refId);
  await page.getByLabel("Message").fill("Thank you for the quick help.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expectTold(page, "Support message sent");
  await expect(page.getByText(/SR-[2-9A-Z]{8}/)).toBeVisible();
  const stored = await db
    .selectFrom("support_records")
    .select("message")
    .where("member_id", "=", member.id)
    .execute();
  expect(stored).toEqual([{ message: "Thank you for the quick help." }]);
  await expectAccessible(page);
});

test("the notice board shows what is for everybody and for the member", async ({ page, member, db }) => {
  const now = new Date();
  const notice = {
    message: "A word for you alone",
    readerIds: [member.id],
    startsAt: now,
    endsAt: undefined,
  };
  await atomically(db, addNotice, { ...notice, now });
  await signedInAt(page, member, "/notice-board");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("A word for you alone");
  await expect(page.getByText(/Every change that matters/)).toBeVisible();
  await expectAccessible(page);
});

test("an empty notice board says so in the specification's words", async ({ page, member }) => {
  await page.route("**/api/user/getNotices/*", (route) =>
    route.fulfill({ json: { general: [], personal: [] } }),
  );
  await signedInAt(page, member, "/notice-board");
  await expect(page.getByText("Noting to show")).toBeVisible();
});

test("a notice board that cannot be loaded says what happened and tries again", async ({ page, member }) => {
  await signIn(page, member);
  let broken = true;
  await page.route("**/api/user/getNotices/*", (route) =>
    broken
      ? route.fulfill({
          status: 500,
          json: {
            code: "INTERNAL",
            message: "Something went wrong on our side. Please try again",
            requestId: "ref-123",
          },
        })
      : route.continue(),
  );
  await page.goto("/notice-board");
  await expect(page.getByText("Something went wrong on our side. Please try again")).toBeVisible();
  await expect(page.getByText("ref-123")).toBeVisible();
  await expectAccessible(page);
  broken = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
});
