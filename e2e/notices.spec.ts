import { addNotice } from "../server/src/features/notices/notices.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { signedInAt, signIn } from "./sessions.ts";

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
});

test("an empty notice board says so in the specification's words", async ({ page, member }) => {
  await page.route("**/api/user/getNotices/*", (route) =>
    route.fulfill({ json: { general: [], personal: [] } }),
  );
  await signedInAt(page, member, "/notice-board");
  await expect(page.getByText("Noting to show")).toBeVisible();
});

test("a notice board that cannot be loaded says what happened and tries again", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/getNotices\/\d+ answered 500/);
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
